/** The arithmetic of a CFDI in whole micros and centavos, without rounding errors. */

const MICROS = 1_000_000n
const MICROS_PER_CENTAVO = 10_000n

export interface Line {
  description: string
  productKey: string
  unitKey: string
  /** Decimals as sent, up to six places. */
  quantity: string
  price: string
  tax: { rate: string; base?: string } | 'exempt'
}

interface LineAmounts {
  /** Millionths. */
  amount: bigint
  base: bigint
  /** Undefined where the line is exempt. */
  tax?: bigint
}

/** The taxes of all lines with the same rate. In centavos. */
interface TaxGroup {
  /** Undefined: exempt. */
  rate?: string
  base: bigint
  tax?: bigint
}

export interface Amounts {
  lines: LineAmounts[]
  groups: TaxGroup[]
  /** Centavos. */
  subtotal: bigint
  taxes: bigint
  total: bigint
}

/** Lines are kept in millionths; each sum is rounded half up to the centavo once. */
export function amountsOf(lines: readonly Line[]): Amounts {
  const each = lines.map(lineAmounts)
  const groups = groupsOf(lines, each)
  const subtotal = centavos(sum(each.map(({ amount }) => amount)))
  const taxes = sum(groups.map(({ tax = 0n }) => tax))
  return { lines: each, groups, subtotal, taxes, total: subtotal + taxes }
}

function lineAmounts({ quantity, price, tax }: Line): LineAmounts {
  const amount = divided(micros(quantity) * micros(price), MICROS)
  if (tax === 'exempt') return { amount, base: amount }
  const base = tax.base === undefined ? amount : micros(tax.base)
  return { amount, base, tax: divided(base * micros(tax.rate), MICROS) }
}

function groupsOf(lines: readonly Line[], each: readonly LineAmounts[]): TaxGroup[] {
  const rates = [...new Set(lines.map(({ tax }) => (tax === 'exempt' ? undefined : tax.rate)))]
  return rates.map((rate) => {
    const own = each.filter((_, index) => {
      const { tax } = lines[index]!
      return rate === (tax === 'exempt' ? undefined : tax.rate)
    })
    const base = centavos(sum(own.map((line) => line.base)))
    return rate === undefined ? { base } : { rate, base, tax: centavos(sum(own.map(({ tax = 0n }) => tax))) }
  })
}

/** @param decimal up to six places */
export function micros(decimal: string): bigint {
  const [whole = '0', places = ''] = decimal.split('.')
  return BigInt(whole) * MICROS + BigInt(places.padEnd(6, '0'))
}

/** Two decimals. */
export function centavosText(amount: bigint): string {
  return `${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`
}

/** Two decimals if exact, else six. */
export function microsText(amount: bigint): string {
  const places = String(amount % MICROS).padStart(6, '0')
  return `${amount / MICROS}.${places.replace(/0000$/, '')}`
}

const centavos = (amount: bigint): bigint => divided(amount, MICROS_PER_CENTAVO)

/** Half up, for non-negative amounts. */
const divided = (amount: bigint, by: bigint): bigint => (amount + by / 2n) / by

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)
