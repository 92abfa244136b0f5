import { Agent, get } from 'node:http'
import { type Bench, USUAL_LINKS } from './bench.js'
import { load, pause } from './load.js'
import type { Target } from './report.js'
import { create, getOne } from './requests.js'
import { divided, figures, inRounds } from './rounds.js'
import type { Floor, Paylink } from './servers.js'

const IDLE: Target = {
  row: '13a',
  what: 'RSS idle, API and worker',
  ratio: 'ours ÷ floor',
  goal: { most: 1.8 },
  redLine: 3,
}
const PEAK: Target = { ...IDLE, row: '13b', what: 'RSS peak, creating at 32 connections', goal: { most: 2 } }
const SOCKET: Target = { ...IDLE, row: '13c', what: 'RSS of an idle keep-alive connection', goal: { most: 1.3 } }

const SETTLE_MS = 4000
const SOCKETS = 400

interface Memory {
  idle: number
  socket: number
  peak: number
}

/** Row 13: each sample is a new process. */
export async function memoryRows(bench: Bench): Promise<void> {
  const { options, report, engine } = bench
  const ours = await bench.paylink(USUAL_LINKS)
  const floor = await bench.floor(USUAL_LINKS)
  // The exact log of a limiter this high would be 8 MB of numbers: this one is 0.4.
  const startOurs = () => ours.start({ PAYLINK_RATE_LIMIT_PER_MINUTE: '50000' })
  const taken = await inRounds(options.rounds, {
    ours: () => memoryOf(ours, startOurs, options.seconds),
    floor: () => memoryOf(floor, () => floor.start(), options.seconds),
  })
  for (const [target, name] of [
    [IDLE, 'idle'],
    [PEAK, 'peak'],
    [SOCKET, 'socket'],
  ] as const) {
    const sides = { ours: taken.ours.map((one) => one[name]), floor: taken.floor.map((one) => one[name]) }
    report.add(engine, target, divided(sides.ours, sides.floor), figures('kB', sides))
  }
}

async function memoryOf(server: Paylink | Floor, start: () => Promise<void>, seconds: number): Promise<Memory> {
  await start()
  try {
    await pause(SETTLE_MS)
    const idle = memory(server, 'VmRSS')
    // What the first requests bring into memory is not the connections'.
    await load(getOne(server), 8, seconds)
    await pause(1000)
    const before = memory(server, 'VmRSS')
    const close = await openIdle(server, SOCKETS)
    await pause(1000)
    const socket = Math.max(0.1, (memory(server, 'VmRSS') - before) / SOCKETS)
    close()
    await load(create(server), 32, seconds)
    return { idle, socket, peak: memory(server, 'VmHWM') }
  } finally {
    await server.stop()
  }
}

function memory(server: Paylink | Floor, field: 'VmRSS' | 'VmHWM'): number {
  const kilobytes = server.child.memory(field)
  if (kilobytes === null) throw new Error('memory is read from /proc, which is not here')
  return kilobytes
}

/** Each has asked once, and is kept. Returns how to let go of them. */
async function openIdle(server: Paylink | Floor, count: number): Promise<() => void> {
  const agent = new Agent({ keepAlive: true, maxSockets: count, maxFreeSockets: count })
  const { url, headers } = getOne(server)
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      get(url, { agent, headers }, (response) => response.resume().on('end', resolve)).on('error', reject)
    })
  await Promise.all(Array.from({ length: count }, ask))
  return () => agent.destroy()
}
