import type { BaseUrl } from '../kernel/named.js'
import { timingSafeEqual } from 'node:crypto'
import type { Sealer } from '../secrets/sealer.js'

/** 129 bits, in an alphabet that survives mail servers that change case. */
export const EMAIL_TOKEN_LENGTH = 25
export const EMAIL_TOKEN = `[0-9a-z]{${EMAIL_TOKEN_LENGTH}}`
const MAC_LENGTH = 32
const MAX_LOCAL_PART_LENGTH = 64
const TOKEN_IN_ENVELOPE = new RegExp(`[+](${EMAIL_TOKEN})@`, 'i')
const TOKEN_IN_MESSAGE_ID = new RegExp(`^(${EMAIL_TOKEN})@`, 'i')

/** The addresses that identify an email: its URLs, its envelope sender (VERP) and its Message-ID. */
export class MailAddresses {
  constructor(
    private readonly sealer: Sealer,
    private readonly baseUrl: BaseUrl,
  ) {}

  /** The payment page. A request with this token proves that the email arrived. */
  linkUrl(slug: string, token: string): string {
    return `${this.baseUrl}/p/${slug}?m=${token}`
  }

  /** Where the customer requests the invoice of a paid link and downloads it later. */
  invoiceUrl(slug: string): string {
    return `${this.baseUrl}/p/${slug}/invoice`
  }

  /** GET shows a confirmation page; only POST unsubscribes (RFC 8058). */
  unsubscribeUrl(token: string): string {
    return `${this.baseUrl}/mail/${token}/unsubscribe?s=${this.unsubscribeMac(token)}`
  }

  /** The same as it may be shown to others: it unsubscribes none. */
  get maskedUnsubscribeUrl(): string {
    return `${this.baseUrl}/mail/…/unsubscribe`
  }

  /** The dashboard's page of a month, for the accountant. */
  sheetUrl(month: string): string {
    return `${this.baseUrl}/dashboard/accountant?month=${month}`
  }

  pixelUrl(token: string): string {
    return `${this.baseUrl}/mail/${token}/open.gif`
  }

  /** The token is also in links that customers forward, so unsubscribing needs a MAC as well. */
  isUnsubscribeMac(token: string, mac: unknown): boolean {
    const expected = Buffer.from(this.unsubscribeMac(token))
    const given = Buffer.from(typeof mac === 'string' ? mac : '')
    return given.length === expected.length && timingSafeEqual(given, expected)
  }

  /** A return path per email (VERP): `bounces+{token}@example.com`. */
  envelopeFrom(bounces: string, reportToken: string): string {
    const at = bounces.lastIndexOf('@')
    const local = `${bounces.slice(0, at)}+${reportToken}`
    // Servers may reject a longer one (RFC 5321, 4.5.3.1.1). A report is then matched by the Message-ID it quotes.
    return local.length > MAX_LOCAL_PART_LENGTH ? bounces : local + bounces.slice(at)
  }

  /** Without angle brackets. The same at every attempt, so that mail programs show a duplicate once. */
  messageId(from: string, reportToken: string): string {
    return `${reportToken}${from.slice(from.lastIndexOf('@'))}`
  }

  /** The report token in a report's addresses or Message-IDs; null: none. */
  findReportToken(envelopeFrom: readonly string[], messageIds: readonly string[]): string | null {
    for (const address of envelopeFrom) {
      const token = TOKEN_IN_ENVELOPE.exec(address)?.[1]
      if (token) return token.toLowerCase()
    }
    for (const id of messageIds) {
      const token = TOKEN_IN_MESSAGE_ID.exec(id)?.[1]
      if (token) return token.toLowerCase()
    }
    return null
  }

  /** In letters that were sent: it must work for as long as a customer keeps them. */
  private unsubscribeMac(token: string): string {
    return this.sealer.authenticateLasting('unsubscribe', token).slice(0, MAC_LENGTH)
  }
}
