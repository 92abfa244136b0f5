import type { AccountPrincipal } from '../kernel/principal.js'
import { notFound } from '../kernel/problem.js'
import type { PaymentLinks } from '../payment-links/payment-links.repository.js'
import { type EmailDeliveryView, toEmailView } from '../mail/email.js'
import type { Emails } from '../mail/emails.repository.js'

/** As the contract documents it (R180). */
const MAX_LISTED = 50

export class ReadEmails {
  constructor(
    private readonly links: PaymentLinks,
    private readonly emails: Emails,
  ) {}

  /**
   * The latest fifty mails of a link, newest first (R128): requests, reminders, receipts and invoices.
   *
   * @throws Problem `not_found`
   */
  async ofLink({ accountId, livemode }: AccountPrincipal, linkId: string): Promise<EmailDeliveryView[]> {
    if (!(await this.links.find({ accountId, livemode }, linkId))) throw notFound('payment link')
    return (await this.emails.list({ accountId, livemode, linkId }, MAX_LISTED)).map(toEmailView)
  }
}
