import express, { type Request, type Router } from 'express'
import { messagePage } from '../web/message-page.js'
import { pageHeaders } from '../web/page-headers.js'
import { chooseLocale, type PageLocale } from '../kernel/choose-locale.js'
import { PROBLEM_CODES, problemIndex, problemPage } from './problem-page.js'
import { problemWordsOf } from './problem-words.js'

/** The pages that the `type` of every problem links to (R216). */
export function problemPages(): Router {
  const router = express.Router()

  router.get('/problems', (request, response) => {
    const page = problemIndex(localeOf(request))
    response.status(200).set(pageHeaders(page)).send(page.html)
  })

  router.get('/problems/:code', (request, response) => {
    const locale = localeOf(request)
    const code = PROBLEM_CODES.find((known) => known === request.params.code)
    const words = problemWordsOf(locale).page
    const home = '../problems'
    const page = code
      ? problemPage(locale, code, home)
      : messagePage(locale, { ...words.missing, link: { href: home, label: words.all } })
    response
      .status(code ? 200 : 404)
      .set(pageHeaders(page))
      .send(page.html)
  })

  return router
}

/** English by default: readers are developers, who follow an English problem title. */
const localeOf = (request: Request): PageLocale =>
  chooseLocale({ lang: request.query['lang'], acceptLanguage: request.headers['accept-language'], fallback: 'en' })
