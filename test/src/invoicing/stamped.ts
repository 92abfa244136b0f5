import type { InvoiceLine } from '@paylink/plugin-api'

/** Recomputes a CFDI's amounts from its attributes: texts of at most six decimals. */

/** Decimals of `places` places as whole numbers. */
const PLACES = 14
const ONE = 10n ** BigInt(PLACES)

/** As in the XML: `86.206897`. */
function sixDecimals(micros: number): string {
  const digits = String(micros).padStart(7, '0')
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`
}

function read(text: string): bigint {
  const [whole = '', decimals = ''] = text.split('.')
  return BigInt(whole + decimals.padEnd(PLACES, '0'))
}

const times = (one: bigint, other: bigint): bigint => (one * other) / ONE

/** Half up, to so many decimals. */
function rounded(value: bigint, decimals: number): bigint {
  const step = 10n ** BigInt(PLACES - decimals)
  return ((value + step / 2n) / step) * step
}

const importeOf = (line: InvoiceLine): bigint => BigInt(line.quantity) * read(sixDecimals(line.unitPriceMicros))

function baseOf(line: InvoiceLine): bigint {
  const given = line.tax.kind === 'iva' ? line.tax.baseMicros : undefined
  return given === undefined ? importeOf(line) : read(sixDecimals(given))
}

const RATE = read('0.160000')

/** Total = round2(Σ Importe) + round2(Σ IVA), in centavos; each IVA as its line states it, or exact. */
export function stampedTotal(lines: readonly InvoiceLine[], iva: 'rounded' | 'exact'): bigint {
  let subtotal = 0n
  let taxes = 0n
  for (const line of lines) {
    subtotal += importeOf(line)
    if (line.tax.kind === 'exempt') continue
    const tax = times(baseOf(line), RATE)
    taxes += iva === 'exact' ? tax : rounded(tax, 6)
  }
  return (rounded(subtotal, 2) + rounded(taxes, 2)) / (ONE / 100n)
}

/**
 * The PAC's checks of a line (Anexo 20, matriz de validaciones): amounts lie within half a unit of the last decimal of
 * their factors.
 */
export function withinSatLimits(line: InvoiceLine): boolean {
  const tiny = read('0.000000000001')
  const halfMicro = read('0.0000005')
  const quantity = BigInt(line.quantity) * ONE
  const price = read(sixDecimals(line.unitPriceMicros))
  const importe = importeOf(line)
  const least = times(quantity - ONE / 2n, price - halfMicro)
  const most = times(quantity + ONE / 2n - tiny, price + halfMicro - tiny)
  if (importe < least || importe > most || importe !== rounded(importe, 6)) return false
  if (line.tax.kind === 'exempt') return true
  const base = baseOf(line)
  const tax = rounded(times(base, RATE), 6)
  return base > 0n && tax >= roundedDown(times(base - halfMicro, RATE)) && tax <= roundedUp(base + halfMicro - tiny)
}

const MICRO = ONE / 1_000_000n
const roundedDown = (value: bigint): bigint => (value / MICRO) * MICRO
const roundedUp = (value: bigint): bigint => ((times(value, RATE) + MICRO - 1n) / MICRO) * MICRO
