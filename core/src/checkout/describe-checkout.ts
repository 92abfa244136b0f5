import { releaseCommand, reviewCommand } from '../kernel/operator-commands.js'
import { isBeingCreated, type Payment } from '../payments/payment.js'

/** For the operator: the checkout that reserves a link, or a released one that may still be paid. */
export interface CheckoutDescription {
  paymentId: string
  provider: string
  state: 'opening' | 'open' | 'voucher' | 'released'
  expiresAt: string | null
  /** When the provider is next asked. */
  nextVerificationAt: string | null
  /** The situation, and what to do about it. */
  summary: string
}

/** Null: this payment neither reserves its link nor was released unpaid. */
export function describeCheckout(payment: Payment): CheckoutDescription | null {
  const state = stateOf(payment)
  if (state === null) return null
  return {
    paymentId: payment.id,
    provider: payment.provider,
    state,
    expiresAt: displayedDeadline(payment),
    nextVerificationAt: payment.reconcileAfter,
    summary: summaryOf(payment, state),
  }
}

function stateOf(payment: Payment): CheckoutDescription['state'] | null {
  if (payment.status === 'canceled' && payment.releasedAt !== null) return 'released'
  if (payment.status !== 'pending') return null
  if (isBeingCreated(payment)) return 'opening'
  return payment.voucher === null ? 'open' : 'voucher'
}

function summaryOf(payment: Payment, state: CheckoutDescription['state']): string {
  const { id, linkId, provider, reviewReason } = payment
  const end = displayedDeadline(payment)
  const until = end === null ? '' : ` until ${end}`
  if (state === 'released')
    return `A released checkout at ${provider} may still be paid${until}; PayLink keeps watching it.`
  if (reviewReason !== null) return `An operator must decide (${reviewReason}): ${reviewCommand(id)}`
  if (state === 'opening') {
    return `It is not yet known whether ${provider} opened a checkout. PayLink keeps asking the provider.`
  }
  const what = state === 'voucher' ? 'A voucher has not been paid yet' : 'A checkout is open'
  return (
    `${what} at ${provider}; it can be paid${until}. Disabling the link closes it; if ${provider} does not close it: ` +
    releaseCommand(linkId)
  )
}

/** A voucher can be paid long after the checkout in which it was taken. Null: not known. */
function displayedDeadline({ voucher, checkoutExpiresAt }: Payment): string | null {
  if (voucher === null) return checkoutExpiresAt
  const { expiresAt } = JSON.parse(voucher) as { expiresAt?: unknown }
  return typeof expiresAt === 'string' ? expiresAt : null
}
