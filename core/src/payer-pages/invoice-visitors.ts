import type { Invoice } from '../invoicing/invoice.js'
import { isGuarded, type ProveReceiver } from '../invoicing/prove-receiver.js'
import type { Clock } from '../kernel/clock.js'
import type { BaseUrl } from '../kernel/named.js'
import type { Sealer } from '../secrets/sealer.js'
import { type Cookie, ReceiverCookie } from './receiver-cookie.js'

type Proof = Parameters<ProveReceiver['run']>[1] & {
  /** The `Cookie` header of the request. */
  cookies: string | undefined
}

/** Decides which visitors of an invoice's page know its receiver. */
export class InvoiceVisitors {
  private readonly cookie: ReceiverCookie

  constructor(
    private readonly proveReceiver: ProveReceiver,
    sealer: Sealer,
    clock: Clock,
    baseUrl: BaseUrl,
  ) {
    this.cookie = new ReceiverCookie(sealer, clock, baseUrl)
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
    proof: Proof,
    isNeeded: (last: Invoice) => boolean = () => true,
  ): { isKnown: boolean; wait: number } {
    if (this.isKnown(proof.cookies, invoice)) return { isKnown: true, wait: 0 }
    if (!invoice || !isGuarded(invoice) || !isNeeded(invoice)) return { isKnown: false, wait: 0 }
    return this.proveReceiver.run(invoice, proof)
  }

  /** Remembers in the browser that it knows the receiver. @param path of the invoice's page */
  cookieFor(path: string, invoice: Invoice): Cookie {
    return this.cookie.issue(path, invoice)
  }
}
