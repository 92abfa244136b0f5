import type { PageLocale } from '../kernel/choose-locale.js'

interface MoneyText {
  /** `$4,350.00` */
  figure: string
  /** `MXN` */
  code: string
}

const formats = new Map<string, Intl.NumberFormat>()

/** An amount in minor units of a two-decimal currency. The code is needed too: `$` is the sign of twenty currencies. */
export function formatMoney(locale: PageLocale, amountCentavos: number, currency: string): MoneyText {
  const format = formatOf(locale, currency)
  const text = format.format(amountCentavos / 100)
  // Formatting to parts takes three times as long.
  if (!text.toUpperCase().includes(currency)) return { figure: text.trim(), code: currency }
  const parts = format.formatToParts(amountCentavos / 100)
  // A currency without a sign of its own is shown by its code: leave that out, so that it does not appear twice.
  const shown = parts.filter(({ type, value }) => type !== 'currency' || value.toUpperCase() !== currency)
  return {
    figure: shown
      .map(({ value }) => value)
      .join('')
      .trim(),
    code: currency,
  }
}

function formatOf(locale: PageLocale, currency: string): Intl.NumberFormat {
  const key = `${locale} ${currency}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
    })
    formats.set(key, format)
  }
  return format
}
