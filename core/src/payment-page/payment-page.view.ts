import type { Account } from '../accounts/account.js'
import type { Invoice } from '../invoicing/invoice.js'
import type { PageLocale } from '../kernel/choose-locale.js'
import { type LinkLines, linkLines } from '../payment-links/link-lines.js'
import { isPastCutOff, type PaymentLink, statusAt } from '../payment-links/payment-link.js'
import { isBeingCreated, type Payment } from '../payments/payment.js'
import type { ProviderRegistry } from '../plugin-host/registry.js'
import { wayOf, waysToPay, type WayToPay } from './ways-to-pay.js'

/** What the payer can do, or has done. */
export type PageState =
  | { name: 'payable'; ways: WayToPay[] }
  /** `startOver`: the ways of a new checkout, once the open one is closed; none when it is too late for that. */
  | { name: 'processing'; way: WayToPay; startOver: WayToPay[] }
  /** It is not known yet whether the provider has a checkout. */
  | { name: 'opening'; way: WayToPay | null }
  | { name: 'voucher'; way: WayToPay; voucher: Voucher }
  /** `hasInvoicePage`: an invoice of it can be asked for, or was. */
  | { name: 'paid'; payment: PaidWith | null; hasInvoicePage: boolean }
  | { name: 'expired' }
  | { name: 'disabled' }
  | { name: 'cut_off' }
  /** No provider takes it now. */
  | { name: 'unavailable' }

export interface Voucher {
  reference: string
  instructionsUrl: string | null
  expiresAt: string | null
  isLapsed: boolean
}

export interface PaidWith {
  id: string
  paidAt: string | null
  method: string | null
  isManual: boolean
  isRefunded: boolean
  amountRefunded: number
}

/** Everything that a page of a link shows. */
export interface PaymentPageView extends LinkLines {
  locale: PageLocale
  now: Date
  /** `/p/{slug}` */
  address: string
  /** The same with the server's name, as it is shared. */
  url: string
  livemode: boolean
  merchant: Pick<Account, 'name'> & Account['brand']
  title: string
  description: string | null
  amountCentavos: number
  currency: string
  expiresAt: string | null
  state: PageState
}

/** What is known of a link when its page is asked for. */
export interface LinkFacts {
  link: PaymentLink
  account: Account
  /** Ids of the providers that it can be paid with. */
  offered: readonly string[]
  open: Payment | undefined
  paid: Payment | undefined
  /** The last one of what it was paid with. */
  invoice: Invoice | undefined
}

export function toPaymentPageView(
  facts: LinkFacts,
  registry: Pick<ProviderRegistry, 'plugin'>,
  at: { locale: PageLocale; now: Date; address: string; url: string },
): PaymentPageView {
  const { link, account } = facts
  return {
    ...at,
    livemode: link.livemode,
    merchant: { name: account.name, ...account.brand },
    title: link.title,
    description: link.description,
    amountCentavos: link.amountCentavos,
    currency: link.currency,
    ...linkLines(link),
    expiresAt: link.expiresAt,
    state: stateOf(facts, registry, at),
  }
}

function stateOf(
  { link, offered, open, paid, invoice }: LinkFacts,
  registry: Pick<ProviderRegistry, 'plugin'>,
  { locale, now }: { locale: PageLocale; now: Date },
): PageState {
  const ways = (): WayToPay[] => waysToPay(registry, offered, locale)
  const status = statusAt(link, now)
  switch (status) {
    case 'active':
      if (isPastCutOff(link, now)) return { name: 'cut_off' }
      return offered.length > 0 ? { name: 'payable', ways: ways() } : { name: 'unavailable' }
    case 'processing': {
      if (!open) return { name: 'opening', way: null }
      const way = wayOf(registry, open.provider)
      if (isBeingCreated(open) || open.redirectUrl === null) return { name: 'opening', way }
      const voucher = voucherOf(open, now)
      if (voucher) return { name: 'voucher', way, voucher }
      return { name: 'processing', way, startOver: isPastCutOff(link, now) ? [] : sameFirst(ways(), open.provider) }
    }
    case 'paid':
      return {
        name: 'paid',
        payment: paid ? toPaidWith(paid) : null,
        hasInvoicePage: link.invoiceable && (paid?.status === 'succeeded' || invoice !== undefined),
      }
    default:
      return { name: status }
  }
}

const sameFirst = (ways: WayToPay[], provider: string): WayToPay[] => [
  ...ways.filter((way) => way.provider === provider),
  ...ways.filter((way) => way.provider !== provider),
]

function voucherOf({ voucher }: Payment, now: Date): Voucher | null {
  if (voucher === null) return null
  const { reference, instructionsUrl, expiresAt } = JSON.parse(voucher) as Partial<Record<keyof Voucher, string>>
  if (!reference) return null
  return {
    reference,
    instructionsUrl:
      instructionsUrl && /^https?:$/.test(URL.parse(instructionsUrl)?.protocol ?? '') ? instructionsUrl : null,
    expiresAt: expiresAt && !Number.isNaN(Date.parse(expiresAt)) ? expiresAt : null,
    isLapsed: expiresAt !== undefined && Date.parse(expiresAt) <= now.getTime(),
  }
}

const toPaidWith = (payment: Payment): PaidWith => ({
  id: payment.id,
  paidAt: payment.paidAt,
  method: payment.method,
  isManual: payment.provider === 'manual',
  isRefunded: payment.status === 'refunded',
  amountRefunded: payment.amountRefunded,
})
