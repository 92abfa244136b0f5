import type { Request, Response } from 'express'
import type { RenderedPage } from '../web/layout.js'
import { messagePage } from '../web/message-page.js'
import { DEFAULT_LOCALE, readerLocale, sendPage } from '../web/answer.js'
import type { Problem } from '../kernel/problem.js'
import { FAILURE_WORDS, type FailureWords } from './failure-words.js'

/** An error page for people: what happened and what to do, never a code. */
export function sendFailurePage(request: Request, response: Response, problem: Problem, home: string): void {
  sendPage(response, problem.status, failurePage(request, problem, home))
}

function failurePage(request: Request, { status }: Problem, home: string): RenderedPage {
  const locale = readerLocale(request, DEFAULT_LOCALE)
  const words = FAILURE_WORDS[locale]
  const { title, text } = words[kindOf(status)]
  const reference = status >= 500 ? ` ${words.reference(request.requestId)}` : ''
  return messagePage(locale, { title, text: text + reference, link: { href: home, label: words.home } })
}

function kindOf(status: number): Exclude<keyof FailureWords, 'reference' | 'home'> {
  if (status === 404 || status === 405 || status === 410) return 'missing'
  if (status === 413) return 'tooLarge'
  if (status === 429) return 'tooMany'
  if (status === 503) return 'unavailable'
  return status >= 500 ? 'broken' : 'refused'
}
