import type { NextFunction, Request, Response } from 'express'
import { isOutage } from '../database/outage.js'
import type { RenderedPage } from '../web/layout.js'
import { messagePage } from '../web/message-page.js'
import { type Messages, messagesOf } from '../web/messages/messages.js'
import { pageHeaders } from '../web/page-headers.js'
import { OUTAGE_RETRY_AFTER_SECONDS } from '../http/error-handler.js'
import { chooseLocale, type PageLocale } from '../kernel/choose-locale.js'
import type { Log } from '../kernel/log.js'
import { prefersJson } from '../web/accepted-type.js'
import { notFound, Problem } from '../kernel/problem.js'

/** For pages without an account, whose language would be used otherwise. */
const DEFAULT_LOCALE: PageLocale = 'es-MX'

export function send(
  response: Response,
  status: number,
  page: RenderedPage,
  formTargets: readonly string[] = [],
): void {
  response.status(status).set(pageHeaders(page, formTargets)).vary('Accept').send(page.html)
}

export function sendJson(response: Response, body: object): void {
  response
    .status(200)
    .set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' })
    .vary('Accept')
    .json(body)
}

/** @throws Problem `not_found` for a client that wants JSON */
export function showMissing(request: Request, response: Response): void {
  if (prefersJson(request)) throw notFound('payment link')
  const locale = localeOf(request, DEFAULT_LOCALE)
  send(response, 404, messagePage(locale, messagesOf(locale).missing))
}

/** The language that the reader chose, in the address or in a hidden field of the form; else what the browser prefers. */
export function localeOf(request: Request, fallback: PageLocale): PageLocale {
  const lang = request.query['lang'] ?? formOf(request)['lang']
  return chooseLocale({ lang, acceptLanguage: request.headers['accept-language'], fallback })
}

/** Query for the links of a page: keeps the language that the reader chose. */
export function langQueryOf(request: Request, locale: PageLocale): string {
  const isChosen = request.query['lang'] !== undefined || formOf(request)['lang'] !== undefined
  return isChosen ? `?lang=${locale}` : ''
}

export const formOf = (request: Request): Record<string, unknown> => (request.body ?? {}) as Record<string, unknown>

interface Message {
  title: string
  text: string
}

/** Messages for a request that could not be read, and for a failure of the service. */
export type FailureWords = (words: Messages) => {
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
    if (isDown || status === null) log.error({ err: error, path: request.path }, 'a payment page failed')
    const locale = localeOf(request, DEFAULT_LOCALE)
    const messages = messagesOf(locale)
    const { misread, broken, goBack } = messagesFor(messages)
    const link = { href: addressOf(request), label: goBack }
    if (isDown) response.setHeader('Retry-After', OUTAGE_RETRY_AFTER_SECONDS)
    const words = isDown ? messages.outage : status === null ? broken : misread
    send(response, status ?? 500, messagePage(locale, { ...words, link }))
  }

/** The status of a refused request, such as a form that is too large; null: the service failed. */
function refusalOf(error: unknown): number | null {
  if (error instanceof Problem) return error.status < 500 ? error.status : null
  const status = error instanceof Error && 'status' in error ? error.status : null
  return typeof status === 'number' && status >= 400 && status < 500 ? status : null
}
