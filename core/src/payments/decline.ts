import type { ProviderState } from '@paylink/plugin-api'
import type { Payment } from './payment.js'

/** Why an attempt brought no money. */
export interface Decline {
  /**
   * The provider's code, such as `insufficient_funds`; `voucher_expired`, `checkout_expired` and `closed` where it ended
   * without an attempt; null: the reason is unknown.
   */
  code: string | null
  /** The provider's own words. */
  message: string | null
}

/** Null: the payment did not fail. */
export function declineOf(
  payment: Pick<Payment, 'status' | 'reconcileError' | 'voucher'>,
  state: ProviderState | null,
): Decline | null {
  if (payment.status !== 'failed' && payment.status !== 'canceled') return null
  if (state?.failure) return { code: state.failure.code, message: state.failure.message }
  if (payment.status === 'failed') return { code: null, message: payment.reconcileError }
  if (payment.voucher !== null) return { code: 'voucher_expired', message: null }
  return { code: state?.status === 'expired' ? 'checkout_expired' : 'closed', message: null }
}
