import { cookieValues } from '../web/cookies.js'
import type { Invoice } from '../invoicing/invoice.js'
import { type Clock, MINUTE_MS } from '../kernel/clock.js'
import type { Sealer } from '../secrets/sealer.js'

const NAME = 'invoice_receiver'
const PURPOSE = 'invoice receiver'
const LIFETIME_MS = 15 * MINUTE_MS
const VALUE = /^(\d{1,15})\.([0-9a-f]{64})$/

export interface Cookie {
  name: string
  value: string
  options: { path: string; maxAge: number; httpOnly: true; sameSite: 'lax'; secure: boolean }
}

/** Remembers for 15 minutes that this browser knows the receiver of one invoice. */
export class ReceiverCookie {
  private readonly isSecure: boolean

  constructor(
    private readonly sealer: Pick<Sealer, 'authenticate' | 'isAuthentic'>,
    private readonly clock: Clock,
    baseUrl: string,
  ) {
    this.isSecure = new URL(baseUrl).protocol === 'https:'
  }

  /** @param path of the invoice's page: the cookie is sent nowhere else */
  issue(path: string, invoice: Pick<Invoice, 'id' | 'livemode'>): Cookie {
    const expires = String(this.clock.now().getTime() + LIFETIME_MS)
    const options = { path, maxAge: LIFETIME_MS, httpOnly: true, sameSite: 'lax', secure: this.isSecure } as const
    return { name: NAME, value: `${expires}.${this.sealer.authenticate(PURPOSE, signed(invoice, expires))}`, options }
  }

  /** @param header the `Cookie` header of a request */
  isValidFor(header: string | undefined, invoice: Pick<Invoice, 'id' | 'livemode'>): boolean {
    return cookieValues(header, NAME).some((value) => {
      const [, expires = '', signature = ''] = VALUE.exec(value) ?? []
      if (!this.sealer.isAuthentic(PURPOSE, signed(invoice, expires), signature)) return false
      return this.clock.now().getTime() < Number(expires)
    })
  }
}

const signed = ({ id, livemode }: Pick<Invoice, 'id' | 'livemode'>, expires: string): string =>
  [id, livemode ? 'live' : 'test', expires].join('|')
