import { type Bench, USUAL_LINKS } from './bench.js'
import { LINK_BODY } from './bench-links.js'
import { load, type Request } from './load.js'
import type { Target } from './report.js'
import { constant, create, getOne } from './requests.js'
import { divided, figures, inRounds } from './rounds.js'

const REPLAY: Target = {
  row: '6a',
  what: 'idempotent replay, 8 connections',
  ratio: '÷ our GET one',
  goal: { least: 0.9 },
  redLine: 0.5,
}
const UNAUTHORIZED: Target = {
  row: '6b',
  what: '401 to a wrong key',
  ratio: "÷ floor's constant answer",
  goal: { least: 0.7 },
  redLine: 0.5,
}
const RATE_LIMITED: Target = { ...UNAUTHORIZED, row: '6c', what: '429' }

/** Row 6: what has been answered before, and what is refused, costs least. */
export async function refusalRows(bench: Bench): Promise<void> {
  const { options, report, engine } = bench
  await bench.pair(USUAL_LINKS, async (ours, floor) => {
    await ours.createLink(LINK_BODY, 'bench-replayed')
    const replay: Request = { ...create(ours) }
    replay.headers = { ...replay.headers, 'Idempotency-Key': 'bench-replayed' }
    const withKey = (key: string, expect: number[]): Request => {
      return { ...getOne(ours), headers: { Authorization: `Bearer ${key}` }, expect }
    }
    const perSecond = async (request: Request) => (await load(request, 8, options.seconds)).perSecond
    const unauthorized = withKey('sk_test_wrong', [401])
    // One a minute gets through.
    const limited = withKey(await ours.newKey(1), [429, 200])
    const taken = await inRounds(options.rounds, {
      one: () => perSecond(getOne(ours)),
      replay: () => perSecond(replay),
      unauthorized: () => perSecond(unauthorized),
      limited: () => perSecond(limited),
      constant: () => perSecond(constant(floor)),
    })
    const { one, replay: replayed, unauthorized: refused, limited: tooMany, constant: floorConstant } = taken
    report.add(engine, REPLAY, divided(replayed, one), figures('req/s', { replay: replayed, 'get one': one }))
    report.add(
      engine,
      UNAUTHORIZED,
      divided(refused, floorConstant),
      figures('req/s', { 401: refused, constant: floorConstant }),
    )
    report.add(
      engine,
      RATE_LIMITED,
      divided(tooMany, floorConstant),
      figures('req/s', { 429: tooMany, constant: floorConstant }),
    )
  })
}
