import { chooseLocale } from '../kernel/choose-locale.js'
import { messagePage } from '../web/message-page.js'
import { pageHeaders } from '../web/page-headers.js'
import { FAILURE_WORDS } from './failure-words.js'

/** What a browser is shown while the service starts. */
export function startingPage(acceptLanguage: string | undefined): { html: string; headers: Record<string, string> } {
  const locale = chooseLocale({ acceptLanguage, fallback: 'es-MX' })
  const page = messagePage(locale, FAILURE_WORDS[locale].unavailable)
  return { html: page.html, headers: pageHeaders(page) }
}
