import type { SubscriptionGate } from '../accounts/subscription.js'
import type { MoneyLimits } from '../agents/money-limits.js'
import { fingerprint } from '../idempotency/fingerprint.js'
import type { Answer, IdempotentRequest, RunOnce } from '../idempotency/run-once.js'
import type { BaseUrl } from '../kernel/named.js'
import { type AccountPrincipal, creatorOf } from '../kernel/principal.js'
import { type Clock, iso } from '../kernel/clock.js'
import { DEFAULT_CURRENCY, hasTwoDecimals } from '../kernel/currency.js'
import type { Ids } from '../kernel/ids.js'
import { invalid, problemOf } from '../kernel/problem.js'
import { toIso } from '../kernel/timestamps.js'
import type { Quarantine } from '../quarantine/quarantine.js'
import type { InsertLinkOnce } from './insert-once.repository.js'
import { assertInvoiceable } from './invoiceable-items.js'
import type { InvoicingReadiness } from './invoicing-readiness.js'
import { linkTotal } from './link-total.js'
import type { OfferedProviders } from './offered-providers.js'
import { channelOf, type LinkItem, type PaymentLink, publicItem } from './payment-link.js'
import type { CreatePaymentLinkBody } from './payment-link.bodies.js'
import { type CreatedPaymentLinkView, toCreatedPaymentLink } from './payment-link.view.js'

export const CREATE_LINK = 'POST /v1/payment_links'

export class CreatePaymentLink {
  constructor(
    private readonly quarantine: Quarantine,
    private readonly once: RunOnce,
    private readonly insertOnce: InsertLinkOnce,
    private readonly offered: OfferedProviders,
    private readonly invoicing: InvoicingReadiness,
    private readonly subscription: SubscriptionGate,
    private readonly moneyLimits: MoneyLimits,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly baseUrl: BaseUrl,
  ) {}

  /**
   * Creates a link, once per key (R103, R116). The shape of `input` has already been checked against the contract.
   *
   * Connections and subscription are checked before anything is written, but a refusal counts only if the key is new: a
   * provider that was disconnected in the meantime must not turn the retry of a success into a refusal (I33).
   *
   * @throws Problem `validation_error`, `subscription_required`, `no_active_connection`,
   *   `idempotency_key_reuse`, `request_in_flight`; `forbidden`: above a limit of the key or grant
   */
  async run(
    principal: AccountPrincipal,
    key: string,
    input: CreatePaymentLinkBody,
  ): Promise<Answer<CreatedPaymentLinkView>> {
    const link = this.draft(principal, input)
    const request: IdempotentRequest & { key: string } = {
      scope: principal,
      key,
      operation: CREATE_LINK,
      fingerprint: fingerprint(CREATE_LINK, null, identityOf(link)),
    }
    const refusal = await problemOf(() => this.assertPossible(principal, link))
    const view = toCreatedPaymentLink(link, this.baseUrl)
    for (;;) {
      if (refusal === null && (await this.insert(principal, request, link, view)))
        return { body: view, replayed: false }
      const before = await this.once.lookUp<CreatedPaymentLinkView>(request)
      if (before) return before
      if (refusal !== null) throw refusal
      await this.once.freeExpiredKey(request)
    }
  }

  /** The link as the request alone determines it, for a preview. @throws Problem `validation_error` */
  draft(principal: AccountPrincipal, input: CreatePaymentLinkBody): PaymentLink {
    const currency = (input.currency ?? DEFAULT_CURRENCY).toUpperCase()
    if (!hasTwoDecimals(currency)) throw invalid('currency', `${currency} is not a two-decimal currency`)
    if (input.invoiceable) assertInvoiceable(input.items, currency)
    const items = input.items.map(withTax)
    return {
      accountId: principal.accountId,
      livemode: principal.livemode,
      id: this.ids.next('plink'),
      slug: this.ids.slug(),
      status: 'active',
      title: input.title,
      description: input.description ?? null,
      items,
      amountCentavos: linkTotal(items),
      currency,
      customerEmail: input.customerEmail ?? null,
      customerName: input.customerName ?? null,
      expiresAt: input.expiresAt === undefined ? null : toIso(input.expiresAt, 'expiresAt'),
      metadata: input.metadata ?? {},
      providers: input.providers ?? [],
      invoiceable: input.invoiceable ?? false,
      channel: channelOf(principal),
      createdBy: creatorOf(principal),
      paidPaymentId: null,
      createdAt: iso(this.clock.now()),
    }
  }

  private async assertPossible(principal: AccountPrincipal, link: PaymentLink): Promise<void> {
    await this.quarantine.assertOff()
    if (principal.livemode) await this.subscription.assertActive(principal.accountId)
    if (link.expiresAt !== null && link.expiresAt <= link.createdAt) throw invalid('expiresAt', 'must be in the future')
    await this.offered.assertPayable(principal, link.providers, link.currency, link.amountCentavos)
    if (link.invoiceable) await this.invoicing.assertReady(principal)
    this.moneyLimits.assertOne(principal, link)
  }

  private insert(
    principal: AccountPrincipal,
    request: IdempotentRequest & { key: string },
    link: PaymentLink,
    view: CreatedPaymentLinkView,
  ): Promise<boolean> {
    const done = { ...request, status: 201, body: JSON.stringify(view), at: link.createdAt }
    return this.insertOnce.run(link, done, this.moneyLimits.counting(principal, link))
  }
}

const withTax = ({ tax, ...item }: CreatePaymentLinkBody['items'][number]): LinkItem =>
  tax === undefined ? { ...item, tax: 'iva_included' } : { ...item, tax, isTaxStated: true }

/** What the fingerprint covers: the whole request, with defaults filled in. */
function identityOf(link: PaymentLink): object {
  const { title, description, items, currency, customerEmail, customerName } = link
  const { expiresAt, metadata, providers, invoiceable } = link
  return {
    title,
    description,
    items: items.map(publicItem),
    currency,
    customerEmail,
    customerName,
    expiresAt,
    metadata,
    providers,
    invoiceable,
  }
}
