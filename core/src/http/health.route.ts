import express, { type Router } from 'express'
import { Problem } from '../kernel/problem.js'

/** `isReady` throws when the database cannot be written to, or its schema is another one. */
export function healthRoute(isReady: () => Promise<void>): Router {
  const router = express.Router()
  router.get('/healthz', (_request, response) => {
    response.json({ status: 'ok' })
  })
  router.get('/readyz', async (_request, response) => {
    try {
      await isReady()
    } catch (cause) {
      // Expected while the database is away: told to whoever asks, not an error of ours.
      response.status(503).json({ status: 'not ready', reason: cause instanceof Problem ? cause.code : 'database' })
      return
    }
    response.json({ status: 'ready' })
  })
  return router
}
