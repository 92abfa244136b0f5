import type { VNode } from 'preact'
import type { PageLocale } from '../kernel/choose-locale.js'
import { messagesOf } from './messages/messages.js'

/** The language that a page is not in, as its query names it. */
export const otherLanguageOf = (locale: PageLocale): 'es' | 'en' => (locale === 'en' ? 'es' : 'en')

export function OtherLanguage({ locale, href }: { locale: PageLocale; href?: string }): VNode {
  const other = otherLanguageOf(locale)
  return (
    <a class="language" href={href ?? `?lang=${other}`} lang={other} hreflang={other}>
      {messagesOf(locale).otherLanguage}
    </a>
  )
}
