import type { NextFunction, Request, Response } from 'express'
import { isOutage, OUTAGE_RETRY_AFTER_SECONDS } from '../database/outage.js'
import type { Log } from '../kernel/log.js'
import { Problem } from '../kernel/problem.js'
import { prefersJson } from './accepted-type.js'
import { DEFAULT_LOCALE, readerLocale, sendPage } from './answer.js'
import { loggedPath } from './logged-path.js'
import { messagePage } from './message-page.js'
import { type Messages, messagesOf } from './messages/messages.js'

interface Message {
  title: string
  text: string
}

/** Messages for a request that could not be read, and for a failure of the service. */
type FailureWords = (words: Messages) => {
  misread: Message
  broken: Message
  goBack: string
}

/** Error handler of a router of pages: shows failures as a page, with a link to `addressOf`. */
export const pageFailures =
  (log: Log, messagesFor: FailureWords, addressOf: (request: Request) => string) =>
  (error: unknown, request: Request, response: Response, next: NextFunction): void => {
    if (response.headersSent || prefersJson(request)) return next(error)
    const isDown = isOutage(error)
    const status = isDown ? 503 : refusalOf(error)
    if (isDown || status === null) {
      log.error({ err: error, request: request.requestId, path: loggedPath(request) }, 'a page failed')
    }
    const locale = readerLocale(request, DEFAULT_LOCALE)
    const messages = messagesOf(locale)
    const { misread, broken, goBack } = messagesFor(messages)
    const link = { href: addressOf(request), label: goBack }
    if (isDown) response.setHeader('Retry-After', OUTAGE_RETRY_AFTER_SECONDS)
    const words = isDown ? messages.outage : status === null ? broken : misread
    sendPage(response, status ?? 500, messagePage(locale, { ...words, link }))
  }

/** The status of a refused request, such as a form that is too large; null: the service failed. */
function refusalOf(error: unknown): number | null {
  if (error instanceof Problem) return error.status < 500 ? error.status : null
  const status = error instanceof Error && 'status' in error ? error.status : null
  return typeof status === 'number' && status >= 400 && status < 500 ? status : null
}
