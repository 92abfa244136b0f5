import { timingSafeEqual } from 'node:crypto'
import type { Sealer } from '../secrets/sealer.js'
import { TOKEN } from './new-email.js'

const MAC_LENGTH = 32
const LONGEST_LOCAL_PART = 64
const IN_ENVELOPE = new RegExp(`[+](${TOKEN})@`, 'i')
const IN_MESSAGE_ID = new RegExp(`^(${TOKEN})@`, 'i')

/** Every address by which something comes back to a mail: of pages, of its envelope, of its own. */
export class MailAddresses {
  constructor(
    private readonly sealer: Sealer,
    private readonly baseUrl: string,
  ) {}

  /** The page of the link; that it was asked for says that the mail arrived. */
  link(slug: string, token: string): string {
    return `${this.baseUrl}/p/${slug}?m=${token}`
  }

  /** Where the customer asks for the invoice of a paid link, and has it afterwards. */
  invoice(slug: string): string {
    return `${this.baseUrl}/p/${slug}/invoice`
  }

  /** Asks before it does anything, unless it is posted to (RFC 8058). */
  unsubscribe(token: string): string {
    return `${this.baseUrl}/mail/${token}/unsubscribe?s=${this.unsubscribeMac(token)}`
  }

  pixel(token: string): string {
    return `${this.baseUrl}/mail/${token}/open.gif`
  }

  /** The token also stands in addresses that customers pass on: to unsubscribe takes more. */
  mayUnsubscribe(token: string, mac: unknown): boolean {
    const expected = Buffer.from(this.unsubscribeMac(token))
    const given = Buffer.from(typeof mac === 'string' ? mac : '')
    return given.length === expected.length && timingSafeEqual(given, expected)
  }

  /** Where other servers report on this one mail (VERP): `bounces+{token}@example.com`. */
  envelopeFrom(bounces: string, reportToken: string): string {
    const at = bounces.lastIndexOf('@')
    const local = `${bounces.slice(0, at)}+${reportToken}`
    // A server need not take a longer one (RFC 5321, 4.5.3.1.1): reports then quote the mail's id, and that will do.
    return local.length > LONGEST_LOCAL_PART ? bounces : local + bounces.slice(at)
  }

  /** Without angle brackets. The same at every attempt, so that a mail that came twice shows once. */
  messageId(from: string, reportToken: string): string {
    return `${reportToken}${from.slice(from.lastIndexOf('@'))}`
  }

  /** The mail that a report is about, if one of these addresses says so. */
  reportTokenIn(envelopeFrom: readonly string[], messageIds: readonly string[]): string | null {
    for (const address of envelopeFrom) {
      const token = IN_ENVELOPE.exec(address)?.[1]
      if (token) return token.toLowerCase()
    }
    for (const id of messageIds) {
      const token = IN_MESSAGE_ID.exec(id)?.[1]
      if (token) return token.toLowerCase()
    }
    return null
  }

  private unsubscribeMac(token: string): string {
    return this.sealer.authenticate('unsubscribe', token).slice(0, MAC_LENGTH)
  }
}
