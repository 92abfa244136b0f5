import type { SimulatorContext } from '@paylink/plugin-api'
import {
  amountView,
  CARD_ICON,
  choice,
  CLOCK_ICON,
  declinedView,
  endView,
  type Html,
  html,
  linesView,
  momentView,
  moneyText,
  NOTHING,
  REFUSED_ICON,
  STORE_ICON,
} from '@paylink/plugin-api/simulator-page'
import { PAGE_WORDS, type PageWords } from './page-words.js'
import { VOUCHER_SECONDS, type SessionFacts, type SessionOrder } from './session-facts.js'
import { methodsOf, paidAt, refundedAmount, returnAddressOf, voucherNumber } from './stripe-objects.js'

type Locale = SimulatorContext['locale']

/** The page of a session: the possible outcomes, or how it ended. */
export function sessionPage(facts: SessionFacts, locale: Locale, isJustDeclined = false): Html {
  const words = PAGE_WORDS[locale]
  const { order, closing, voucherEnding } = facts
  if (!closing) return openView(order, words, locale, isJustDeclined)
  if (paidAt(facts) !== undefined) {
    const isRefunded = refundedAmount(facts) >= order.amount
    const [title, text] = isRefunded ? [words.refundedTitle, words.refundedText] : [words.paidTitle, words.paidText]
    return html`${endView(title, text, locale, returnAddressOf(order))}${merchantForm(facts, isRefunded, words)}`
  }
  if (closing.kind === 'expired') return endView(words.expiredTitle, words.expiredText, locale, order.cancelUrl)
  if (voucherEnding?.kind === 'canceled') {
    return endView(words.voucherCanceledTitle, words.voucherCanceledText, locale, order.cancelUrl)
  }
  if (voucherEnding) {
    return endView(words.voucherExpiredTitle, words.voucherExpiredText, locale, order.cancelUrl)
  }
  return voucherView(order, closing.at + VOUCHER_SECONDS, words, locale)
}

export function unknownPage(locale: Locale): Html {
  const words = PAGE_WORDS[locale]
  return endView(words.unknownTitle, words.unknownText, locale)
}

function openView(order: SessionOrder, words: PageWords, locale: Locale, isJustDeclined: boolean): Html {
  const money = (amount: number) => moneyText(amount, order.currency, locale)
  const lines = order.lines.map(({ name, quantity, unitAmount }) => ({
    name,
    quantity,
    money: money(quantity * unitAmount),
  }))
  return html`<h1>${order.title ?? words.asksFor}</h1>
    ${amountView(order.amount, order.currency, locale)}
    ${linesView(lines, { name: words.total, money: money(order.amount) })}
    ${isJustDeclined ? declinedView(words.declined) : NOTHING}
    <p class="note">${words.choose}</p>
    <form method="post">
      ${choice('succeed', CARD_ICON, words.succeed, words.succeedHint, true)}
      ${methodsOf(order).includes('oxxo') ? choice('cash_later', STORE_ICON, words.cashLater, words.cashLaterHint) : NOTHING}
      ${choice('decline', REFUSED_ICON, words.decline, words.declineHint)}
      <button class="quiet" name="outcome" value="cancel">${words.cancel}</button>
    </form>
    <p class="note">${words.openUntil} ${momentView(order.expiresAt, locale)}.</p>`
}

function voucherView(order: SessionOrder, deadline: number, words: PageWords, locale: Locale): Html {
  return html`<h1>${words.voucherTitle}</h1>
    ${amountView(order.amount, order.currency, locale)}
    <p class="soft">${words.voucherText}</p>
    <dl>
      <dt>${words.reference}</dt>
      <dd class="reference">${voucherNumber(order)}</dd>
      <dt>${words.payBefore}</dt>
      <dd>${momentView(deadline, locale)}</dd>
    </dl>
    <form method="post">
      <button class="first" name="outcome" value="succeed">
        ${STORE_ICON}<strong>${words.voucherSucceed}</strong>
      </button>
      <button name="outcome" value="expire">${CLOCK_ICON}<strong>${words.voucherExpire}</strong></button>
    </form>
    <p class="note"><a class="button quiet" href="${returnAddressOf(order)}">${words.back}</a></p>`
}

/** Actions of the merchant and of the cardholder's bank on a payment. */
function merchantForm({ closing, dispute }: SessionFacts, isRefunded: boolean, words: PageWords): Html {
  const outcomes: [outcome: string, label: string][] = []
  if (!isRefunded) outcomes.push(['refund', words.refund])
  if (closing?.kind === 'paid' && !dispute && !isRefunded) outcomes.push(['dispute', words.dispute])
  if (dispute?.status === 'needs_response') {
    outcomes.push(['dispute_won', words.disputeWon], ['dispute_lost', words.disputeLost])
  }
  if (outcomes.length === 0) return NOTHING
  return html`<form method="post">
    ${outcomes.map(
      ([outcome, label]) => html`<button class="quiet" name="outcome" value="${outcome}">${label}</button> `,
    )}
  </form>`
}
