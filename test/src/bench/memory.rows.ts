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
const SOCKET: Target = { ...IDLE, row: '13c', what: 'heap of an idle keep-alive connection', goal: { most: 1.3 } }

const SETTLE_MS = 4000
const SOCKETS = 900
const AT_ONCE = 10
/** A trusted proxy has no limit of connections. */
const FROM_ONE_ADDRESS = { PAYLINK_TRUSTED_PROXIES: '127.0.0.0/8' }

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
  const startOurs = () => ours.start({ PAYLINK_RATE_LIMIT_PER_MINUTE: '50000', ...FROM_ONE_ADDRESS })
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
    const unit = name === 'socket' ? 'bytes' : 'kB'
    report.add(engine, target, divided(sides.ours, sides.floor), figures(unit, sides))
  }
}

async function memoryOf(server: Paylink | Floor, start: () => Promise<void>, seconds: number): Promise<Memory> {
  await start()
  try {
    await pause(SETTLE_MS)
    const idle = memory(server, 'VmRSS')
    // What the first requests bring into memory is not the connections'.
    await load(getOne(server), 8, seconds)
    const before = await server.child.heapUsed()
    const close = await openIdle(server, SOCKETS)
    const socket = ((await server.child.heapUsed()) - before) / SOCKETS
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
  const agents = Array.from({ length: count }, () => new Agent({ keepAlive: true, maxSockets: 1 }))
  const { url, headers } = getOne(server)
  const ask = (agent: Agent) =>
    new Promise<void>((resolve, reject) => {
      get(url, { agent, headers }, (response) => response.resume().on('end', resolve)).on('error', reject)
    })
  for (let from = 0; from < count; from += AT_ONCE) await Promise.all(agents.slice(from, from + AT_ONCE).map(ask))
  return () => agents.forEach((agent) => agent.destroy())
}
