import { formatMoney } from '../../html/format-money.js'
import { formatDay, formatTime } from '../../html/format-time.js'
import { messagesOf } from '../../html/messages/messages.js'
import { INVOICE_ZONE } from '../../invoicing/customer-deadline.js'
import type { PageLocale } from '../../kernel/choose-locale.js'
import { IVA_PERCENT } from '../../kernel/money.js'
import { checkoutEndsAt } from '../../payment-links/payment-link.js'
import type { LetterFrame, LinkFacts } from './letter.js'
import type { Around, LetterParts } from './letter-frame.js'
import { letterWords } from './letter-words.js'
import { oneLine } from './subjects.js'

/** What a plain client shows without breaking lines of its own, quoted once or twice. */
const COLUMNS = 72
/** Of a list of amounts, which a phone shows without breaking it. */
const FEWEST_COLUMNS = 36
const GAP = 2
const RULE = '-'.repeat(COLUMNS)

/** A name or a title is one line, so that none can pass for what we say. */
export const plain = (text: string): string => oneLine(text, Infinity)

/** Whom to greet; null: nobody, or nothing is left of the name that could be shown. */
export const customerOf = ({ customerName }: Pick<LinkFacts, 'customerName'>): string | null =>
  customerName === null || plain(customerName) === '' ? null : customerName

/** A moment with its year and zone: no mail has what is shown on hover. */
export const momentOf = (
  { locale, merchant, now }: Pick<LetterFrame, 'locale' | 'merchant' | 'now'>,
  at: string,
): string => formatTime(locale, merchant.timeZone, at, now).exact

/** Until when the payer can start to pay, on the day of writing with that word before it: a mail may be read later. */
export function untilOf(facts: LetterFrame, expiresAt: string): string {
  const { locale, merchant, now } = facts
  const end = checkoutEndsAt({ expiresAt }) ?? expiresAt
  const words = letterWords(locale).deadline
  const dayOf = (at: Date): string => formatDay(locale, merchant.timeZone, at, now)
  const isToday = dayOf(new Date(end)) === dayOf(now)
  return (isToday ? words.today : words.day)(momentOf(facts, end))
}

/** The last day before a deadline of invoices, in the zone where those are. */
export const lastDayBefore = (locale: PageLocale, deadline: Date): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: INVOICE_ZONE }).format(deadline.getTime() - 1)

/** The text version: what the HTML says, in the same order. Paragraphs that are null are left out. */
export function letterText(
  around: Around,
  { relation, why }: Pick<LetterParts, 'relation' | 'why'>,
  paragraphs: readonly (string | null)[],
): string {
  const { locale, livemode, merchant, unsubscribeUrl } = around
  return [
    livemode ? null : wrapped(messagesOf(locale).testMode),
    wrapped(`${plain(merchant.name)} ${relation}`),
    ...paragraphs,
    RULE,
    questions(around),
    wrapped(why),
    unsubscribeUrl === null ? null : actionText(letterWords(locale).unsubscribe(plain(merchant.name)), unsubscribeUrl),
  ]
    .filter((paragraph) => paragraph !== null && paragraph !== '')
    .join('\n\n')
    .concat('\n')
}

/** An address stands on a line of its own, whole, however long. */
export const actionText = (label: string, url: string): string => `${wrapped(`${label}:`)}\n${url}`

/** What the payment is for, how much, and of what it is made. */
export function linkText(facts: LinkFacts): string[] {
  const { figure, code } = formatMoney(facts.locale, facts.amountCentavos, facts.currency)
  const heading = `${wrapped(plain(facts.title))}\n${figure} ${code}`
  return [heading, ...(facts.description === null ? [] : [verses(facts.description)]), lines(facts)]
}

/** Breaks at spaces; a word longer than a line stays whole. */
export function wrapped(text: string): string {
  const rows: string[] = []
  let row = ''
  for (const word of text.split(' ')) {
    if (row !== '' && widthOf(row) + 1 + widthOf(word) > COLUMNS) {
      rows.push(row)
      row = word
    } else row = row === '' ? word : `${row} ${word}`
  }
  return [...rows, row].join('\n')
}

/** Names to the left, what they are to the right, no further apart than they need to be. */
export function columnsText(rows: readonly (readonly [name: string, value: string])[]): string {
  const widest = Math.max(...rows.map(([name, value]) => widthOf(name) + GAP + widthOf(value)))
  const columns = Math.min(Math.max(widest, FEWEST_COLUMNS), COLUMNS)
  return rows.map(([name, value]) => inColumns(name, value, columns)).join('\n')
}

/** A name that leaves no room for its value has it below its end. */
function inColumns(name: string, value: string, columns: number): string {
  const above = wrapped(name).split('\n')
  const last = above.pop() ?? ''
  const gap = columns - widthOf(last) - widthOf(value)
  const filled = gap >= GAP ? [`${last}${' '.repeat(gap)}${value}`] : [last, value.padStart(columns)]
  return [...above, ...filled].join('\n')
}

function lines(facts: LinkFacts): string {
  const words = messagesOf(facts.locale).lines
  const money = (amountCentavos: number): string => formatMoney(facts.locale, amountCentavos, facts.currency).figure
  return columnsText([
    ...facts.lines.map(
      ({ name, quantity, amountCentavos }) =>
        [quantity > 1 ? `${plain(name)} × ${quantity}` : plain(name), money(amountCentavos)] as const,
    ),
    ...(facts.addedIvaCentavos > 0 ? [[words.addedIva(IVA_PERCENT), money(facts.addedIvaCentavos)] as const] : []),
    [facts.includesIva ? `${words.total} · ${words.includesIva}` : words.total, money(facts.amountCentavos)],
  ])
}

const verses = (text: string): string =>
  text
    .split(/\r\n|\r|\n/)
    .map((verse) => wrapped(plain(verse)))
    .join('\n')

function questions({ locale, merchant: { supportEmail, supportPhone } }: Around): string | null {
  const ways = [supportEmail, supportPhone].filter((way) => way !== null).map(plain)
  return ways.length === 0 ? null : wrapped(`${messagesOf(locale).merchant.questions} ${ways.join(' · ')}`)
}

/** In characters, as far as that can be known: some are two columns wide. */
const widthOf = (text: string): number => [...text].length
