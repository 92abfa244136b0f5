import { type Backoff, INVOICE_AMBIGUOUS_BACKOFF, INVOICE_OUTAGE_BACKOFF, INVOICE_POLL } from '../work/backoff.js'

export const MAX_INVOICE_DELAY_MS = Math.max(INVOICE_POLL.maxMs, INVOICE_OUTAGE_BACKOFF.maxMs)

/** After so many steps without a change. */
const delayAfter = (schedule: Backoff, tries: number): number => schedule.after(tries + 1) ?? schedule.maxMs

export const pollInterval = (tries: number): number => delayAfter(INVOICE_POLL, tries)

export const outageBackoff = (tries: number): number => delayAfter(INVOICE_OUTAGE_BACKOFF, tries)

export const ambiguousBackoff = (tries: number): number => delayAfter(INVOICE_AMBIGUOUS_BACKOFF, tries)
