import type { Request, Response } from 'express'
import type { RenderedPage } from '../web/layout.js'
import { messagePage } from '../web/message-page.js'
import { pageHeaders } from '../web/page-headers.js'
import { chooseLocale, type PageLocale } from '../kernel/choose-locale.js'
import type { Problem } from '../kernel/problem.js'
import { type FailureLanguage, failureWords } from './failure-words.js'

/** No account, and so no language of an account, is known here. */
const DEFAULT_LOCALE: PageLocale = 'es-MX'

/** An error page for people: what happened and what to do, never a code. */
export function sendFailurePage(request: Request, response: Response, problem: Problem, home: string): void {
  const page = failurePage(request, problem, home)
  response.set(pageHeaders(page)).vary('Accept').status(problem.status).send(page.html)
}

function failurePage({ query, headers, requestId }: Request, { status }: Problem, home: string): RenderedPage {
  const locale = chooseLocale({
    lang: query['lang'],
    acceptLanguage: headers['accept-language'],
    fallback: DEFAULT_LOCALE,
  })
  const words = failureWords(locale)
  const { title, text } = words[kindOf(status)]
  const reference = status >= 500 ? ` ${words.reference(requestId)}` : ''
  return messagePage(locale, { title, text: text + reference, link: { href: home, label: words.home } })
}

function kindOf(status: number): Exclude<keyof FailureLanguage, 'reference' | 'home'> {
  if (status === 404 || status === 405 || status === 410) return 'missing'
  if (status === 413) return 'tooLarge'
  if (status === 429) return 'tooMany'
  if (status === 503) return 'unavailable'
  return status >= 500 ? 'broken' : 'refused'
}
