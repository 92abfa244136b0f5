import type { Account } from '../accounts/account.js'
import type { MailRoutes } from '../mail/mail-routes.js'
import { originsOf } from '../web/page-headers.js'
import type { ReadPayerInvoice } from '../invoicing/read-payer-invoice.js'
import type { Clock } from '../kernel/clock.js'
import type { PageLocale } from '../kernel/choose-locale.js'
import { isMailbox } from '../kernel/mailbox.js'
import type { BaseUrl } from '../kernel/named.js'
import type { OfferedProviders } from '../payment-links/offered-providers.js'
import type { PaymentLink } from '../payment-links/payment-link.js'
import type { Logo } from '../accounts/logo.js'
import type { LinkAndAccount, ReadPublicLink } from '../payment-links/read-public-link.js'
import type { Payment } from '../payments/payment.js'
import type { ReadLinkPayments } from '../payments/read-link-payments.js'
import type { Plugins } from '../plugin-host/registry.js'
import { basePathOf } from '../web/base-path.js'
import { type PageFacts, type PaymentPageView, toPaymentPageView } from './payment-page.view.js'

/** Reads what the pages of a link show. Writes nothing, and calls no provider. */
export class ReadLinkPage {
  private readonly basePath: string

  constructor(
    private readonly links: ReadPublicLink,
    private readonly payments: ReadLinkPayments,
    private readonly invoices: ReadPayerInvoice,
    private readonly offered: OfferedProviders,
    private readonly plugins: Plugins,
    private readonly mailRoutes: MailRoutes,
    private readonly clock: Clock,
    private readonly baseUrl: BaseUrl,
  ) {
    this.basePath = basePathOf(baseUrl)
  }

  /** Undefined: no such link. */
  find(slug: string): Promise<LinkAndAccount | undefined> {
    return this.links.run(slug)
  }

  async facts({ link: found, account }: LinkAndAccount): Promise<PageFacts> {
    const { link, open, paid } = await this.payments.run(found)
    const offered = link.status === 'active' || link.status === 'processing' ? await this.offered.listFor(link) : []
    const invoice = paid && link.invoiceable ? await this.invoices.latestOf(paid.id) : undefined
    const mailsReceipt = this.mailsReceipt(account, link, open)
    return { link, account, offered: offered.map(({ provider }) => provider), open, paid, invoice, mailsReceipt }
  }

  /** Promises a receipt only if the address is known already; one is queued when the link is paid. */
  private mailsReceipt({ mail }: Account, link: PaymentLink, open: Payment | undefined): boolean {
    const address = open?.customerEmail ?? link.customerEmail
    return mail.receipts && address !== null && isMailbox(address) && (!link.livemode || this.mailRoutes.live !== null)
  }

  view(facts: PageFacts, locale: PageLocale, langQuery = ''): PaymentPageView {
    const path = `/p/${encodeURIComponent(facts.link.slug)}`
    const [address, url] = [this.basePath + path, this.baseUrl + path]
    const now = this.clock.now()
    return toPaymentPageView(facts, this.plugins, { locale, now, address, url, langQuery })
  }

  /** Where a form of the page may lead: to this server, or to a provider of the link. */
  formTargets({ offered, open }: PageFacts): string[] {
    const providers = open ? [...offered, open.provider] : offered
    const origins = providers.flatMap(
      (id) => this.plugins.plugin('payment-provider', id)?.manifest.checkoutOrigins ?? [],
    )
    return originsOf([this.baseUrl, ...origins, open?.redirectUrl])
  }

  isProvider(value: string, { open }: PageFacts): boolean {
    return this.plugins.ids('payment-provider').includes(value) || open?.provider === value
  }

  /** The last payment ended unpaid. */
  didLastAttemptFail({ link }: PageFacts): Promise<boolean> {
    return this.payments.didLastFail(link)
  }

  logo(found: LinkAndAccount): Promise<Logo | undefined> {
    return this.links.logo(found)
  }
}
