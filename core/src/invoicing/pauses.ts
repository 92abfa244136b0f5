import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../kernel/clock.js'

/** Of what is under way at the provider: stamps take seconds, an acknowledgement may take three days. */
const WATCHING_MS = [
  ...[SECOND_MS, SECOND_MS, 2 * SECOND_MS, 5 * SECOND_MS, 15 * SECOND_MS],
  ...[MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS],
]
const WATCHING_LATER_MS = HOUR_MS

/** Of a provider that is away or out of stamps. */
const TROUBLE_MS = [5 * SECOND_MS, 15 * SECOND_MS, 30 * SECOND_MS, MINUTE_MS, 2 * MINUTE_MS, 5 * MINUTE_MS]
const TROUBLE_LATER_MS = 15 * MINUTE_MS

/** A call whose outcome is not known may still be under way there: it is let end before anybody looks. */
const DOUBT_MS = 15 * SECOND_MS

export const LONGEST_PAUSE_MS = Math.max(WATCHING_LATER_MS, TROUBLE_LATER_MS)

export const pauseOfWatching = (tries: number): number => WATCHING_MS[tries] ?? WATCHING_LATER_MS

export const pauseOfTrouble = (tries: number): number => TROUBLE_MS[tries] ?? TROUBLE_LATER_MS

export const pauseOfDoubt = (tries: number): number => Math.max(DOUBT_MS, pauseOfTrouble(tries))
