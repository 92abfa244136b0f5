import type { InvoiceLine } from '@paylink/plugin-api'
import { IVA_PERCENT } from '../kernel/money.js'
import { lineAmounts, linkTotal } from '../payment-links/link-total.js'
import type { LinkItem } from '../payment-links/payment-link.js'
import { toDescription } from './fiscal-text.js'

const MICROS_IN_CENTAVO = 10_000n
const RATE = BigInt(IVA_PERCENT)
/** A price with IVA, in percent of the net price. */
const GROSS_PERCENT = 100n + RATE
/** A base must be above zero (cfdv40.xsd); the IVA of one micro rounds to zero. */
const SMALLEST_BASE_MICROS = 1

/**
 * The lines of a CFDI whose total equals the link's to the centavo (I39), although a link rounds IVA per line (R251) and
 * a CFDI rounds its sums. Where added IVA would differ, the line states an explicit base.
 *
 * @throws Problem `validation_error` for a total above a link's limit
 */
export function invoiceLines(items: readonly LinkItem[]): InvoiceLine[] {
  const netPrices = netUnitPrices(items)
  const lines = items.map((item, index) => toLine(item, netPrices.get(index)))
  if (totalsUnderAnyRounding(lines, linkTotal(items))) return lines
  return lines.map((line, index) => withExactIva(line, items[index]))
}

/**
 * Net unit prices of the lines that include IVA, by line index.
 *
 * Of G centavos the net part is 25 G / 29 and IVA the rest. Neither is ever exactly half a centavo, and when one rounds
 * up, the other rounds down, so they sum to G. Six-decimal prices times quantities miss the exact net sum, but can miss
 * it on the side away from the half: by fewer micros than the largest quantity, 999, if each price absorbs the error of
 * those before it. IVA then misses by less than 160 micros, and the nearest 29th is 172 from the half.
 *
 * Smaller quantities go first: the error they pass on is then less than a micro of the next unit price.
 */
function netUnitPrices(items: readonly LinkItem[]): Map<number, bigint> {
  const included = [...items.entries()]
    .filter(([, { tax }]) => tax === 'iva_included')
    .sort(([, one], [, other]) => one.quantity - other.quantity)
  const grossCentavos = included.reduce((sum, [, item]) => sum + lineCentavos(item), 0n)
  const roundsUp = 2n * ((100n * grossCentavos) % GROSS_PERCENT) > GROSS_PERCENT

  const prices = new Map<number, bigint>()
  let grossMicros = 0n
  let pricedMicros = 0n
  for (const [index, item] of included) {
    const quantity = BigInt(item.quantity)
    grossMicros += lineCentavos(item) * MICROS_IN_CENTAVO
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

/** States the IVA that the link charged on this line through its base, which is a whole number of micros. */
function withExactIva(line: InvoiceLine, item: LinkItem | undefined): InvoiceLine {
  if (item?.tax !== 'iva_added' || line.tax.kind !== 'iva') return line
  const ivaMicros = BigInt(lineAmounts(item).addedIvaCentavos) * MICROS_IN_CENTAVO
  return { ...line, tax: { ...line.tax, baseMicros: Number((ivaMicros * 100n) / RATE) || SMALLEST_BASE_MICROS } }
}

/** Holds even if each line's IVA is truncated or rounded to six decimals before summing, as a CFDI states it. */
function totalsUnderAnyRounding(lines: readonly InvoiceLine[], totalCentavos: number): boolean {
  const { amountMicros, ivaPercentMicros } = sumsOf(lines)
  const subtotal = roundHalfUp(amountMicros, MICROS_IN_CENTAVO)
  const aMicroEach = 100n * BigInt(lines.length)
  return [-aMicroEach, aMicroEach].every((difference) => {
    const tax = roundHalfUp(ivaPercentMicros + difference, 100n * MICROS_IN_CENTAVO)
    return subtotal + tax === BigInt(totalCentavos)
  })
}

/** Over all lines: amounts in micros, and IVA in hundredths of micros, where it is a whole number. */
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

const lineCentavos = (item: LinkItem): bigint => BigInt(lineAmounts(item).netCentavos)

/** For non-negative whole numbers. */
const roundHalfUp = (dividend: bigint, divisor: bigint): bigint => (2n * dividend + divisor) / (2n * divisor)
const divideUp = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor - 1n) / divisor
