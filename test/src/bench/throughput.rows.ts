import { type Bench, USUAL_LINKS } from './bench.js'
import { load, type Request } from './load.js'
import type { Target } from './report.js'
import * as requests from './requests.js'
import { divided, figures, inRounds } from './rounds.js'
import type { Floor, Paylink } from './servers.js'

const CREATE: Target = {
  row: '1',
  what: 'create, 8 connections',
  ratio: 'floor req/s ÷ ours',
  goal: { most: 1.6 },
  redLine: 2.5,
}
const CREATE_P99: Target = {
  row: '2',
  what: 'create, p99 at 32 connections',
  ratio: 'ours ÷ floor',
  goal: { most: 2 },
  redLine: 3,
}
const GET_ONE: Target = {
  row: '3',
  what: 'get one, 8 connections',
  ratio: 'floor req/s ÷ ours',
  goal: { most: 1.4 },
  redLine: 2,
}
const GET_LIST: Target = {
  row: '4',
  what: 'list of 20, full shape, 8 connections',
  ratio: 'floor req/s ÷ ours',
  goal: { most: 1.5 },
  redLine: 2.5,
}
const AGAINST_BARE: Target = {
  row: '7',
  what: 'create, 8 connections',
  ratio: 'ours ÷ bare loop of the same transaction',
  goal: { least: 0.5 },
  redLine: 0.25,
}

/** Rows 1–4: what a server does a second. */
export async function throughputRows(bench: Bench): Promise<void> {
  const { only } = bench.options
  const throughput = [
    [GET_ONE, requests.getOne],
    [GET_LIST, requests.getList],
    [CREATE, requests.create],
  ] as const
  await bench.pair(USUAL_LINKS, async (ours, floor) => {
    for (const [target, request] of throughput) {
      if (only.has(target.row)) await compareThroughput(bench, target, request, ours, floor)
    }
    if (only.has(CREATE_P99.row)) await comparePatience(bench, ours, floor)
  })
}

async function compareThroughput(
  { options, report, engine }: Bench,
  target: Target,
  request: (side: Paylink | Floor) => Request,
  ours: Paylink,
  floor: Floor,
): Promise<void> {
  const perSecond = async (side: Paylink | Floor) => (await load(request(side), 8, options.seconds)).perSecond
  const taken = await inRounds(options.rounds, { ours: () => perSecond(ours), floor: () => perSecond(floor) })
  report.add(engine, target, divided(taken.floor, taken.ours), figures('req/s', taken))
}

async function comparePatience({ options, report, engine }: Bench, ours: Paylink, floor: Floor): Promise<void> {
  const p99 = async (side: Paylink | Floor) => (await load(requests.create(side), 32, options.seconds)).p99Ms
  const taken = await inRounds(options.rounds, { ours: () => p99(ours), floor: () => p99(floor) })
  report.add(engine, CREATE_P99, divided(taken.ours, taken.floor), figures('ms', taken))
}

/** Row 7: on SQLite the fsync is the cost, and those who wait together share one. */
export async function bareLoopRows(bench: Bench): Promise<void> {
  const { options, report, engine, children } = bench
  if (engine !== 'sqlite') return
  await bench.pair(USUAL_LINKS, async (ours, floor) => {
    const path = floor.databaseUrl.slice('sqlite:'.length)
    const taken = await inRounds(options.rounds, {
      ours: async () => (await load(requests.create(ours), 8, options.seconds)).perSecond,
      bare: async () => Number(await children.start('bare-loop.js', [path, String(options.seconds)], {}).output()),
    })
    report.add(engine, AGAINST_BARE, divided(taken.ours, taken.bare), figures('a second', taken))
  })
}
