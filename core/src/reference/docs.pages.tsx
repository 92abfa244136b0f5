import express, { type Router } from 'express'
import { pageHeaders } from '../html/page-headers.js'
import type { Contract } from '../http/contract.js'
import { chooseLocale, type PageLocale } from '../kernel/choose-locale.js'
import { docsPage } from './docs-page.js'
import { DOCS_SCRIPT } from './docs-script.js'

interface BuiltPage {
  /** Shared by all answers: those that wait for slow clients hold no copy of their own. */
  bytes: Buffer
  headers: Record<string, string>
}

/** The contract to read. It does not change while the service runs, so it is built once a language, when first asked for. */
export function docsPages(contract: Contract, baseUrl: string): Router {
  const built = new Map<PageLocale, BuiltPage>()
  const script = Buffer.from(DOCS_SCRIPT)
  const router = express.Router()

  router.get('/docs', (request, response) => {
    const { lang } = request.query
    const locale = chooseLocale({ lang, acceptLanguage: request.headers['accept-language'], fallback: 'en' })
    const { bytes, headers } = built.get(locale) ?? build(locale)
    response.status(200).set(headers).send(bytes)
  })

  router.get('/docs.js', (_request, response) => {
    response.status(200).set({ 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-cache' })
    response.send(script)
  })

  function build(locale: PageLocale): BuiltPage {
    const page = docsPage(contract, baseUrl, locale)
    const headers = pageHeaders(page)
    // No payer's page: its script is a file of ours, and nothing else runs.
    const policy = `${headers['Content-Security-Policy']}; script-src 'self'`
    const made = { bytes: Buffer.from(page.html), headers: { ...headers, 'Content-Security-Policy': policy } }
    built.set(locale, made)
    return made
  }

  return router
}
