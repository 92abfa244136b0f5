import type { SimulatorContext } from '../simulator.js'
import { momentText, moneyText } from './format.js'
import { type Html, html, NOTHING } from './html.js'
import { SIMULATOR_WORDS } from './words.js'

type Locale = SimulatorContext['locale']

/** The total in large type. @param amount minor units */
export function amountView(amount: number, currency: string, locale: Locale): Html {
  const code = currency.toUpperCase()
  return html`<p class="amount">${moneyText(amount, code, locale)}<small>${code}</small></p>`
}

/** The line items and the total. */
export function linesView(lines: readonly Line[], total: Line): Html {
  return html`<ul class="lines">
    ${lines.map((line) => html`<li>${lineContent(line)}</li> `)}
    <li class="total">${lineContent(total)}</li>
  </ul>`
}

export interface Line {
  name: string
  /** Shown if it is more than one. */
  quantity?: number
  /** Formatted, with its currency. */
  money: string
}

function lineContent({ name, quantity = 1, money }: Line): Html {
  const pieces = quantity > 1 ? html` <span class="soft">× ${quantity}</span>` : NOTHING
  return html`<span>${name}${pieces}</span> <span>${money}</span>`
}

export function momentView(unixSeconds: number, locale: Locale): Html {
  return html`<time datetime="${new Date(unixSeconds * 1000).toISOString()}">${momentText(unixSeconds, locale)}</time>`
}

/** A checkout that has ended, with a link back to the merchant if there is one. */
export function endView(title: string, text: string, locale: Locale, backUrl?: string): Html {
  const { back } = SIMULATOR_WORDS[locale]
  return html`<h1>${title}</h1>
    <p class="soft">${text}</p>
    ${backUrl === undefined ? NOTHING : html`<a class="button back" href="${backUrl}"><strong>${back}</strong></a>`}`
}

export function declinedView(text: string): Html {
  return html`<p class="alert" role="alert">${text}</p>`
}

/**
 * A form button with an icon and a hint.
 *
 * @param outcome its meaning, as `ProviderSimulator.page` names it
 * @param isFirst whether it is the primary button
 */
export function choice(outcome: string, icon: Html, label: string, hint: string, isFirst = false): Html {
  return html`<button class="${isFirst ? 'first' : ''}" name="outcome" value="${outcome}">
    ${icon}<span><strong>${label}</strong><span>${hint}</span></span>
  </button>`
}

export const CARD_ICON = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <rect x="3" y="5" width="18" height="14" rx="2" />
  <path d="M3 10h18M7 15h3" />
</svg>`
export const STORE_ICON = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <path d="M4 10v9h16v-9M3 10l2-6h14l2 6zM10 19v-5h4v5" />
</svg>`
export const BANK_ICON = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <path d="M4 20h16M3 9l9-5 9 5zM6 9v8M10 9v8M14 9v8M18 9v8" />
</svg>`
export const REFUSED_ICON = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <circle cx="12" cy="12" r="9" />
  <path d="m9 9 6 6M15 9l-6 6" />
</svg>`
export const CLOCK_ICON = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <circle cx="12" cy="12" r="9" />
  <path d="M12 7v5l3 2" />
</svg>`
