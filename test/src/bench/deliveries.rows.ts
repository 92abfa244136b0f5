import type { Bench } from './bench.js'
import { fillWithDeliveries } from './bench-deliveries.js'
import { type Judge, judgeOf } from './judges.js'
import { pause } from './load.js'
import { Receiving } from './receiving.js'
import type { Target } from './report.js'
import { divided, figures, inRounds } from './rounds.js'
import { ALLOW_LOOPBACK } from './servers.js'

/** What `core/webhooks/lanes` lets be under way: the judge does as many at a time. */
const AT_ONE_ENDPOINT = 4
const AT_ALL = 32

const SOME = 10
const MANY = 100

const ratioOf = (engine: string): string =>
  `ours ÷ ${engine === 'postgres' ? 'graphile-worker' : 'a bare queue'}, as many at a time`
const TO_ONE = { row: '8a', what: 'deliveries to one endpoint', goal: { least: 0.7 }, redLine: 0.4 }
const TO_SOME = { ...TO_ONE, row: '8b', what: `deliveries to ${SOME} endpoints` }
const FAN_OUT: Target = {
  row: '8c',
  what: `time per delivery, an event to ${SOME} endpoints`,
  ratio: '÷ to one',
  goal: { most: 1.2 },
  redLine: 2,
}
const WIDE_FAN_OUT: Target = { ...FAN_OUT, row: '8d', what: `time per delivery, an event to ${MANY} endpoints` }
const WIDER: Target = { ...WIDE_FAN_OUT, row: '8e', ratio: `÷ to ${SOME}` }

/** Of a fan-out, whether they are 10,000 events to one endpoint or 100 to a hundred. */
const FANNED_OUT = 10_000
/** Until a first sample shows what is usual here. */
const FIRST_GUESS_PER_SECOND = 300
/** The last arrival is not yet the last thing written. */
const SETTLE_MS = 500

/** Row 8: signed, sent and recorded, beside a queue that only sends; and an event to many endpoints. */
export async function deliveryRows(bench: Bench): Promise<void> {
  const { options, report, engine, children } = bench
  const receiving = await Receiving.start(children, MANY)
  const urls = receiving.urls('/counted')
  const ours = await bench.paylink(0)
  await ours.addEndpoints(urls)
  const few = await judgeOf(bench, AT_ONE_ENDPOINT)
  const many = await judgeOf(bench, AT_ALL)
  const byUs = (endpoints: number) =>
    perSecond(receiving, options.seconds, (count) => fillWithDeliveries(ours.databaseUrl, count / endpoints, endpoints))
  const fanOut = (endpoints: number) => () =>
    rateOf(receiving, FANNED_OUT, fillWithDeliveries(ours.databaseUrl, FANNED_OUT / endpoints, endpoints))
  const byJudge = (judge: Judge, endpoints: number) =>
    perSecond(receiving, options.seconds, (count) => judge.send(urls.slice(0, endpoints), count))
  try {
    await ours.start(ALLOW_LOOPBACK)
    const taken = await inRounds(options.rounds, {
      one: byUs(1),
      judgeOne: byJudge(few, 1),
      some: byUs(SOME),
      judgeSome: byJudge(many, SOME),
    })
    const fanned = await inRounds(options.rounds, { one: fanOut(1), some: fanOut(SOME), many: fanOut(MANY) })
    const add = (target: Target, rounds: number[], samples: Record<string, number[]>): void =>
      report.add(engine, target, rounds, figures('a second', samples))
    const ratio = ratioOf(engine)
    add({ ...TO_ONE, ratio }, divided(taken.one, taken.judgeOne), { ours: taken.one, judge: taken.judgeOne })
    add({ ...TO_SOME, ratio }, divided(taken.some, taken.judgeSome), { ours: taken.some, judge: taken.judgeSome })
    add(FAN_OUT, divided(fanned.one, fanned.some), { [`to ${SOME}`]: fanned.some, 'to one': fanned.one })
    add(WIDE_FAN_OUT, divided(fanned.one, fanned.many), { [`to ${MANY}`]: fanned.many, 'to one': fanned.one })
    add(WIDER, divided(fanned.some, fanned.many), { [`to ${MANY}`]: fanned.many, [`to ${SOME}`]: fanned.some })
  } finally {
    await Promise.all([ours.stop(), few.close(), many.close()])
  }
}

/** A sample sends as many as the one before would have in its time, and takes the time from the first to the last. */
function perSecond(
  receiving: Receiving,
  seconds: number,
  begin: (count: number) => Promise<void>,
): () => Promise<number> {
  let usual = FIRST_GUESS_PER_SECOND
  return async () => {
    const count = Math.ceil((usual * seconds) / MANY) * MANY
    usual = await rateOf(receiving, count, begin(count))
    return usual
  }
}

async function rateOf(receiving: Receiving, count: number, begun: Promise<void>): Promise<number> {
  const [ms] = await Promise.all([receiving.drain(count), begun])
  await pause(SETTLE_MS)
  return ((count - 1) / ms) * 1000
}
