import { type ListPage, type PageStart, readPage } from '../kernel/keyset.js'
import type { AccountPrincipal } from '../kernel/principal.js'
import { notFound } from '../kernel/problem.js'
import { type Email, type EmailDeliveryView, type EmailKind, type EmailStatus, toEmailView } from '../mail/email.js'
import type { Emails } from '../mail/emails.repository.js'
import { NotReadyError } from '../mail/render-email.js'
import type { MailLog } from '../mail/mail-log.repository.js'
import type { PaymentLinks } from '../payment-links/payment-links.repository.js'
import type { Payments } from '../payments/payments.repository.js'
import type { ShowEmail, ShownEmail } from './show-email.js'

export interface SentEmail extends EmailDeliveryView {
  kind: EmailKind
  paymentId: string | null
  /** The invoicing provider writes and sends it, so that its text is not known here. */
  isByProvider: boolean
  /** Attempts to hand it to a mail server so far. */
  attempts: number
  /** In the form of `creatorOf`; null: it was sent by itself. */
  by: string | null
}

export interface EmailFilter {
  statuses?: readonly EmailStatus[]
  /** Id of a link or payment; undefined: of any. */
  about?: string
}

/** How many mails a page may look at: the index does not tell modes and states. */
const BUDGET = 2000

/** The mails of a mode for people, without the tokens that they carry. */
export class ReadSentEmails {
  constructor(
    private readonly emails: Emails,
    private readonly log: MailLog,
    private readonly links: PaymentLinks,
    private readonly payments: Payments,
    private readonly showEmail: ShowEmail,
  ) {}

  /** Newest first. A page may hold fewer than `limit`, and still have an older one. */
  async page(
    principal: AccountPrincipal,
    { statuses, about }: EmailFilter,
    { start, limit }: { start?: PageStart | undefined; limit: number },
  ): Promise<ListPage<SentEmail>> {
    const { accountId, livemode } = principal
    const payment = about === undefined ? undefined : await this.payments.find(principal, about)
    const link = about === undefined ? undefined : await this.links.find(principal, payment?.linkId ?? about)
    if (about !== undefined && !link) return { data: [], newer: null, older: null }
    const where = { accountId, ...(link && { linkId: link.id }) }
    const direction = start?.direction ?? 'older'
    const page = await readPage<Email>({
      ...{ start, limit, budget: BUDGET },
      read: (from, count) => this.log.walk(where, { direction, from }, count),
      keep: (email) =>
        email.livemode === livemode &&
        (payment === undefined || email.paymentId === payment.id) &&
        (statuses === undefined || statuses.includes(email.status)),
    })
    return { ...page, data: page.data.map(toSentEmail) }
  }

  /** @throws Problem `not_found` */
  async one(principal: AccountPrincipal, id: string): Promise<SentEmail> {
    return toSentEmail(await this.find(principal, id))
  }

  /**
   * As it was sent, or as it would be sent now. Null: it was not rendered, or its provider wrote it.
   *
   * @throws Problem `not_found`: no such mail
   */
  async letter(principal: AccountPrincipal, id: string): Promise<ShownEmail | null> {
    const email = await this.find(principal, id)
    try {
      return await this.showEmail.find(email)
    } catch (error) {
      if (error instanceof NotReadyError) return null
      throw error
    }
  }

  private async find({ accountId, livemode }: AccountPrincipal, id: string): Promise<Email> {
    const email = await this.emails.find(accountId, id)
    if (email?.livemode !== livemode) throw notFound('email')
    return email
  }
}

const toSentEmail = (email: Email): SentEmail => ({
  ...toEmailView(email),
  kind: email.kind,
  paymentId: email.paymentId,
  isByProvider: email.via === 'provider' && email.livemode,
  attempts: email.attempts,
  by: email.createdBy,
})
