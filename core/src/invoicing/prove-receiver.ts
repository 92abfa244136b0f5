import type { Clock } from '../kernel/clock.js'
import type { RateLimiter } from '../rate-limiting/rate-limiter.js'
import { type Invoice, isOpen } from './invoice.js'
import { ProofAttempts } from './proof-attempts.js'
import { type ProofField, provesReceiver } from './receiver-proof.js'

interface Proof {
  linkId: string
  given: Partial<Record<ProofField, string>>
  /** Of the visitor. */
  address: string
}

/** The details are hidden from visitors who have not proved that they know the receiver. */
export const isGuarded = (invoice: Invoice): boolean => isOpen(invoice) || invoice.status === 'failed'

/**
 * An RFC that the SAT does not know was mistyped, so the customer cannot prove that they know it. Any other refusal
 * concerns an existing taxpayer, whose request must not be taken over by someone else.
 */
export const mayStartOver = ({ status, failureField }: Pick<Invoice, 'status' | 'failureField'>): boolean =>
  status === 'failed' && failureField === 'rfc'

/** Whether a visitor who requests an invoice must know the receiver of the last one. */
export const mustProveToRequest = (last: Invoice): boolean => isOpen(last) || !mayStartOver(last)

/** Decides whether a visitor knows the receiver of an invoice, by what they enter. */
export class ProveReceiver {
  private readonly attempts: ProofAttempts

  constructor(limiter: RateLimiter, clock: Clock) {
    this.attempts = new ProofAttempts(limiter, clock)
  }

  /** `wait`: seconds until the next attempt is allowed; 0: this one was checked. */
  run(invoice: Invoice, { linkId, given, address }: Proof): { isKnown: boolean; wait: number } {
    const wait = this.attempts.take(linkId, address)
    if (wait > 0) return { isKnown: false, wait }
    const isKnown = provesReceiver(invoice, given)
    if (!isKnown) this.attempts.recordFailure(linkId, address)
    return { isKnown, wait: 0 }
  }
}
