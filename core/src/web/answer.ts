import type { Request, RequestHandler, Response } from 'express'
import { chooseLocale, type PageLocale } from '../kernel/choose-locale.js'
import { notFound } from '../kernel/problem.js'
import { prefersJson } from './accepted-type.js'
import type { RenderedPage } from './layout.js'
import { messagePage } from './message-page.js'
import { messagesOf } from './messages/messages.js'
import { DATA_HEADERS, pageHeaders } from './page-headers.js'

/** For pages without an account, whose language would be used otherwise. */
export const DEFAULT_LOCALE: PageLocale = 'es-MX'

/** @param formTargets origins that a form of the page may lead to, besides this server */
export function sendPage(
  response: Response,
  status: number,
  page: RenderedPage,
  formTargets: readonly string[] = [],
): void {
  response.status(status).set(pageHeaders(page, formTargets)).vary('Accept').send(page.html)
}

/** The data of a page, for a client that prefers them to it. */
export function sendData(response: Response, data: object): void {
  response.status(200).set(DATA_HEADERS).vary('Accept').json(data)
}

/** “We can't find this link”, as a page. @throws Problem `not_found` for a client that wants JSON */
export function sendMissingLink(request: Request, response: Response): void {
  if (prefersJson(request)) throw notFound('payment link')
  const locale = readerLocale(request, DEFAULT_LOCALE)
  sendPage(response, 404, messagePage(locale, messagesOf(locale).missing))
}

export interface Visit<Link> {
  found: Link
  request: Request
  response: Response
}

/** Answers a visitor of the link whose slug is in the address, if there is one. */
export const ofLink =
  <Link>(
    links: { find(slug: string): Promise<Link | undefined> },
    answer: (visit: Visit<Link>) => Promise<void>,
  ): RequestHandler =>
  async (request, response) => {
    const found = await links.find(String(request.params['slug']))
    if (!found) return sendMissingLink(request, response)
    await answer({ found, request, response })
  }

/** The answer to a form that was accepted: the browser opens this address. */
export function seeOther(response: Response, address: string): void {
  response.status(303).set({ Location: address, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' }).end()
}

/** The language that the reader chose, in the address or in a hidden field of the form; else what the browser prefers. */
export function readerLocale(request: Request, fallback: PageLocale): PageLocale {
  return chooseLocale({ lang: chosenLang(request), acceptLanguage: request.headers['accept-language'], fallback })
}

/** Query for the links of a page: keeps the language that the reader chose. */
export const langQueryOf = (request: Request, locale: PageLocale): string =>
  chosenLang(request) === undefined ? '' : `?lang=${locale}`

export const formOf = (request: Request): Record<string, unknown> => (request.body ?? {}) as Record<string, unknown>

const chosenLang = (request: Request): unknown => request.query['lang'] ?? formOf(request)['lang']

/** For files with user content, which must never run as a page. */
export const fileHeaders = (type: string): Record<string, string> => ({
  'Content-Type': type,
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
})
