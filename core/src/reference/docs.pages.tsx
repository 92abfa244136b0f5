import express, { type Router } from 'express'
import type { Contract } from '../contract/contract.js'
import type { PageLocale } from '../kernel/choose-locale.js'
import { readerLocale } from '../web/answer.js'
import { pageHeaders } from '../web/page-headers.js'
import { docsPage } from './docs-page.js'
import { DOCS_SCRIPT } from './docs-script.js'

interface CachedPage {
  /** One buffer for all responses: those that wait for slow clients share it. */
  bytes: Buffer
  headers: Record<string, string>
}

/** The reference, rendered once per language on first request: the contract does not change while the service runs. */
export function docsPages(contract: Contract, baseUrl: string): Router {
  const cached = new Map<PageLocale, CachedPage>()
  const script = Buffer.from(DOCS_SCRIPT)
  const router = express.Router()

  router.get('/docs', (request, response) => {
    const locale = readerLocale(request, 'en')
    const { bytes, headers } = cached.get(locale) ?? render(locale)
    response.status(200).set(headers).send(bytes)
  })

  router.get('/docs.js', (_request, response) => {
    response.status(200).set({ 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-cache' })
    response.send(script)
  })

  function render(locale: PageLocale): CachedPage {
    const page = docsPage(contract, baseUrl, locale)
    const headers = pageHeaders(page)
    // Unlike payer pages it runs a script: our own file and no other.
    const policy = `${headers['Content-Security-Policy']}; script-src 'self'`
    const rendered = { bytes: Buffer.from(page.html), headers: { ...headers, 'Content-Security-Policy': policy } }
    cached.set(locale, rendered)
    return rendered
  }

  return router
}
