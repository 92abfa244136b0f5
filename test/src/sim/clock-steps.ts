import type { Story, World } from './world.js'

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

const SHORT = [SECOND, 5 * SECOND, 11 * SECOND, 20 * SECOND, 31 * SECOND, MINUTE, 3 * MINUTE]
const HOURS = [31 * MINUTE, HOUR, 65 * MINUTE]
const DAYS = [6 * HOUR, DAY, 3 * DAY, 8 * DAY]

/** Waits short enough for all due work to run. */
const WAITS: Record<Story, readonly number[]> = {
  crowd: [MINUTE, 6 * MINUTE, 31 * MINUTE],
  late: [2 * MINUTE, 31 * MINUTE, 65 * MINUTE, 6.1 * HOUR, DAY, 3 * DAY],
  doubt: [2 * MINUTE, 65 * MINUTE, DAY, 2 * DAY, 8 * DAY],
  invoices: [SECOND, 16 * SECOND, MINUTE, 6 * MINUTE, 65 * MINUTE, DAY],
}
/** Without reconciliation, what waits for days is rightly given up. */
const MAX_UNSWEPT = 65 * MINUTE

/** How far the clock jumps, past waiting alarms. */
export function clockStep(world: World): number {
  const { decisions, scheduler, options } = world
  const next = scheduler.untilNextAlarm() ?? SECOND
  const steps = [next, next, next, ...SHORT]
  const kind = decisions.below(steps.length + (options.profile === 'reconciliation-off' ? 1 : 4))
  const step = steps[kind]
  if (step !== undefined) return step
  if (kind === steps.length) return decisions.pick(HOURS)
  if (kind === steps.length + 1) return decisions.pick(DAYS)
  return untilSomethingEnds(world)
}

export function waitStep(world: World): number {
  const { decisions, options } = world
  const { story, profile } = options
  if (profile === 'reconciliation-off') return decisions.pick(WAITS[story].filter((ms) => ms <= MAX_UNSWEPT))
  const kind = decisions.below(8)
  if (kind >= (world.providers.some(({ isDown }) => isDown) ? 3 : 6)) return untilSomethingIsDue(world)
  return kind === 0 ? untilSomethingEnds(world) : decisions.pick(WAITS[story])
}

/** To the next verification in the schedule. */
function untilSomethingIsDue({ checker, nowMs }: World): number {
  const due = [...checker.snapshot.payments.values()].flatMap(({ reconcile_after }) =>
    reconcile_after !== null && Date.parse(reconcile_after) > nowMs ? [Date.parse(reconcile_after)] : [],
  )
  return due.length === 0 ? MINUTE : Math.min(...due) - nowMs + SECOND
}

/** To the very moment at which something ends, or one millisecond before. */
function untilSomethingEnds({ decisions, sessions, checker, nowMs }: World): number {
  const linkEnds = [...checker.snapshot.links.values()].flatMap(({ expires_at }) =>
    expires_at ? [Date.parse(expires_at), Date.parse(expires_at) - 30 * MINUTE] : [],
  )
  const sessionEnds = sessions
    .filter(({ status }) => status === 'open' || status === 'processing')
    .map(({ expiresAt }) => expiresAt)
  const ends = [...sessionEnds, ...linkEnds].filter((at) => at > nowMs + 1)
  if (ends.length === 0) return SECOND
  return decisions.pick(ends) - nowMs - decisions.below(2)
}
