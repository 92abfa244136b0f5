import type { LinkStatus } from '../payment-links/payment-link.js'
import type { PageState, PaymentPageView } from './payment-page.view.js'

/**
 * A link as a payer's agent sees it: made of what its page shows, so that the two agree and nothing else gets out.
 * Anyone who knows the URL can read both.
 */
interface AgentView {
  object: 'payment_page'
  status: LinkStatus
  livemode: boolean
  payee: string
  title: string
  description: string | null
  items: { name: string; quantity: number; unitPriceCentavos: number }[]
  /** IVA on top of the items: with them it makes the amount. */
  addedIvaCentavos: number
  amountCentavos: number
  amountRefundedCentavos: number
  currency: string
  expiresAt: string | null
  /** No checkout can start after this. */
  checkoutEndsAt: string | null
  /** A checkout can start now. */
  payable: boolean
  url: string
  /** Where a buyer pays, or continues a payment; null: nowhere now. Commerce protocols (UCP) spell it so. */
  continue_url: string | null
}

const STATES: Record<PageState['name'], { status: LinkStatus; canContinue: boolean }> = {
  payable: { status: 'active', canContinue: true },
  cut_off: { status: 'active', canContinue: false },
  unavailable: { status: 'active', canContinue: false },
  processing: { status: 'processing', canContinue: true },
  opening: { status: 'processing', canContinue: true },
  voucher: { status: 'processing', canContinue: true },
  paid: { status: 'paid', canContinue: false },
  expired: { status: 'expired', canContinue: false },
  disabled: { status: 'disabled', canContinue: false },
}

export function toAgentView(page: PaymentPageView): AgentView {
  const { state, url } = page
  const { status, canContinue } = STATES[state.name]
  return {
    object: 'payment_page',
    status,
    livemode: page.livemode,
    payee: page.merchant.name,
    title: page.title,
    description: page.description,
    items: page.lines.map(({ name, quantity, amountCentavos }) => ({
      name,
      quantity,
      unitPriceCentavos: amountCentavos / quantity,
    })),
    addedIvaCentavos: page.addedIvaCentavos,
    amountCentavos: page.amountCentavos,
    amountRefundedCentavos: refundedOf(page),
    currency: page.currency,
    expiresAt: page.expiresAt,
    checkoutEndsAt: page.checkoutEndsAt,
    payable: state.name === 'payable',
    url,
    continue_url: canContinue ? url : null,
  }
}

function refundedOf({ state, amountCentavos }: PaymentPageView): number {
  if (state.name !== 'paid' || state.payment === null) return 0
  return state.payment.isRefunded ? amountCentavos : state.payment.amountRefunded
}
