import type { InvoiceLine } from '@paylink/plugin-api'
import { IVA_PERCENT } from '../kernel/money.js'
import { lineAmounts, linkTotal } from '../payment-links/link-total.js'
import type { LinkItem } from '../payment-links/payment-link.js'
import { toDescription } from './fiscal-text.js'

export interface InvoiceTotals {
  subtotalCentavos: number
  taxCentavos: number
  totalCentavos: number
}

const MICROS_IN_CENTAVO = 10_000n
const RATE = BigInt(IVA_PERCENT)
/** What a price that includes IVA is of the net one, in percent. */
const GROSS_PERCENT = 100n + RATE
/** A base must be above zero (cfdv40.xsd); the IVA of this one is none. */
const SMALLEST_BASE_MICROS = 1

/**
 * The lines of a CFDI whose total is the link's to the centavo (I39), although a link rounds IVA line by line (R251)
 * and a CFDI rounds its sums. Where IVA added on top would come out otherwise, it is stated by a base of its own.
 *
 * @throws Problem `validation_error` for a total that no link may have
 */
export function invoiceLines(items: readonly LinkItem[]): InvoiceLine[] {
  const netPrices = netUnitPrices(items)
  const lines = items.map((item, index) => toLine(item, netPrices.get(index)))
  if (isSureToTotal(lines, linkTotal(items))) return lines
  return lines.map((line, index) => withExactIva(line, items[index]))
}

/** What the provider will make of them: SubTotal, TotalImpuestosTrasladados and Total. */
export function totalsOf(lines: readonly InvoiceLine[]): InvoiceTotals {
  const { amountMicros, ivaPercentMicros } = sumsOf(lines)
  const subtotal = roundHalfUp(amountMicros, MICROS_IN_CENTAVO)
  const tax = roundHalfUp(ivaPercentMicros, 100n * MICROS_IN_CENTAVO)
  return { subtotalCentavos: Number(subtotal), taxCentavos: Number(tax), totalCentavos: Number(subtotal + tax) }
}

/**
 * Unit prices without IVA of the lines that include it, by their index.
 *
 * Of G centavos the net part is 25 G / 29 and IVA the rest: never half a centavo, and when one rounds up, the other
 * rounds down, so that their sum is G. Six decimals times a quantity miss the exact net sum, but may do so on the side
 * away from the half: by fewer micros than the largest quantity, 999, if each price takes on what those before it
 * missed. IVA then misses by less than 160 micros, and the nearest 29th is 172 away from the half.
 *
 * Smaller quantities go first: what they hand on is then less than a micro of the next unit price.
 */
function netUnitPrices(items: readonly LinkItem[]): Map<number, bigint> {
  const included = [...items.entries()]
    .filter(([, { tax }]) => tax === 'iva_included')
    .sort(([, one], [, other]) => one.quantity - other.quantity)
  const grossCentavos = included.reduce((sum, [, item]) => sum + stated(item), 0n)
  const roundsUp = 2n * ((100n * grossCentavos) % GROSS_PERCENT) > GROSS_PERCENT

  const prices = new Map<number, bigint>()
  let grossMicros = 0n
  let pricedMicros = 0n
  for (const [index, item] of included) {
    const quantity = BigInt(item.quantity)
    grossMicros += stated(item) * MICROS_IN_CENTAVO
    const rest = 100n * grossMicros - GROSS_PERCENT * pricedMicros
    const price = roundsUp ? divideUp(rest, GROSS_PERCENT * quantity) : rest / (GROSS_PERCENT * quantity)
    pricedMicros += quantity * price
    prices.set(index, price)
  }
  return prices
}

function toLine(item: LinkItem, netPriceMicros: bigint | undefined): InvoiceLine {
  const { name, quantity, satProductCode, satUnitCode, tax } = item
  if (satProductCode === undefined || satUnitCode === undefined) throw new Error('an invoiceable link lacks SAT codes')
  return {
    description: toDescription(name),
    productKey: satProductCode,
    unitKey: satUnitCode,
    quantity,
    unitPriceMicros: Number(netPriceMicros ?? BigInt(item.unitPriceCentavos) * MICROS_IN_CENTAVO),
    tax: tax === 'exempt' ? { kind: 'exempt' } : { kind: 'iva', ratePercent: IVA_PERCENT },
  }
}

/** The IVA that the link charged on this line, as the base of which it is the rate: a whole number of micros. */
function withExactIva(line: InvoiceLine, item: LinkItem | undefined): InvoiceLine {
  if (item?.tax !== 'iva_added' || line.tax.kind !== 'iva') return line
  const ivaMicros = BigInt(lineAmounts(item).addedIvaCentavos) * MICROS_IN_CENTAVO
  return { ...line, tax: { ...line.tax, baseMicros: Number((ivaMicros * 100n) / RATE) || SMALLEST_BASE_MICROS } }
}

/** Also when the IVA of each line is cut or rounded to six decimals before it is summed, as a CFDI states it. */
function isSureToTotal(lines: readonly InvoiceLine[], totalCentavos: number): boolean {
  const { amountMicros, ivaPercentMicros } = sumsOf(lines)
  const subtotal = roundHalfUp(amountMicros, MICROS_IN_CENTAVO)
  const aMicroEach = 100n * BigInt(lines.length)
  return [-aMicroEach, aMicroEach].every((difference) => {
    const tax = roundHalfUp(ivaPercentMicros + difference, 100n * MICROS_IN_CENTAVO)
    return subtotal + tax === BigInt(totalCentavos)
  })
}

/** Of all lines: their amounts, and IVA in hundredths of micros, where it is whole. */
function sumsOf(lines: readonly InvoiceLine[]): { amountMicros: bigint; ivaPercentMicros: bigint } {
  let amountMicros = 0n
  let ivaPercentMicros = 0n
  for (const { quantity, unitPriceMicros, tax } of lines) {
    const amount = BigInt(quantity) * BigInt(unitPriceMicros)
    amountMicros += amount
    if (tax.kind === 'exempt') continue
    ivaPercentMicros += RATE * (tax.baseMicros === undefined ? amount : BigInt(tax.baseMicros))
  }
  return { amountMicros, ivaPercentMicros }
}

const stated = (item: LinkItem): bigint => BigInt(lineAmounts(item).netCentavos)

/** Of whole numbers, not below zero. */
const roundHalfUp = (dividend: bigint, divisor: bigint): bigint => (2n * dividend + divisor) / (2n * divisor)
const divideUp = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor - 1n) / divisor
