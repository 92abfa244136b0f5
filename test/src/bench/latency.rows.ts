import { Agent, request } from 'node:http'
import type { Bench } from './bench.js'
import { LINK_BODY } from './bench-links.js'
import { Graphile } from './judges.js'
import { pause } from './load.js'
import { nowMs } from './machine-clock.js'
import { Receiving } from './receiving.js'
import type { Target } from './report.js'
import { divided, figures, inRounds } from './rounds.js'
import { ALLOW_LOOPBACK, type Paylink } from './servers.js'

const P50: Target = {
  row: '9a',
  what: 'event committed → at the receiver, p50',
  ratio: "÷ graphile-worker's job added → begun, on Postgres",
  goal: { most: 2 },
  redLine: 4,
}
const P99: Target = { ...P50, row: '9b', what: 'event committed → at the receiver, p99' }
const DEAD: Target = {
  row: '10',
  what: 'one dead endpoint among ten: p99 of the others',
  ratio: '÷ without it',
  goal: { most: 1.1 },
  redLine: 2,
}

const HEALTHY = 9
/** Between one event and the next: each meets a service at rest. */
const PACE_MS = 5

interface Latency {
  p50: number
  p99: number
  /** Until `mark_paid` was answered, p50. */
  marking: number
}

/**
 * Row 9. The answer to `mark_paid` is written as soon as the commit is durable: from its first byte at the client to
 * that of the event at the receiver, and beside it from the answer to `add_job` to the beginning of the job.
 */
export async function latencyRows(bench: Bench): Promise<void> {
  const { options, report, engine, children } = bench
  const receiving = await Receiving.start(children, 1)
  const ours = await bench.paylink(0)
  await ours.addEndpoints(receiving.urls('/timed'))
  const graphile = await Graphile.start(bench, 4)
  try {
    await ours.start(ALLOW_LOOPBACK)
    const taken = await inRounds(options.rounds, {
      ours: () => latencyOf(ours, receiving, 1, options.seconds),
      graphile: () => latencyOfJobs(graphile, options.seconds),
    })
    const of = (samples: Latency[], part: keyof Latency): number[] => samples.map((one) => one[part])
    for (const [target, part] of [
      [P50, 'p50'],
      [P99, 'p99'],
    ] as const) {
      const sides = { ours: of(taken.ours, part), graphile: of(taken.graphile, part) }
      report.add(engine, target, divided(sides.ours, sides.graphile), figures('ms', sides))
    }
  } finally {
    await Promise.all([ours.stop(), graphile.close()])
  }
}

/** Row 10: a receiver that accepts connections and never answers is its own trouble. */
export async function deadEndpointRow(bench: Bench): Promise<void> {
  const { options, report, engine, children } = bench
  const receiving = await Receiving.start(children, HEALTHY)
  const [nine, ten] = [await bench.paylink(0), await bench.paylink(0)]
  await nine.addEndpoints(receiving.urls('/timed'))
  await ten.addEndpoints([...receiving.urls('/timed'), receiving.deadUrl])
  try {
    await nine.start(ALLOW_LOOPBACK)
    await ten.start(ALLOW_LOOPBACK)
    const taken = await inRounds(options.rounds, {
      withDead: () => latencyOf(ten, receiving, HEALTHY, options.seconds),
      without: () => latencyOf(nine, receiving, HEALTHY, options.seconds),
    })
    const sides = { 'with it': taken.withDead.map(({ p99 }) => p99), without: taken.without.map(({ p99 }) => p99) }
    const marking = {
      'mark_paid p50 with ten': taken.withDead.map((one) => one.marking),
      'with nine': taken.without.map((one) => one.marking),
    }
    report.add(engine, DEAD, divided(sides['with it'], sides.without), figures('ms', { ...sides, ...marking }))
  } finally {
    await Promise.all([nine.stop(), ten.stop()])
  }
}

/** One link after another is made and marked as paid. */
async function latencyOf(ours: Paylink, receiving: Receiving, endpoints: number, seconds: number): Promise<Latency> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times: number[] = []
  const markings: number[] = []
  await repeatedFor(seconds, async () => {
    const { id } = await ours.createLink(LINK_BODY, crypto.randomUUID())
    const arrivals = receiving.arrivals(id, endpoints)
    const [, answered] = await Promise.all([arrivals, markPaid(ours, agent, id)])
    times.push(...(await arrivals).map((atMs) => atMs - answered.atMs))
    markings.push(answered.ms)
  })
  agent.destroy()
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99), marking: quantile(markings, 0.5) }
}

async function latencyOfJobs(graphile: Graphile, seconds: number): Promise<Latency> {
  const times: number[] = []
  await repeatedFor(seconds, async () => void times.push(await graphile.note()))
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99), marking: 0 }
}

async function repeatedFor(seconds: number, act: () => Promise<void>): Promise<void> {
  const until = nowMs() + seconds * 1000
  while (nowMs() < until) {
    await act()
    await pause(PACE_MS)
  }
}

/** When the first byte of the answer came, and after how long. */
function markPaid(ours: Paylink, agent: Agent, id: string): Promise<{ atMs: number; ms: number }> {
  return new Promise((resolve, reject) => {
    const headers = { ...ours.authorization, 'Content-Type': 'application/json', 'Content-Length': 2 }
    const begunMs = nowMs()
    const url = `${ours.url}/v1/payment_links/${id}/mark_paid`
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      const atMs = nowMs()
      response.resume().on('end', () => {
        if (response.statusCode === 200) resolve({ atMs, ms: atMs - begunMs })
        else reject(new Error(`not marked as paid: ${response.statusCode}`))
      })
    })
    sent.on('error', reject)
    sent.end('{}')
  })
}

function quantile(values: number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
