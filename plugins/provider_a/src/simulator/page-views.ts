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
import { paidAt, refundedAmount, returnAddressOf, voucherNumber } from './stripe-objects.js'

type Locale = SimulatorContext['locale']

/** The one page of a session: what can be done with it now, or what became of it. */
export function sessionPage(facts: SessionFacts, locale: Locale, isJustDeclined = false): Html {
  const words = PAGE_WORDS[locale]
  const { order, closing, voucherEnding } = facts
  if (!closing) return openView(order, words, locale, isJustDeclined)
  if (paidAt(facts) !== undefined) {
    const isRefunded = refundedAmount(facts) >= order.amount
    const [title, text] = isRefunded ? [words.refundedTitle, words.refundedText] : [words.paidTitle, words.paidText]
    return html`${endView(title, text, locale, returnAddressOf(order))}${isRefunded ? NOTHING : refundForm(words)}`
  }
  if (closing.kind === 'expired') return endView(words.expiredTitle, words.expiredText, locale, order.cancelUrl)
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
      ${choice('cash_later', STORE_ICON, words.cashLater, words.cashLaterHint)}
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

function refundForm(words: PageWords): Html {
  return html`<form method="post">
    <button class="quiet" name="outcome" value="refund">${words.refund}</button>
  </form>`
}
