import { type Invoice, isOpen } from '../invoicing/invoice.js'
import type { Clock } from '../kernel/clock.js'
import type { BaseUrl } from '../kernel/named.js'
import type { RateLimiter } from '../rate-limiting/rate-limiter.js'
import type { Sealer } from '../secrets/sealer.js'
import { ProofAttempts } from './proof-attempts.js'
import { type Cookie, ReceiverCookie } from './receiver-cookie.js'
import { provesReceiver } from './receiver-proof.js'
import type { TypedReceiver } from './typed-receiver.js'

interface Proof {
  /** The `Cookie` header of the request. */
  cookies: string | undefined
  linkId: string
  typed: TypedReceiver
  /** Of the visitor. */
  address: string
}

/** The details are hidden from visitors who have not proved that they know the receiver. */
export const isGuarded = (invoice: Invoice): boolean => isOpen(invoice) || invoice.status === 'failed'

/** Decides which visitors of an invoice's page know its receiver. */
export class InvoiceVisitors {
  private readonly cookie: ReceiverCookie
  private readonly attempts: ProofAttempts

  constructor(sealer: Sealer, limiter: RateLimiter, clock: Clock, baseUrl: BaseUrl) {
    this.cookie = new ReceiverCookie(sealer, clock, baseUrl)
    this.attempts = new ProofAttempts(limiter, clock)
  }

  /** @param cookies the `Cookie` header of the request */
  isKnown(cookies: string | undefined, invoice: Invoice | undefined): boolean {
    return invoice !== undefined && this.cookie.isValidFor(cookies, invoice)
  }

  /**
   * By the cookie, or by what was typed if that is needed. `wait`: seconds until the next attempt is allowed; 0: this one
   * was checked.
   */
  check(
    invoice: Invoice | undefined,
    { cookies, linkId, typed, address }: Proof,
    isNeeded: (last: Invoice) => boolean = () => true,
  ): { isKnown: boolean; wait: number } {
    if (this.isKnown(cookies, invoice)) return { isKnown: true, wait: 0 }
    if (!invoice || !isGuarded(invoice) || !isNeeded(invoice)) return { isKnown: false, wait: 0 }
    const wait = this.attempts.take(linkId, address)
    if (wait > 0) return { isKnown: false, wait }
    const isKnown = provesReceiver(invoice, typed)
    if (!isKnown) this.attempts.recordFailure(linkId, address)
    return { isKnown, wait: 0 }
  }

  /** Remembers in the browser that it knows the receiver. @param path of the invoice's page */
  cookieFor(path: string, invoice: Invoice): Cookie {
    return this.cookie.issue(path, invoice)
  }
}
