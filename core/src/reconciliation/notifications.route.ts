import express, { type Router } from 'express'
import type { NotificationSink } from '../plugin-host/notification-sink.js'
import { noConnection } from '../connections/provider-problem.js'

const MAX_BYTES = '1mb'
const ADDRESS = '/hooks/:provider/:connectionId'

/** Receives the providers' notifications, and passes each to the sink that has its connection. */
export function notificationsRoute(sinks: readonly NotificationSink[]): Router {
  const sinkOf = async (provider: string, connectionId: string): Promise<NotificationSink> => {
    for (const sink of sinks) if (await sink.isExpected(provider, connectionId)) return sink
    throw noConnection()
  }
  const router = express.Router()
  router.post<typeof ADDRESS>(
    ADDRESS,
    async ({ params: { provider, connectionId } }, _response, next) => {
      await sinkOf(provider, connectionId)
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
      const sink = await sinkOf(provider, connectionId)
      await sink.receive({ provider, connectionId, headers, rawBody })
      response.status(200).json({ received: true })
    },
  )
  return router
}
