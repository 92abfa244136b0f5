import type { SimulatorContext } from '@paylink/plugin-api'
import { Html, html, NOTHING } from './html.js'
import { paidAt, refundedAmount, voucherDeadline, type OrderFacts, type Placed } from './order-facts.js'
import { voucherNumber } from './order-objects.js'
import { PAGE_STYLE } from './page-style.js'
import { moneyText, momentText, PAGE_WORDS, type PageWords } from './page-words.js'

type Locale = SimulatorContext['locale']

/** The one page of a checkout: what can be done with it now, or what became of it. */
export function orderPage(facts: OrderFacts, locale: Locale, isJustDeclined = false): string {
  return layout(viewOf(facts, PAGE_WORDS[locale], locale, isJustDeclined), locale)
}

export function unknownPage(locale: Locale): string {
  const words = PAGE_WORDS[locale]
  return layout(endView(words.unknownTitle, words.unknownText, words), locale)
}

function viewOf(facts: OrderFacts, words: PageWords, locale: Locale, isJustDeclined: boolean): Html {
  const { placed, closing } = facts
  if (!closing) return openView(placed, words, locale, isJustDeclined)
  const deadline = voucherDeadline(facts)
  if (deadline !== undefined) return voucherView(facts, deadline, words, locale)
  if (paidAt(facts) !== undefined) {
    return refundedAmount(facts) >= placed.amount
      ? endView(words.refundedTitle, words.refundedText, words, placed.successUrl)
      : paidView(facts, words)
  }
  switch (closing.kind) {
    case 'canceled':
      return endView(words.canceledTitle, words.canceledText, words, placed.failureUrl)
    case 'expired':
      return endView(words.expiredTitle, words.expiredText, words, placed.failureUrl)
    case 'card':
    case 'cash':
    case 'transfer':
      return endView(words.voucherExpiredTitle, words.voucherExpiredText, words, placed.failureUrl)
  }
}

function layout(content: Html, locale: Locale): string {
  const words = PAGE_WORDS[locale]
  return html`<!doctype html>
    <html lang="${locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${words.documentTitle}</title>
        <style>
          ${new Html(PAGE_STYLE)}
        </style>
      </head>
      <body>
        <header class="test">${words.testMode}</header>
        <main>
          <div class="card">${content}</div>
        </main>
      </body>
    </html> `.text
}

function openView(placed: Placed, words: PageWords, locale: Locale, isJustDeclined: boolean): Html {
  const money = (amount: number) => moneyText(amount, placed.currency, locale)
  return html`<h1>${placed.title}</h1>
    ${amountView(placed, locale)}
    <ul class="lines">
      ${placed.lines.map(({ name, quantity, unitPrice }) => lineView(name, quantity, money(quantity * unitPrice)))}
      ${placed.taxes.map(({ description, amount }) => lineView(description, 1, money(amount)))}
      <li class="total"><span>${words.total}</span> <span>${money(placed.amount)}</span></li>
    </ul>
    ${isJustDeclined ? html`<p class="alert" role="alert">${words.declined}</p>` : NOTHING}
    <p class="note">${words.choose}</p>
    <form method="post">
      ${choice('succeed', CARD_ICON, words.succeed, words.succeedHint, 'first')}
      ${choice('cash_later', STORE_ICON, words.cashLater, words.cashLaterHint)}
      ${choice('transfer_later', BANK_ICON, words.transferLater, words.transferLaterHint)}
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
      : [STORE_ICON, words.cashTitle, words.cashText, words.cashReference, words.cashSucceed]
  return html`<h1>${title}</h1>
    ${amountView(placed, locale)}
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

function paidView(facts: OrderFacts, words: PageWords): Html {
  const left = facts.placed.amount - refundedAmount(facts)
  return html`${endView(words.paidTitle, words.paidText, words, facts.placed.successUrl)}
    <p class="note">${words.refundNote}</p>
    <form method="post">
      <label
        >${words.refundAmount}<input name="amount" inputmode="numeric" pattern="[0-9]*" placeholder="${left}"
      /></label>
      <button name="outcome" value="refund">${REFUSED_ICON}<strong>${words.refund}</strong></button>
    </form>`
}

function endView(title: string, text: string, words: PageWords, backUrl?: string): Html {
  return html`<h1>${title}</h1>
    <p class="soft">${text}</p>
    ${backUrl === undefined ? NOTHING : html`<a class="button back" href="${backUrl}"><strong>${words.back}</strong></a>`}`
}

function amountView({ amount, currency }: Placed, locale: Locale): Html {
  return html`<p class="amount">${moneyText(amount, currency, locale)}<small>${currency}</small></p>`
}

function lineView(name: string, quantity: number, money: string): Html {
  const pieces = quantity > 1 ? html` <span class="soft">× ${quantity}</span>` : NOTHING
  return html`<li><span>${name}${pieces}</span> <span>${money}</span></li> `
}

function momentView(unixSeconds: number, locale: Locale): Html {
  return html`<time datetime="${new Date(unixSeconds * 1000).toISOString()}">${momentText(unixSeconds, locale)}</time>`
}

function choice(outcome: string, icon: Html, label: string, hint: string, className = ''): Html {
  return html`<button class="${className}" name="outcome" value="${outcome}">
    ${icon}<span><strong>${label}</strong><span>${hint}</span></span>
  </button>`
}

const CARD_ICON = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <rect x="3" y="5" width="18" height="14" rx="2" />
  <path d="M3 10h18M7 15h3" />
</svg>`
const STORE_ICON = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <path d="M4 10v9h16v-9M3 10l2-6h14l2 6zM10 19v-5h4v5" />
</svg>`
const BANK_ICON = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <path d="M4 20h16M3 9l9-5 9 5zM6 9v8M10 9v8M14 9v8M18 9v8" />
</svg>`
const REFUSED_ICON = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <circle cx="12" cy="12" r="9" />
  <path d="m9 9 6 6M15 9l-6 6" />
</svg>`
const CLOCK_ICON = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <circle cx="12" cy="12" r="9" />
  <path d="M12 7v5l3 2" />
</svg>`
