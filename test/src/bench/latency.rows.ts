import type { Bench } from './bench.js'
import { Graphile } from './judges.js'
import { Payer } from './payer.js'
import { Receiving } from './receiving.js'
import type { Target } from './report.js'
import { alternately, divided, figures, quantiles } from './rounds.js'
import { ALLOW_LOOPBACK } from './servers.js'

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

const MARKING: Target = {
  row: '8f',
  what: 'mark_paid with 100 endpoints, p50',
  ratio: '÷ with none',
  goal: { most: 2 },
  redLine: null,
}

const HEALTHY = 9
const MANY = 100
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
    const payer = new Payer(ours, receiving, 1)
    const taken = await alternately(options, {
      ours: async () => (await payer.pay()).arrivedInMs,
      graphile: async () => [await graphile.note()],
    })
    for (const [target, part] of [
      [P50, 0.5],
      [P99, 0.99],
    ] as const) {
      const sides = { ours: quantiles(taken.ours, part), graphile: quantiles(taken.graphile, part) }
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
    const [toNine, toTen] = [new Payer(nine, receiving, HEALTHY), new Payer(ten, receiving, HEALTHY)]
    const taken = await alternately(options, {
      ten: async () => (await toTen.pay()).arrivedInMs,
      nine: async () => (await toNine.pay()).arrivedInMs,
    })
    const sides = { 'with it': quantiles(taken.ten, 0.99), without: quantiles(taken.nine, 0.99) }
    const p50 = { 'p50 with it': quantiles(taken.ten, 0.5), without: quantiles(taken.nine, 0.5) }
    report.add(engine, DEAD, divided(sides['with it'], sides.without), `${figures('ms', sides)}; ${figures('ms', p50)}`)
  } finally {
    await Promise.all([nine.stop(), ten.stop()])
  }
}

/** Row 8f: what it costs to write an event down for many. */
export async function markingRow(bench: Bench): Promise<void> {
  const { options, report, engine, children } = bench
  const receiving = await Receiving.start(children, MANY)
  const [none, many] = [await bench.paylink(0), await bench.paylink(0)]
  await many.addEndpoints(receiving.urls('/timed'))
  try {
    await none.start(ALLOW_LOOPBACK)
    await many.start(ALLOW_LOOPBACK)
    const [toNone, toMany] = [new Payer(none, receiving, 0), new Payer(many, receiving, MANY)]
    const taken = await alternately(options, {
      many: async () => [(await toMany.pay()).answeredInMs],
      none: async () => [(await toNone.pay()).answeredInMs],
    })
    const sides = { 'with 100': quantiles(taken.many, 0.5), 'with none': quantiles(taken.none, 0.5) }
    report.add(engine, MARKING, divided(sides['with 100'], sides['with none']), figures('ms', sides))
  } finally {
    await Promise.all([none.stop(), many.stop()])
  }
}
