import type { PageLocale } from '../kernel/choose-locale.js'

type Names = Readonly<Record<PageLocale, string>>

const CENTRO: Names = { 'es-MX': 'hora del centro', en: 'Central Mexico time' }
const PACIFICO: Names = { 'es-MX': 'hora del Pacífico', en: 'Mexican Pacific time' }
const NOROESTE: Names = { 'es-MX': 'hora del noroeste', en: 'Northwest Mexico time' }
const SURESTE: Names = { 'es-MX': 'hora del sureste', en: 'Southeast Mexico time' }

/** As the law names Mexico's zones. Cities of the northern border keep the hours of the United States, so they are not here. */
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

/** In Spanish Intl's shorter form names the city or the country; in English it is an abbreviation such as `CST`. */
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
  const parts = new Intl.DateTimeFormat(locale, { timeZone, hour: 'numeric', timeZoneName: STYLES[locale] })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')
  const name = parts?.value ?? timeZone
  return /^GMT(\+0|\+00:00)?$/.test(name) ? 'UTC' : name
}
