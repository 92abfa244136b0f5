import express, { type Router } from 'express'
import { pageHeaders } from '../html/page-headers.js'
import type { Contract } from '../http/contract.js'
import { docsPage } from './docs-page.js'

/** The contract to read. It does not change while the service runs, so it is drawn once, when somebody asks. */
export function docsPages(contract: Contract, baseUrl: string): Router {
  let drawn: { headers: Record<string, string>; bytes: Buffer } | undefined
  const draw = () => {
    const page = docsPage(contract, baseUrl)
    return { headers: pageHeaders(page), bytes: Buffer.from(page.html) }
  }
  const router = express.Router()
  router.get('/docs', (_request, response) => {
    // One buffer for all answers: those that wait for slow clients share it.
    drawn ??= draw()
    response.status(200).set(drawn.headers).send(drawn.bytes)
  })
  return router
}
