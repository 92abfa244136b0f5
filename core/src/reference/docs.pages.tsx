import express, { type Router } from 'express'
import type { RenderedPage } from '../html/layout.js'
import { pageHeaders } from '../html/page-headers.js'
import type { Contract } from '../http/contract.js'
import { docsPage } from './docs-page.js'

/** The contract to read. It does not change while the service runs, so it is drawn once, when somebody asks. */
export function docsPages(contract: Contract, baseUrl: string): Router {
  let page: RenderedPage | undefined
  const router = express.Router()
  router.get('/docs', (_request, response) => {
    page ??= docsPage(contract, baseUrl)
    response.status(200).set(pageHeaders(page)).send(page.html)
  })
  return router
}
