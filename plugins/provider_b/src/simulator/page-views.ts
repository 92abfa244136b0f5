import type { SimulatorContext } from '@paylink/plugin-api'
import {
  amountView,
  BANK_ICON,
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
import { paidAt, refundedAmount, voucherDeadline, type OrderFacts, type Placed } from './order-facts.js'
import { voucherNumber } from './order-objects.js'
import { PAGE_WORDS, type PageWords } from './page-words.js'

type Locale = SimulatorContext['locale']

/** The page of a checkout: the possible outcomes, or how it ended. */
export function orderPage(facts: OrderFacts, locale: Locale, isJustDeclined = false): Html {
  const words = PAGE_WORDS[locale]
  const { placed, closing } = facts
  const { successUrl, failureUrl } = placed
  if (!closing) return openView(placed, words, locale, isJustDeclined)
  const deadline = voucherDeadline(facts)
  if (deadline !== undefined) return voucherView(facts, deadline, words, locale)
  if (paidAt(facts) !== undefined) {
    return refundedAmount(facts) >= placed.amount
      ? endView(words.refundedTitle, words.refundedText, locale, successUrl)
      : paidView(facts, words, locale)
  }
  switch (closing.kind) {
    case 'canceled':
      return endView(words.canceledTitle, words.canceledText, locale, failureUrl)
    case 'expired':
      return endView(words.expiredTitle, words.expiredText, locale, failureUrl)
    case 'card':
    case 'cash':
    case 'transfer':
      if (facts.voucherEnding?.kind === 'canceled') {
        return endView(words.voucherCanceledTitle, words.voucherCanceledText, locale, failureUrl)
      }
      return endView(words.voucherExpiredTitle, words.voucherExpiredText, locale, failureUrl)
  }
}

export function unknownPage(locale: Locale): Html {
  const words = PAGE_WORDS[locale]
  return endView(words.unknownTitle, words.unknownText, locale)
}

function openView(placed: Placed, words: PageWords, locale: Locale, isJustDeclined: boolean): Html {
  const money = (amount: number) => moneyText(amount, placed.currency, locale)
  const offers = (method: string) => placed.methods.includes(method)
  const goods = placed.lines.map(({ name, quantity, unitPrice }) => ({
    name,
    quantity,
    money: money(quantity * unitPrice),
  }))
  const taxes = placed.taxes.map(({ description, amount }) => ({ name: description, money: money(amount) }))
  return html`<h1>${placed.title}</h1>
    ${amountView(placed.amount, placed.currency, locale)}
    ${linesView([...goods, ...taxes], { name: words.total, money: money(placed.amount) })}
    ${isJustDeclined ? declinedView(words.declined) : NOTHING}
    <p class="note">${words.choose}</p>
    <form method="post">
      ${choice('succeed', CARD_ICON, words.succeed, words.succeedHint, true)}
      ${offers('cash') ? choice('cash_later', STORE_ICON, words.cashLater, words.cashLaterHint) : NOTHING}
      ${offers('bank_transfer') ? choice('transfer_later', BANK_ICON, words.transferLater, words.transferLaterHint) : NOTHING}
      ${choice('decline', REFUSED_ICON, words.decline, words.declineHint)}
      <button class="quiet" name="outcome" value="cancel">${words.cancel}</button>
    </form>
    <p class="note">${words.openUntil} ${momentView(placed.expiresAt, locale)}.</p>`
}

function voucherView(facts: OrderFacts, deadline: number, words: PageWords, locale: Locale): Html {
  const { placed, closing } = facts
  const [icon, title, text, reference, succeed] =
    closing?.kind === 'transfer'
      ? [BANK_ICON, words.transferTitle, words.transferText, words.transferReference, words.transferSucceed]
      : [STORE_ICON, words.cashTitle, words.cashText, words.reference, words.cashSucceed]
  return html`<h1>${title}</h1>
    ${amountView(placed.amount, placed.currency, locale)}
    <p class="soft">${text}</p>
    <dl>
      <dt>${reference}</dt>
      <dd class="reference">${voucherNumber(facts)}</dd>
      <dt>${words.payBefore}</dt>
      <dd>${momentView(deadline, locale)}</dd>
    </dl>
    <form method="post">
      <button class="first" name="outcome" value="succeed">${icon}<strong>${succeed}</strong></button>
      <button name="outcome" value="expire">${CLOCK_ICON}<strong>${words.voucherExpire}</strong></button>
    </form>
    <p class="note"><a class="button quiet" href="${placed.successUrl}">${words.back}</a></p>`
}

function disputeButtons({ closing, chargeback }: OrderFacts, words: PageWords): Html[] {
  const button = (outcome: string, label: string) =>
    html`<button class="quiet" name="outcome" value="${outcome}">${label}</button> `
  if (closing?.kind === 'card' && !chargeback) return [button('dispute', words.dispute)]
  if (chargeback?.status !== 'action_required') return []
  return [button('dispute_won', words.disputeWon), button('dispute_lost', words.disputeLost)]
}

function paidView(facts: OrderFacts, words: PageWords, locale: Locale): Html {
  const left = facts.placed.amount - refundedAmount(facts)
  return html`${endView(words.paidTitle, words.paidText, locale, facts.placed.successUrl)}
    <p class="note">${words.refundNote}</p>
    <form method="post">
      <label
        >${words.refundAmount}<input name="amount" inputmode="numeric" pattern="[0-9]*" placeholder="${left}"
      /></label>
      <button name="outcome" value="refund">${REFUSED_ICON}<strong>${words.refund}</strong></button>
      ${disputeButtons(facts, words)}
    </form>`
}
