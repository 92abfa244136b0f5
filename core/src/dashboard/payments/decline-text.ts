import type { Decline } from '../../payments/decline.js'
import type { PaymentWords } from './words.js'

type Reason = keyof PaymentWords['declines']

/** Codes of the providers whose meaning has words of ours. */
const REASONS: Record<string, Reason> = {
  insufficient_funds: 'funds',
  card_declined: 'refused',
  generic_decline: 'refused',
  do_not_honor: 'refused',
  transaction_not_allowed: 'refused',
  declined: 'refused',
  authentication_required: 'verification',
  payment_intent_authentication_failure: 'verification',
  authentication_failed: 'verification',
  expired_card: 'expired_card',
  incorrect_cvc: 'wrong_details',
  invalid_cvc: 'wrong_details',
  incorrect_number: 'wrong_details',
  incorrect_zip: 'wrong_details',
  lost_card: 'lost_card',
  stolen_card: 'lost_card',
  pickup_card: 'lost_card',
  card_velocity_exceeded: 'limit',
  withdrawal_count_limit_exceeded: 'limit',
  voucher_expired: 'voucher',
  checkout_expired: 'left',
  closed: 'left',
}

/** Why an attempt brought no money, in words. The provider's own stand in the detail. */
export const declineText = (words: PaymentWords, { code }: Decline): string =>
  words.declines[REASONS[code ?? ''] ?? 'unknown']
