const SHAPE = /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/

/**
 * An amount as people type it: `1150`, `1,150.00`, `$1 150`, `1150.5`. A comma separates thousands.
 *
 * @returns minor units; undefined: not an amount
 */
export function parsePesos(text: string): number | undefined {
  const [, whole, cents = ''] = SHAPE.exec(text.replace(/^\s*\$/, '').replace(/\s/g, '')) ?? []
  if (whole === undefined || whole.length > 15) return undefined
  return Number(whole.replaceAll(',', '')) * 100 + Number(cents.padEnd(2, '0'))
}

const FORMAT = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** For the value of a field: `1,150.00`. */
export const pesosText = (centavos: number): string => FORMAT.format(centavos / 100)
