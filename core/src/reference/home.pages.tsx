import express, { type Router } from 'express'
import { ICON_TYPE, iconPng } from '../web/picture/icon.js'
import { DEFAULT_LOCALE, readerLocale, sendPage } from '../web/answer.js'
import { prefersPage } from '../web/accepted-type.js'
import { homePage } from './home-page.js'

const DAY_SECONDS = 86_400

/** The home page, and the icon that browsers request unasked. */
export function homePages(): Router {
  const router = express.Router()

  router.get('/', (request, response, next) => {
    if (!prefersPage(request)) return next()
    const page = homePage(readerLocale(request, DEFAULT_LOCALE))
    sendPage(response, 200, page)
  })

  router.get('/favicon.ico', async (_request, response) => {
    response.status(200).set({ 'Content-Type': ICON_TYPE, 'Cache-Control': `public, max-age=${DAY_SECONDS}` })
    response.end(await iconPng())
  })

  return router
}
