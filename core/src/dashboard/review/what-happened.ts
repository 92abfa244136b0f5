import type { PageLocale } from '../../kernel/choose-locale.js'
import type { ReviewDetails } from '../../reconciliation/read-reviews.js'
import { figureOf } from '../components/amount.js'
import { reviewWords } from './words.js'

/** The provider's last answer. */
export const lastAnswer = ({ evidence }: ReviewDetails) => evidence.at(-1)?.state

/** The money that the review is about: what came, where the provider names it. */
export function moneyOf({ payment, evidence, reason, refundedCentavos }: ReviewDetails): {
  centavos: number
  currency: string
} {
  if (reason === 'refunded_with_invoice') return { centavos: refundedCentavos, currency: payment.currency }
  const amount = evidence.at(-1)?.state.amount
  return amount
    ? { centavos: amount.amount, currency: amount.currency }
    : { centavos: payment.amountCentavos, currency: payment.currency }
}

/** What happened, in money: the title of the page. */
export function whatHappened(locale: PageLocale, review: ReviewDetails): string {
  const { happened } = reviewWords(locale)
  const { payment, reason } = review
  const asked = figureOf(locale, payment.amountCentavos, payment.currency)
  const { centavos, currency } = moneyOf(review)
  const isSameCurrency = currency === payment.currency
  const came = isSameCurrency
    ? figureOf(locale, centavos, currency)
    : `${figureOf(locale, centavos, currency)} ${currency}`
  const isOtherAmount = centavos !== payment.amountCentavos || !isSameCurrency
  switch (reason) {
    case 'mismatch':
      return isOtherAmount ? happened.mismatch(came, asked) : happened.mismatch_other(asked)
    case 'duplicate':
      return happened.duplicate(asked)
    case 'refunded_with_invoice':
      return happened.refunded_with_invoice(came)
    case 'unknown_outcome':
      return happened.unknown_outcome(asked)
    case 'unrecognized':
      return happened.unrecognized(asked)
    case null:
      return review.link.title
  }
}
