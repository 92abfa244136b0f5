/** The languages that pages are written in. */
export type PageLocale = 'es-MX' | 'en'

const LANGUAGES: Record<string, PageLocale> = { es: 'es-MX', en: 'en' }

/** `es`, `es-MX` or `en-GB` as one of ours; undefined: none of ours. */
export function localeOf(tag: string): PageLocale | undefined {
  const [language = ''] = tag.trim().toLowerCase().split('-')
  return Object.hasOwn(LANGUAGES, language) ? LANGUAGES[language] : undefined
}

/** The reader's language: as chosen on the page, as the browser prefers it, or else the page's own. */
export function chooseLocale(wish: { lang?: unknown; acceptLanguage?: string; fallback: PageLocale }): PageLocale {
  const chosen = typeof wish.lang === 'string' ? localeOf(wish.lang) : undefined
  return chosen ?? preferred(wish.acceptLanguage ?? '') ?? wish.fallback
}

function preferred(acceptLanguage: string): PageLocale | undefined {
  let best: { locale: PageLocale; weight: number } | undefined
  for (const range of acceptLanguage.slice(0, 500).split(',')) {
    const [tag = '', ...parameters] = range.split(';')
    const locale = localeOf(tag)
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
