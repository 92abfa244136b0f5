import type { Account } from '../accounts/account.js'
import type { Invoice } from '../invoicing/invoice.js'
import type { PageLocale } from '../kernel/choose-locale.js'
import { linkLines, type LinkLines } from '../payment-links/link-lines.js'
import { checkoutEndsAt, isPastCutOff, type PaymentLink, statusAt } from '../payment-links/payment-link.js'
import { isBeingCreated, type Payment } from '../payments/payment.js'
import type { Plugins } from '../plugin-host/registry.js'
import { voucherOf, type VoucherView } from './voucher.view.js'
import { wayOf, waysToPay, type WayToPay } from './ways-to-pay.js'

/** State of a link, for its payer. */
export type PageState =
  | { name: 'payable'; ways: WayToPay[] }
  /** `startOver`: ways of a new checkout after the open one is closed; none when it is too late for that. */
  | { name: 'processing'; way: WayToPay; startOver: WayToPay[] }
  /** Not known yet whether the provider created the checkout. */
  | { name: 'opening'; way: WayToPay | null }
  | { name: 'voucher'; way: WayToPay; voucher: VoucherView; startOver: WayToPay[] }
  /** `invoice`: can be requested, or viewed. */
  | { name: 'paid'; payment: PaidView | null; invoice: 'none' | 'request' | 'view' }
  | { name: 'expired' }
  | { name: 'disabled' }
  | { name: 'cut_off' }
  /** No provider can take the payment now. */
  | { name: 'unavailable' }

export interface PaidView {
  id: string
  paidAt: string | null
  method: string | null
  isManual: boolean
  isRefunded: boolean
  amountRefunded: number
}

/** Everything that the pages of a link show. */
export interface PaymentPageView extends LinkLines {
  locale: PageLocale
  now: Date
  /** `/p/{slug}` */
  address: string
  /** The absolute URL, for sharing. */
  url: string
  /** `?lang=en` if the payer chose a language: links of the page keep it. */
  langQuery: string
  livemode: boolean
  merchant: Pick<Account, 'name'> & Account['brand']
  title: string
  description: string | null
  amountCentavos: number
  currency: string
  expiresAt: string | null
  /** No checkout can start after this. */
  checkoutEndsAt: string | null
  /** The payer can request an invoice after paying. */
  isInvoiceable: boolean
  /** The payer will get a confirmation by email. */
  mailsReceipt: boolean
  state: PageState
}

/** What is known of a link when its page is requested. */
export interface PageFacts {
  link: PaymentLink
  account: Account
  /** Ids of the providers that can take the payment. */
  offered: readonly string[]
  open: Payment | undefined
  paid: Payment | undefined
  /** The latest invoice of the payment. */
  invoice: Invoice | undefined
  /** The payer will get a confirmation by email. */
  mailsReceipt: boolean
}

export function toPaymentPageView(
  facts: PageFacts,
  registry: Plugins,
  at: Pick<PaymentPageView, 'locale' | 'now' | 'address' | 'url' | 'langQuery'>,
): PaymentPageView {
  const { link, account } = facts
  return {
    livemode: link.livemode,
    merchant: { name: account.name, ...account.brand },
    title: link.title,
    description: link.description,
    amountCentavos: link.amountCentavos,
    currency: link.currency,
    expiresAt: link.expiresAt,
    checkoutEndsAt: checkoutEndsAt(link),
    isInvoiceable: link.invoiceable,
    mailsReceipt: facts.mailsReceipt,
    state: stateOf(facts, registry, at),
    ...linkLines(link),
    ...at,
  }
}

function stateOf(
  { link, offered, open, paid, invoice }: PageFacts,
  registry: Plugins,
  { locale, now }: { locale: PageLocale; now: Date },
): PageState {
  const total = { amount: link.amountCentavos, currency: link.currency }
  const ways = (): WayToPay[] => waysToPay(registry, offered, total, locale)
  const status = statusAt(link, now)
  switch (status) {
    case 'active':
      if (isPastCutOff(link, now)) return { name: 'cut_off' }
      return offered.length > 0 ? { name: 'payable', ways: ways() } : { name: 'unavailable' }
    case 'processing': {
      if (!open) return { name: 'opening', way: null }
      const way = wayOf(registry, open.provider, total, locale)
      if (isBeingCreated(open) || open.redirectUrl === null) return { name: 'opening', way }
      const voucher = voucherOf(open, now)
      const others = isPastCutOff(link, now) ? [] : ways()
      if (voucher) return { name: 'voucher', way, voucher, startOver: others }
      return { name: 'processing', way, startOver: sameFirst(others, open.provider) }
    }
    case 'paid':
      return {
        name: 'paid',
        payment: paid ? toPaidView(paid) : null,
        invoice: invoiceOf(link, paid, invoice),
      }
    default:
      return { name: status }
  }
}

function invoiceOf(
  link: PaymentLink,
  paid: Payment | undefined,
  invoice: Invoice | undefined,
): 'none' | 'request' | 'view' {
  if (!link.invoiceable) return 'none'
  if (invoice?.status === 'stamped' || invoice?.status === 'cancel_pending') return 'view'
  return paid?.status === 'succeeded' || invoice !== undefined ? 'request' : 'none'
}

const sameFirst = (ways: WayToPay[], provider: string): WayToPay[] => [
  ...ways.filter((way) => way.provider === provider),
  ...ways.filter((way) => way.provider !== provider),
]

const toPaidView = (payment: Payment): PaidView => ({
  id: payment.id,
  paidAt: payment.paidAt,
  method: payment.method,
  isManual: payment.provider === 'manual',
  isRefunded: payment.status === 'refunded',
  amountRefunded: payment.amountRefunded,
})
