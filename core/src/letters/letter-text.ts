import { formatMoney } from '../web/format-money.js'
import { formatDay, formatTime } from '../web/format-time.js'
import { lineItems } from '../web/line-items.js'
import { messagesOf } from '../web/messages/messages.js'
import { INVOICE_ZONE } from '../invoicing/customer-deadline.js'
import type { PageLocale } from '../kernel/choose-locale.js'
import { checkoutEndsAt } from '../payment-links/payment-link.js'
import type { LetterFrame, LinkLetterFacts } from './letter.js'
import type { FrameFacts, LetterParts } from './letter-frame.js'
import { letterWords } from './letter-words.js'
import { oneLine } from '../mail/one-line.js'

/** Fits a plain-text client without wrapping, even quoted once or twice. */
const MAX_COLUMNS = 72
/** Width of a list of amounts that a phone shows without wrapping. */
const MIN_COLUMNS = 36
const GAP = 2
const RULE = '-'.repeat(MAX_COLUMNS)

/** Names and titles are forced onto one line, so that none can pass for our own text. */
export const plain = (text: string): string => oneLine(text, Infinity)

/** The name to greet; null: unknown, or without any printable character. */
export const customerOf = ({ customerName }: Pick<LinkLetterFacts, 'customerName'>): string | null =>
  customerName === null || plain(customerName) === '' ? null : customerName

/** A moment with year and time zone: mails have no hover text. */
export const exactMoment = (
  { locale, merchant, now }: Pick<LetterFrame, 'locale' | 'merchant' | 'now'>,
  at: string,
): string => formatTime(locale, merchant.timeZone, at, now).exact

/** The deadline for starting a payment. “Today” comes with the date, since the mail may be read later. */
export function untilOf(facts: LetterFrame, expiresAt: string): string {
  const { locale, merchant, now } = facts
  const end = checkoutEndsAt({ expiresAt }) ?? expiresAt
  const words = letterWords(locale).deadline
  const dayOf = (at: Date): string => formatDay(locale, merchant.timeZone, at, now)
  const isToday = dayOf(new Date(end)) === dayOf(now)
  return (isToday ? words.today : words.day)(exactMoment(facts, end))
}

/** The last day before the deadline for invoices, in the time zone of invoices. */
export const lastDayBefore = (locale: PageLocale, deadline: Date): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: INVOICE_ZONE }).format(deadline.getTime() - 1)

/** The plain-text version: the content of the HTML in the same order. Null paragraphs are left out. */
export function letterText(
  around: FrameFacts,
  { relation, reason }: Pick<LetterParts, 'relation' | 'reason'>,
  paragraphs: readonly (string | null)[],
): string {
  const { locale, livemode, merchant, unsubscribeUrl } = around
  return [
    livemode ? null : wrapped(messagesOf(locale).testMode),
    wrapped(`${plain(merchant.name)} ${relation}`),
    ...paragraphs,
    RULE,
    questions(around),
    wrapped(reason),
    unsubscribeUrl === null ? null : actionText(letterWords(locale).unsubscribe(plain(merchant.name)), unsubscribeUrl),
  ]
    .filter((paragraph) => paragraph !== null && paragraph !== '')
    .join('\n\n')
    .concat('\n')
}

/** The URL is on a line of its own and never broken. */
export const actionText = (label: string, url: string): string => `${wrapped(`${label}:`)}\n${url}`

/** Title, amount, description and line items. */
export function linkText(facts: LinkLetterFacts): string[] {
  const { figure, code } = formatMoney(facts.locale, facts.amountCentavos, facts.currency)
  const heading = `${wrapped(plain(facts.title))}\n${figure} ${code}`
  return [heading, ...(facts.description === null ? [] : [multiline(facts.description)]), lines(facts)]
}

/** Breaks at spaces; a word longer than a line stays whole. */
export function wrapped(text: string): string {
  const rows: string[] = []
  let row = ''
  for (const word of text.split(' ')) {
    if (row !== '' && widthOf(row) + 1 + widthOf(word) > MAX_COLUMNS) {
      rows.push(row)
      row = word
    } else row = row === '' ? word : `${row} ${word}`
  }
  return [...rows, row].join('\n')
}

/** Names on the left, values right-aligned, as narrow as possible. */
export function columnsText(rows: readonly (readonly [name: string, value: string])[]): string {
  const widest = Math.max(...rows.map(([name, value]) => widthOf(name) + GAP + widthOf(value)))
  const columns = Math.min(Math.max(widest, MIN_COLUMNS), MAX_COLUMNS)
  return rows.map(([name, value]) => inColumns(name, value, columns)).join('\n')
}

/** If a name leaves no room for its value, the value goes below. */
function inColumns(name: string, value: string, columns: number): string {
  const above = wrapped(name).split('\n')
  const last = above.pop() ?? ''
  const gap = columns - widthOf(last) - widthOf(value)
  const filled = gap >= GAP ? [`${last}${' '.repeat(gap)}${value}`] : [last, value.padStart(columns)]
  return [...above, ...filled].join('\n')
}

function lines(facts: LinkLetterFacts): string {
  const { items, added, total } = lineItems(facts)
  return columnsText([
    ...items.map(
      ({ name, quantity, amount }) => [quantity > 1 ? `${plain(name)} × ${quantity}` : plain(name), amount] as const,
    ),
    ...(added ? [[added.iva.label, added.iva.amount] as const] : []),
    [total.note === null ? total.label : `${total.label} · ${total.note}`, total.amount],
  ])
}

const multiline = (text: string): string =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => wrapped(plain(line)))
    .join('\n')

function questions({ locale, merchant: { supportEmail, supportPhone } }: FrameFacts): string | null {
  const ways = [supportEmail, supportPhone].filter((way) => way !== null).map(plain)
  return ways.length === 0 ? null : wrapped(`${messagesOf(locale).merchant.questions} ${ways.join(' · ')}`)
}

/** In characters: an approximation, since some are two columns wide. */
const widthOf = (text: string): number => [...text].length
