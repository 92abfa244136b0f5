import express, { type Router } from 'express'
import { messagePage } from '../web/message-page.js'
import { readerLocale, sendPage } from '../web/answer.js'
import { PROBLEM_CODES, problemIndex, problemPage } from './problem-page.js'
import { PROBLEM_WORDS } from './problem-words.js'

/** Readers are developers, who follow an English problem title. */
const DEFAULT_LOCALE = 'en'

/** The pages that the `type` of every problem links to (R216). */
export function problemPages(): Router {
  const router = express.Router()

  router.get('/problems', (request, response) => {
    sendPage(response, 200, problemIndex(readerLocale(request, DEFAULT_LOCALE)))
  })

  router.get('/problems/:code', (request, response) => {
    const locale = readerLocale(request, DEFAULT_LOCALE)
    const code = PROBLEM_CODES.find((known) => known === request.params.code)
    const words = PROBLEM_WORDS[locale].page
    const home = '../problems'
    const page = code
      ? problemPage(locale, code, home)
      : messagePage(locale, { ...words.missing, link: { href: home, label: words.all } })
    sendPage(response, code ? 200 : 404, page)
  })

  return router
}
