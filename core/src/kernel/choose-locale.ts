/** The languages that pages are written in. */
export type PageLocale = 'es-MX' | 'en'

const LANGUAGES: Record<string, PageLocale> = { es: 'es-MX', en: 'en' }

/** The page locale for a language tag such as `es` or `en-GB`; undefined if there is none. */
function toPageLocale(tag: string): PageLocale | undefined {
  const [language = ''] = tag.trim().toLowerCase().split('-')
  return Object.hasOwn(LANGUAGES, language) ? LANGUAGES[language] : undefined
}

/** The language chosen on the page, else the best match of the browser's preferences, else the fallback. */
export function chooseLocale(input: { lang?: unknown; acceptLanguage?: string; fallback: PageLocale }): PageLocale {
  const chosen = typeof input.lang === 'string' ? toPageLocale(input.lang) : undefined
  return chosen ?? preferred(input.acceptLanguage ?? '') ?? input.fallback
}

function preferred(acceptLanguage: string): PageLocale | undefined {
  let best: { locale: PageLocale; weight: number } | undefined
  for (const range of acceptLanguage.slice(0, 500).split(',')) {
    const [tag = '', ...parameters] = range.split(';')
    const locale = toPageLocale(tag)
    const weight = weightOf(parameters)
    if (locale && weight > (best?.weight ?? 0)) best = { locale, weight }
  }
  return best?.locale
}

function weightOf(parameters: readonly string[]): number {
  const given = parameters.find((parameter) => /^\s*q\s*=/i.test(parameter))
  const weight = given === undefined ? 1 : Number(given.slice(given.indexOf('=') + 1))
  return weight >= 0 && weight <= 1 ? weight : 0
}
