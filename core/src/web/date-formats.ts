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
