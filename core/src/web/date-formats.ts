import type { PageLocale } from '../kernel/choose-locale.js'

const formats = new Map<string, Intl.DateTimeFormat>()

/** Making a format takes longer than using it a hundred times; a page shows many times. */
export function dateFormat(locale: PageLocale, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat(locale, options)
    formats.set(key, format)
  }
  return format
}

/** `octubre de 2026`, of `2026-10`. */
export const monthName = (locale: PageLocale, month: string): string =>
  dateFormat(locale, { timeZone: 'UTC', month: 'long', year: 'numeric' }).format(new Date(`${month}-15T00:00:00Z`))
