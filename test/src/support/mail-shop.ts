import type { PaymentLinkView } from '@paylink/core/payment-links/payment-link.view'
import type { EmailDeliveryView } from '@paylink/core/mail/email'
import type { Settings } from '@paylink/config'
import type { Account } from '@paylink/core/accounts/account'
import type { Roles } from '@paylink/core/composition/appliance'
import type { Engine } from '@paylink/core/database/engine'
import { ReceiveReport, REPORTS_PATH } from '@paylink/core/mail/receive-report'
import { eventually, type Reply, TestAppliance } from './appliance.js'
import { MailServer, type ServedMail } from './mail-server.js'
import { Merchant } from './merchants.js'

export const SENDER = 'Cobros <cobros@tienda.example>'

/** A merchant in live mode, whose mail goes to a real server on loopback. */
export class MailShop {
  private turn = 0

  private constructor(
    readonly paylink: TestAppliance,
    readonly server: MailServer,
    readonly merchant: Merchant,
    readonly key: string,
  ) {}

  static async open(engine: Engine, settings: Partial<Settings> = {}, roles?: Roles): Promise<MailShop> {
    const server = await MailServer.start()
    const mail = { smtpUrl: server.url, mailFrom: SENDER }
    const paylink = await TestAppliance.start(engine, { ...mail, ...settings }, roles)
    return MailShop.over(paylink, server)
  }

  static async over(paylink: TestAppliance, server: MailServer): Promise<MailShop> {
    const verifiedAt = paylink.clock.now().toISOString()
    const merchant = await Merchant.join(paylink, {
      changes: { name: 'Taller Luna', verifiedAt, subscription: 'active' },
    })
    await merchant.connect(true)
    const { text } = await merchant.newKey({ livemode: true })
    return new MailShop(paylink, server, merchant, text)
  }

  async close(): Promise<void> {
    await this.paylink.stop()
    await this.server.stop()
  }

  link(changes: object = {}): Promise<PaymentLinkView> {
    return this.merchant.createLink(changes, { key: this.key })
  }

  share(link: { id: string }, to = 'ana@example.com', idempotencyKey = `share-${++this.turn}`): Promise<Reply> {
    return this.merchant.post(`/v1/payment_links/${link.id}/email`, { to }, { key: this.key, idempotencyKey })
  }

  /** The mails of a link, newest first. */
  async emailsOf(link: { id: string }): Promise<any[]> {
    return (await this.merchant.get(`/v1/payment_links/${link.id}/emails`, { key: this.key })).body.data
  }

  /** Looks until the newest mail of the link reads so. */
  async until(link: { id: string }, status: string): Promise<EmailDeliveryView> {
    const emails = await eventually(
      () => this.emailsOf(link),
      ([newest]) => newest?.status === status,
    )
    return emails[0]
  }

  /** Mails a link, and waits until it is with the server. */
  async sent(
    changes: object = {},
    to = 'ana@example.com',
  ): Promise<{ link: PaymentLinkView; email: EmailDeliveryView; mail: ServedMail }> {
    const link = await this.link(changes)
    await this.share(link, to)
    const email = await this.until(link, 'sent')
    const { report_token: id } = await this.row(email)
    const mail = this.server.mails.find(({ raw }) => raw.includes(`<${id}@`))
    if (!mail) throw new Error('no mail came')
    return { link, email, mail }
  }

  /** Columns of the row that the API does not show. */
  async row(email: { id: string }): Promise<any> {
    return this.paylink.db('email_deliveries').where({ id: email.id }).first()
  }

  /** Comes back when so many attempts were made at the newest mail, and what came of the last one is written down. */
  async tried(attempts: number): Promise<any> {
    return eventually(
      () => this.paylink.db('email_deliveries').orderBy('created_at', 'desc').first(),
      (row) => row?.attempts === attempts && row.claimed_by === null,
    )
  }

  /** Hands in what a mail server reports. */
  async report(raw: string, options: { token?: string | null; query?: string } = {}): Promise<Response> {
    const { token = this.paylink.container.get(ReceiveReport).secret, query = '' } = options
    return fetch(`${this.paylink.url}${REPORTS_PATH}${query}`, {
      method: 'POST',
      headers: { 'Content-Type': 'message/rfc822', ...(token !== null && { Authorization: `Bearer ${token}` }) },
      body: raw,
    })
  }

  change(mail: Partial<Account['mail']>): Promise<void> {
    return this.merchant.change({ mail: { ...this.merchant.account.mail, ...mail } })
  }
}
