import type { CheckoutItem, CreateCheckoutInput } from '@paylink/plugin-api'
import { singleItem } from '../bench/checkout-input.js'
import type { Bench } from '../bench/bench.js'
import { type ConformanceCase, live } from '../conformance-case.js'
import { Finding, insist } from '../finding.js'
import { insistEcho, insistStatus } from './insist-state.js'

/** The maximum of a link. */
const MAX_ITEMS = 20
/** The maximum of a title or name, in characters. */
const MAX_TEXT_LENGTH = 200

const TEXTS: [what: string, text: string][] = [
  ['one character', 'ñ'],
  ['one emoji', '🎂'],
  ['200 letters', 'á'.repeat(MAX_TEXT_LENGTH)],
  ['200 emoji', '🎂'.repeat(MAX_TEXT_LENGTH)],
  ['right to left', 'باقة زهور لحفل زفاف'],
  ['combining marks', 'Pen\u0303a e\u0301xito 👩‍👩‍👧‍👦'],
  ['markup', `Tom & "Ana" <b>'2 × 1'</b> 100% \\ {{x}} $1`],
  ['Chinese', '订购花束'],
]

/** Opens a checkout, which must echo its input. */
async function insistOpens(bench: Bench, what: string, changes: Partial<CreateCheckoutInput>): Promise<void> {
  const opened = await bench.opened(changes).catch((cause: unknown) => {
    throw new Finding(`createCheckout, ${what}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  })
  const state = await bench.stateOf(opened)
  insistStatus(state, what, 'open')
  insistEcho(state, opened)
}

export const CONTENT: ConformanceCase[] = [
  live('C90', 'any text that a merchant may write is accepted as title and name', async (bench) => {
    const { total } = bench.input()
    for (const [what, text] of TEXTS) {
      await insistOpens(bench, what, { title: text, items: singleItem(total.amount, text) })
      await insistOpens(bench, `${what}, with every field`, {
        title: text,
        description: text.repeat(5),
        items: singleItem(total.amount, text),
        customer: { name: text, email: 'p+q@example.com' },
      })
    }
    await insistOpens(bench, 'no customer details', { customer: {} })
  }),
  live('C91', 'totals are exact, including tax, for one item and for the maximum of a link', async (bench) => {
    const { min, max } = bench.offers()[0]!
    const size = Math.max(min, Math.min(1_237, Math.floor(max / (MAX_ITEMS * 4))))
    const line = (at: number): CheckoutItem => {
      const unitAmount = size + at
      const quantity = (at % 3) + 1
      return {
        name: `Pieza ${at}`,
        quantity,
        unitAmount,
        taxAmount: at % 4 === 0 ? 0 : Math.round(unitAmount * quantity * 0.16),
      }
    }
    await insistOpens(bench, 'one item with tax', { items: [line(1)] })
    await insistOpens(bench, 'one item of three pieces with tax', { items: [line(5)] })
    await insistOpens(bench, `${MAX_ITEMS} items`, { items: Array.from({ length: MAX_ITEMS }, (_, at) => line(at)) })
    await insistOpens(bench, `${MAX_ITEMS} items, all with tax`, {
      items: Array.from({ length: MAX_ITEMS }, (_, at) => ({ ...line(at), taxAmount: 7 })),
    })
    await insistOpens(bench, 'an item of 999 pieces', {
      items: [{ name: 'Clavo', quantity: 999, unitAmount: Math.max(1, Math.ceil(min / 999)), taxAmount: 0 }],
    })
  }),
  live('C92', 'the smallest and the largest total that limits() allows are accepted', async (bench) => {
    for (const { currency, min, max } of bench.offers()) {
      for (const amount of [min, max]) {
        await insistOpens(bench, `${amount} ${currency}`, { items: singleItem(amount), total: { amount, currency } })
      }
    }
  }),
  live('C93', 'both languages are accepted', async (bench) => {
    for (const locale of ['es-MX', 'en'] as const) await insistOpens(bench, locale, { locale })
  }),
  live('C94', 'the shortest and the longest lifetime of the manifest are accepted', async (bench) => {
    const { minSeconds, maxSeconds } = bench.plugin.manifest.capabilities.checkoutLifetime
    for (const seconds of [minSeconds, maxSeconds]) {
      const expiresAt = new Date(bench.now + seconds * 1000).toISOString()
      await insistOpens(bench, `${seconds} seconds`, { expiresAt })
      const opened = await bench.opened({ expiresAt })
      const isKept = Math.abs(Date.parse(opened.expiresAt) - Date.parse(expiresAt)) <= 1000
      insist(isKept, `createCheckout was called with expiresAt ${expiresAt} and returned ${opened.expiresAt}.`)
    }
  }),
]
