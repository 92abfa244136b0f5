import type { SimulatorContext } from '../simulator.js'

/** @param amount minor units, hundredths of the currency */
export function moneyText(amount: number, currency: string, locale: SimulatorContext['locale']): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  return format.format(amount / 100)
}

const ZONE = { 'es-MX': 'hora del centro', en: 'Mexico City time' }

/** Names the time zone, because the reader may be in another one. */
export function momentText(unixSeconds: number, locale: SimulatorContext['locale']): string {
  const moment = new Date(unixSeconds * 1000).toLocaleString(locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'America/Mexico_City',
  })
  return `${moment} (${ZONE[locale]})`
}
