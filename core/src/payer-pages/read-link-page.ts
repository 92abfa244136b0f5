import type { Account } from '../accounts/account.js'
import type { Accounts } from '../accounts/accounts.repository.js'
import type { Logo } from '../accounts/logo.js'
import type { Generation } from '../database/generation.js'
import type { MailRoutes } from '../mail/mail-routes.js'
import { originsOf } from '../web/page-headers.js'
import type { Invoices } from '../invoicing/invoices.repository.js'
import type { Clock } from '../kernel/clock.js'
import type { PageLocale } from '../kernel/choose-locale.js'
import { isMailbox } from '../kernel/mailbox.js'
import type { OfferedProviders } from '../payment-links/offered-providers.js'
import type { PaymentLink } from '../payment-links/payment-link.js'
import type { PaymentLinks } from '../payment-links/payment-links.repository.js'
import type { Payment } from '../payments/payment.js'
import type { Payments } from '../payments/payments.repository.js'
import type { ProviderRegistry } from '../plugin-host/registry.js'
import { type PageFacts, type PaymentPageView, toPaymentPageView } from './payment-page.view.js'

export interface LinkAndAccount {
  link: PaymentLink
  account: Account
}

export interface PageSources {
  links: Pick<PaymentLinks, 'findBySlug'>
  payments: Pick<Payments, 'find' | 'findOpen' | 'findLatest'>
  invoices: Pick<Invoices, 'latestOf'>
  accounts: Pick<Accounts, 'find' | 'logo'>
  offered: Pick<OfferedProviders, 'of'>
  registry: Pick<ProviderRegistry, 'ids' | 'plugin' | 'provider'>
  generation: Pick<Generation, 'refresh'>
  mailRoutes: Pick<MailRoutes, 'live'>
  clock: Clock
  baseUrl: string
}

/** Reads what the pages of a link show. Writes nothing, and calls no provider. */
export class ReadLinkPage {
  private readonly basePath: string

  constructor(private readonly from: PageSources) {
    this.basePath = new URL(from.baseUrl).pathname.replace(/\/$/, '')
  }

  /** Undefined: no such link. */
  async find(slug: string): Promise<LinkAndAccount | undefined> {
    await this.from.generation.refresh()
    const link = slug.includes('\0') ? undefined : await this.from.links.findBySlug(slug)
    const account = link && (await this.from.accounts.find(link.accountId))
    return link && account && { link, account }
  }

  async facts({ link: found, account }: LinkAndAccount): Promise<PageFacts> {
    let link = found
    let open = link.status === 'processing' ? await this.from.payments.findOpen(link, link.id) : undefined
    if (link.status === 'processing' && !open) {
      // It ended between the two reads.
      link = (await this.from.links.findBySlug(link.slug)) ?? link
      open = link.status === 'processing' ? await this.from.payments.findOpen(link, link.id) : undefined
    }
    const offered = link.status === 'active' || link.status === 'processing' ? await this.from.offered.of(link) : []
    const isPaid = link.status === 'paid' && link.paidPaymentId !== null
    const paid = isPaid ? await this.from.payments.find(link, link.paidPaymentId ?? '') : undefined
    const invoice = paid && link.invoiceable ? await this.from.invoices.latestOf(paid.id) : undefined
    const mailsReceipt = this.mailsReceipt(account, link, open)
    return { link, account, offered: offered.map(({ provider }) => provider), open, paid, invoice, mailsReceipt }
  }

  /** Promises a receipt only if the address is known already; one is queued when the link is paid. */
  private mailsReceipt({ mail }: Account, link: PaymentLink, open: Payment | undefined): boolean {
    const address = open?.customerEmail ?? link.customerEmail
    return (
      mail.receipts && address !== null && isMailbox(address) && (!link.livemode || this.from.mailRoutes.live !== null)
    )
  }

  view(facts: PageFacts, locale: PageLocale, langQuery = ''): PaymentPageView {
    const path = `/p/${encodeURIComponent(facts.link.slug)}`
    const [address, url] = [this.basePath + path, this.from.baseUrl + path]
    const now = this.from.clock.now()
    return toPaymentPageView(facts, this.from.registry, { locale, now, address, url, langQuery })
  }

  /** Where a form of the page may lead: to this server, or to a provider of the link. */
  formTargets({ offered, open }: PageFacts): string[] {
    const providers = open ? [...offered, open.provider] : offered
    const origins = providers.flatMap((id) => this.from.registry.plugin(id)?.manifest.checkoutOrigins ?? [])
    return originsOf([this.from.baseUrl, ...origins, open?.redirectUrl])
  }

  isProvider(value: string, { open }: PageFacts): boolean {
    return this.from.registry.ids().includes(value) || open?.provider === value
  }

  /** The last payment ended unpaid. */
  async didLastAttemptFail({ link }: PageFacts): Promise<boolean> {
    const last = await this.from.payments.findLatest(link, link.id)
    return last?.status === 'failed' || last?.status === 'canceled'
  }

  logo({ id }: Account): Promise<Logo | undefined> {
    return this.from.accounts.logo(id)
  }
}
