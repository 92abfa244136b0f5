import type { Scope } from '../kernel/principal.js'
import type { Claimed } from '../work/claim.js'

/**
 * `scheduled`: due at `nextAttemptAt`; `sending`: claimed by a worker; `delivered`: a 2xx came in time;
 * `exhausted`: eleven attempts failed; `stopped`: its endpoint was disabled, or
 * its receiver may have had the event in a gap of what is known here.
 */
export type DeliveryStatus = 'scheduled' | 'sending' | 'delivered' | 'exhausted' | 'stopped'

/** One try to deliver an event to an endpoint. */
export interface Attempt {
  /** When it began. */
  at: string
  /** HTTP status; null: no answer. */
  status: number | null
  ms: number
  /** Why it failed; null: it did not. */
  error: string | null
  /** The start of the answer: at most a kilobyte, secrets and addresses redacted. */
  answer: string | null
}

/** One event for one endpoint. */
export interface Delivery {
  id: string
  eventId: string
  type: string
  status: DeliveryStatus
  attempts: Attempt[]
  nextAttemptAt: string | null
  createdAt: string
}

/** A delivery that this process has claimed, with everything needed to send it. */
export interface ClaimedDelivery extends Scope, Claimed {
  endpointId: string
  /** Attempts recorded before this one. */
  attempts: number
  event: { id: string; payload: string }
  url: string
  sealedSecret: string
  sealedFormerSecret: string | null
  formerSecretUntil: string | null
}
