import { isBookable, DEFAULT_CURRENCY } from '../kernel/currency.js'
import { MAX_TOTAL } from '../kernel/money.js'
import { lineAmounts } from './link-total.js'
import type { LinkItem } from './payment-link.js'

export type RequestedItem = Pick<LinkItem, 'name' | 'quantity' | 'unitPriceCentavos' | 'tax'>

/** What a link would ask for that a program wants to create. */
export interface RequestedLink {
  title: string
  items: RequestedItem[]
  amountCentavos: number
  currency: string
  customerName: string | null
  customerEmail: string | null
}

const TAXES: readonly unknown[] = ['iva_included', 'iva_added', 'exempt'] satisfies LinkItem['tax'][]

/** From the arguments of `create_payment_link`; null: they are not such, and say nothing that could be summed. */
export function requestedLink(input: object): RequestedLink | null {
  const { title, items, currency = DEFAULT_CURRENCY, customerName, customerEmail } = input as Record<string, unknown>
  if (typeof title !== 'string' || typeof currency !== 'string' || !Array.isArray(items) || items.length === 0) {
    return null
  }
  const read = items.map(itemIn).filter((item) => item !== null)
  const amountCentavos = read.map(lineAmounts).reduce((sum, line) => sum + line.netCentavos + line.addedIvaCentavos, 0)
  const code = currency.toUpperCase()
  if (read.length < items.length || amountCentavos > MAX_TOTAL || !isBookable(code)) return null
  return {
    ...{ title, items: read, amountCentavos, currency: code },
    customerName: typeof customerName === 'string' ? customerName : null,
    customerEmail: typeof customerEmail === 'string' ? customerEmail : null,
  }
}

function itemIn(item: unknown): RequestedItem | null {
  if (typeof item !== 'object' || item === null) return null
  const { name, quantity, unitPriceCentavos, tax = 'iva_included' } = item as Record<string, unknown>
  if (typeof name !== 'string' || !isCount(quantity) || !isCount(unitPriceCentavos) || !TAXES.includes(tax)) return null
  return { name, quantity, unitPriceCentavos, tax: tax as LinkItem['tax'] }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0
