import type { Scope } from '../kernel/caller.js'

/**
 * `scheduled`: due at `nextAttemptAt`; `sending`: in the hands of a process; `delivered`: a 2xx came in time;
 * `exhausted`: eleven attempts failed; `stopped`: its endpoint was disabled.
 */
export type DeliveryStatus = 'scheduled' | 'sending' | 'delivered' | 'exhausted' | 'stopped'

/** One try to tell an endpoint of an event. */
export interface Attempt {
  /** When it began. */
  at: string
  /** Null: no answer came. */
  status: number | null
  ms: number
  /** Why it counts as a failure; null: it does not. */
  error: string | null
  /** How the answer began: a kilobyte at most, secrets and addresses struck out. */
  answer: string | null
}

/** One event on its way to one endpoint. */
export interface Delivery {
  id: string
  eventId: string
  type: string
  status: DeliveryStatus
  attempts: Attempt[]
  nextAttemptAt: string | null
  createdAt: string
}

/** A delivery that this process has claimed, and all it takes to send it. */
export interface Claimed extends Scope {
  id: string
  endpointId: string
  /** How many attempts were recorded before this one. */
  attempts: number
  /** Until then it is ours: the fence of what we record. */
  claimedUntil: string
  event: { id: string; payload: string }
  url: string
  sealedSecret: string
  sealedFormerSecret: string | null
  formerSecretUntil: string | null
}
