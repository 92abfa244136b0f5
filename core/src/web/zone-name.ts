import type { PageLocale } from '../kernel/choose-locale.js'
import { dateFormat } from './date-formats.js'

type Names = Readonly<Record<PageLocale, string>>

const CENTRO: Names = { 'es-MX': 'hora del centro', en: 'Central Mexico time' }
const PACIFICO: Names = { 'es-MX': 'hora del Pacífico', en: 'Mexican Pacific time' }
const NOROESTE: Names = { 'es-MX': 'hora del noroeste', en: 'Northwest Mexico time' }
const SURESTE: Names = { 'es-MX': 'hora del sureste', en: 'Southeast Mexico time' }

/** Mexico's legal time zones. Cities on the northern border follow the United States and are not listed. */
const MEXICAN: Readonly<Record<string, Names>> = {
  'America/Mexico_City': CENTRO,
  'America/Monterrey': CENTRO,
  'America/Merida': CENTRO,
  'America/Bahia_Banderas': CENTRO,
  'America/Chihuahua': CENTRO,
  'America/Mazatlan': PACIFICO,
  'America/Hermosillo': PACIFICO,
  'America/Tijuana': NOROESTE,
  'America/Cancun': SURESTE,
}

/** The short form is the city or country in Spanish, but an abbreviation such as `CST` in English. */
const STYLES = { 'es-MX': 'shortGeneric', en: 'longGeneric' } as const

/** `18:00 h (hora del centro)`; the hour and its sign stay together. */
export function zonedHour(locale: PageLocale, timeZone: string, time: string, at: Date): string {
  const hour = locale === 'es-MX' ? `${time} h` : time
  return `${hour.replace(/\s/g, '\u00a0')} (${zoneName(locale, timeZone, at)})`
}

/** `hora del centro`, `hora de Nueva York`, `Eastern Time`. */
function zoneName(locale: PageLocale, timeZone: string, at: Date): string {
  const mexican = Object.hasOwn(MEXICAN, timeZone) ? MEXICAN[timeZone] : undefined
  if (mexican) return mexican[locale]
  const parts = dateFormat(locale, { timeZone, hour: 'numeric', timeZoneName: STYLES[locale] })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')
  const name = parts?.value ?? timeZone
  return /^GMT(\+0|\+00:00)?$/.test(name) ? 'UTC' : name
}
