import { createHash, timingSafeEqual } from 'node:crypto'
import express, { type Router } from 'express'
import { Problem } from '../kernel/problem.js'
import type { ReadMetrics } from './read-metrics.js'

/** For monitoring: `/metrics`, in the text format of Prometheus, for callers with the operator's token. */
export function metricsRoute(readMetrics: ReadMetrics, token: string): Router {
  const expected = digestOf(token)
  const router = express.Router()
  router.get('/metrics', async (request, response) => {
    response.setHeader('Cache-Control', 'no-store')
    const [, given = ''] = /^Bearer +(.+)$/i.exec(request.headers.authorization ?? '') ?? []
    if (!timingSafeEqual(digestOf(given), expected)) {
      throw new Problem('unauthorized', {
        detail: 'Send the token of PAYLINK_METRICS_TOKEN as: Authorization: Bearer <token>.',
        headers: { 'WWW-Authenticate': 'Bearer' },
      })
    }
    response.setHeader('Content-Type', readMetrics.contentType)
    response.end(await readMetrics.run())
  })
  return router
}

/** Of equal length, as a comparison in constant time needs. */
const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()
