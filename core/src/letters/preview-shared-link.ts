import type { Accounts } from '../accounts/accounts.repository.js'
import { type Clock, iso } from '../kernel/clock.js'
import type { AccountPrincipal } from '../kernel/principal.js'
import { notFound } from '../kernel/problem.js'
import type { MailAddresses } from '../mail/addresses.js'
import type { Email } from '../mail/email.js'
import { subjectOf } from '../mail/subjects.js'
import type { PaymentLinks } from '../payment-links/payment-links.repository.js'
import type { ShowEmail } from './show-email.js'

/** Stands for the tokens of an email; taken out of the preview again. */
const TOKEN = 'preview'
const NO_MOMENTS: Email['moments'] = {
  ...{ sent: null, delivered: null, bounced: null, opened: null, clicked: null, complained: null },
  unsubscribed: null,
}

/** The email that sharing a link would send now. Nothing is stored, and nothing is sent. */
export class PreviewSharedLink {
  constructor(
    private readonly accounts: Accounts,
    private readonly links: PaymentLinks,
    private readonly showEmail: ShowEmail,
    private readonly addresses: MailAddresses,
    private readonly clock: Clock,
  ) {}

  /**
   * To the link's customer. Self-contained, with the logo as a data URL.
   *
   * @throws Problem `not_found`
   */
  async run(principal: AccountPrincipal, linkId: string): Promise<string> {
    const { accountId, livemode } = principal
    const [account, link] = await Promise.all([this.accounts.find(accountId), this.links.find(principal, linkId)])
    if (!account || !link) throw notFound('payment link')
    const email: Email = {
      ...{ id: TOKEN, accountId, livemode, kind: 'request', linkId, paymentId: null, status: 'queued', error: null },
      to: link.customerEmail ?? '',
      subject: subjectOf('request', account.brand.locale, account.name, link.title),
      ...{ token: TOKEN, reportToken: TOKEN, once: null, via: null, attempts: 0, createdBy: null },
      ...{ createdAt: iso(this.clock.now()), moments: NO_MOMENTS, temporaryFailedAt: null },
    }
    const { html } = await this.showEmail.run(email)
    return html.replaceAll(`?m=${TOKEN}`, '').replaceAll(this.addresses.pixelUrl(TOKEN), 'data:,')
  }
}
