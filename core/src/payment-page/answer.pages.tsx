import type { NextFunction, Request, Response } from 'express'
import { isOutage } from '../database/outage.js'
import type { RenderedPage } from '../html/layout.js'
import { messagePage } from '../html/message-page.js'
import { type Messages, messagesOf } from '../html/messages/messages.js'
import { pageHeaders } from '../html/page-headers.js'
import { RETRY_AFTER_OUTAGE } from '../http/error-handler.js'
import { chooseLocale, type PageLocale } from '../kernel/choose-locale.js'
import type { Log } from '../kernel/log.js'
import { prefersJson } from '../http/accepted-type.js'
import { notFound, Problem } from '../kernel/problem.js'

/** For pages of nobody's: there is no account whose language could be asked. */
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

/** As chosen on the page: in the address, or in the form that was shown in it. */
export function localeOf(request: Request, fallback: PageLocale): PageLocale {
  const lang = request.query['lang'] ?? formOf(request)['lang']
  return chooseLocale({ lang, acceptLanguage: request.headers['accept-language'], fallback })
}

/** For the links of a page: the language, where the reader chose one. */
export function langQueryOf(request: Request, locale: PageLocale): string {
  const isChosen = request.query['lang'] !== undefined || formOf(request)['lang'] !== undefined
  return isChosen ? `?lang=${locale}` : ''
}

export const formOf = (request: Request): Record<string, unknown> => (request.body ?? {}) as Record<string, unknown>

interface Saying {
  title: string
  text: string
}

/** What is said when a page fails: to a browser that sent what nobody can read, and for a fault of ours. */
export type FailureWords = (words: Messages) => {
  misread: Saying
  broken: Saying
  goBack: string
}

/** The last of a router of pages: every failure is a page in words, with a way back to `addressOf`. */
export const pageFailures =
  (log: Log, sayings: FailureWords, addressOf: (request: Request) => string) =>
  (error: unknown, request: Request, response: Response, next: NextFunction): void => {
    if (response.headersSent || prefersJson(request)) return next(error)
    const isAway = isOutage(error)
    const status = isAway ? 503 : refusalOf(error)
    if (isAway || status === null) log.error({ err: error, path: request.path }, 'a payment page failed')
    const locale = localeOf(request, DEFAULT_LOCALE)
    const messages = messagesOf(locale)
    const { misread, broken, goBack } = sayings(messages)
    const link = { href: addressOf(request), label: goBack }
    if (isAway) response.setHeader('Retry-After', RETRY_AFTER_OUTAGE)
    const words = isAway ? messages.outage : status === null ? broken : misread
    send(response, status ?? 500, messagePage(locale, { ...words, link }))
  }

/** The status of what the form's reader refused; null: the fault is ours. */
function refusalOf(error: unknown): number | null {
  if (error instanceof Problem) return error.status < 500 ? error.status : null
  const status = error instanceof Error && 'status' in error ? error.status : null
  return typeof status === 'number' && status >= 400 && status < 500 ? status : null
}
