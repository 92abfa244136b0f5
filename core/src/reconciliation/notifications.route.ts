import express, { type Router } from 'express'
import type { NotificationSink } from '../plugin-host/notification-sink.js'
import { noConnection } from './receive-notification.js'

const MAX_BYTES = '1mb'
const ADDRESS = '/hooks/:provider/:connectionId'

/** Receives the providers' notifications. */
export function notificationsRoute(sinkOf: (provider: string) => NotificationSink): Router {
  const router = express.Router()
  router.post<typeof ADDRESS>(
    ADDRESS,
    async ({ params: { provider, connectionId } }, _response, next) => {
      if (!(await sinkOf(provider).isExpected(provider, connectionId))) throw noConnection()
      next()
    },
    express.raw({ type: () => true, limit: MAX_BYTES, inflate: false }),
    async (request, response) => {
      const { provider, connectionId } = request.params
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [
          name,
          Array.isArray(value) ? value.join(', ') : (value ?? ''),
        ]),
      )
      const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      await sinkOf(provider).receive({ provider, connectionId, headers, rawBody })
      response.status(200).json({ received: true })
    },
  )
  return router
}
