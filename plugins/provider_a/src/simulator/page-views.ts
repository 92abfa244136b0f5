import type { SimulatorContext } from '@paylink/plugin-api'
import { Html, html, NOTHING } from './html.js'
import { PAGE_STYLE } from './page-style.js'
import { moneyText, momentText, PAGE_WORDS, type PageWords } from './page-words.js'
import { VOUCHER_SECONDS, type SessionFacts, type SessionOrder } from './session-facts.js'
import { paidAt, refundedAmount, returnAddressOf, voucherNumber } from './stripe-objects.js'

type Locale = SimulatorContext['locale']

/** The one page of a session: what can be done with it now, or what became of it. */
export function sessionPage(facts: SessionFacts, locale: Locale, isJustDeclined = false): string {
  const words = PAGE_WORDS[locale]
  const { order, closing, voucherEnding } = facts
  if (!closing) return layout(openView(order, words, locale, isJustDeclined), locale)
  if (paidAt(facts) !== undefined) {
    const isRefunded = refundedAmount(facts) >= order.amount
    const [title, text] = isRefunded ? [words.refundedTitle, words.refundedText] : [words.paidTitle, words.paidText]
    const actions = isRefunded ? NOTHING : refundForm(words)
    return layout(html`${endView(title, text, words, returnAddressOf(order))}${actions}`, locale)
  }
  if (closing.kind === 'expired') {
    return layout(endView(words.expiredTitle, words.expiredText, words, order.cancelUrl), locale)
  }
  if (voucherEnding) {
    return layout(endView(words.voucherExpiredTitle, words.voucherExpiredText, words, order.cancelUrl), locale)
  }
  return layout(voucherView(order, closing.at + VOUCHER_SECONDS, words, locale), locale)
}

export function unknownPage(locale: Locale): string {
  const words = PAGE_WORDS[locale]
  return layout(endView(words.unknownTitle, words.unknownText, words), locale)
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

function openView(order: SessionOrder, words: PageWords, locale: Locale, isJustDeclined: boolean): Html {
  return html`<h1>${order.title ?? words.asksFor}</h1>
    ${amountView(order, locale)}
    <ul class="lines">
      ${order.lines.map((line) => lineView(line, order.currency, locale))}
      <li class="total"><span>${words.total}</span> <span>${moneyText(order.amount, order.currency, locale)}</span></li>
    </ul>
    ${isJustDeclined ? html`<p class="alert" role="alert">${words.declined}</p>` : NOTHING}
    <p class="note">${words.choose}</p>
    <form method="post">
      ${choice('succeed', CARD_ICON, words.succeed, words.succeedHint, 'first')}
      ${choice('cash_later', STORE_ICON, words.cashLater, words.cashLaterHint)}
      ${choice('decline', REFUSED_ICON, words.decline, words.declineHint)}
      <button class="quiet" name="outcome" value="cancel">${words.cancel}</button>
    </form>
    <p class="note">${words.openUntil} ${momentView(order.expiresAt, locale)}.</p>`
}

function voucherView(order: SessionOrder, deadline: number, words: PageWords, locale: Locale): Html {
  return html`<h1>${words.voucherTitle}</h1>
    ${amountView(order, locale)}
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

function endView(title: string, text: string, words: PageWords, backUrl?: string): Html {
  return html`<h1>${title}</h1>
    <p class="soft">${text}</p>
    ${backUrl === undefined ? NOTHING : html`<a class="button back" href="${backUrl}"><strong>${words.back}</strong></a>`}`
}

function refundForm(words: PageWords): Html {
  return html`<form method="post">
    <button class="quiet" name="outcome" value="refund">${words.refund}</button>
  </form>`
}

function amountView(order: SessionOrder, locale: Locale): Html {
  return html`<p class="amount">
    ${moneyText(order.amount, order.currency, locale)}<small>${order.currency.toUpperCase()}</small>
  </p>`
}

function lineView(line: SessionOrder['lines'][number], currency: string, locale: Locale): Html {
  const pieces = line.quantity > 1 ? html` <span class="soft">× ${line.quantity}</span>` : NOTHING
  return html`<li>
    <span>${line.name}${pieces}</span> <span>${moneyText(line.quantity * line.unitAmount, currency, locale)}</span>
  </li> `
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
const REFUSED_ICON = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <circle cx="12" cy="12" r="9" />
  <path d="m9 9 6 6M15 9l-6 6" />
</svg>`
const CLOCK_ICON = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <circle cx="12" cy="12" r="9" />
  <path d="M12 7v5l3 2" />
</svg>`
