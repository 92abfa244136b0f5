import express, { type Router } from 'express'
import { plainHeaders } from '../plugin-host/plain-headers.js'
import type { NotificationSink } from '../plugin-host/notification-sink.js'
import type { ConnectionKind } from '../connections/connection.js'
import { type NotificationProbe, PROBE_HEADER } from '../connections/notification-probe.js'
import type { ReadNotification } from '../connections/read-notification.js'

const MAX_BYTES = '1mb'
const ADDRESS = '/hooks/:provider/:connectionId'

/** Receives the providers' notifications, and passes each to the sink for what its connection is for. */
export function notificationsRoute(
  readNotification: ReadNotification,
  probe: NotificationProbe,
  sinks: Record<ConnectionKind, NotificationSink>,
): Router {
  const router = express.Router()
  router.post<typeof ADDRESS>(
    ADDRESS,
    async (request, response, next) => {
      const { provider, connectionId } = request.params
      await readNotification.kindOf(provider, connectionId)
      const proof = probe.answer(connectionId, request.get(PROBE_HEADER) ?? '')
      if (proof === null) return next()
      response.status(200).json({ probe: proof })
    },
    express.raw({ type: () => true, limit: MAX_BYTES, inflate: false }),
    async (request, response) => {
      const { provider, connectionId } = request.params
      const headers = plainHeaders(request)
      const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const kind = await readNotification.kindOf(provider, connectionId)
      await sinks[kind].receive({ provider, connectionId, headers, rawBody })
      response.status(200).json({ received: true })
    },
  )
  return router
}
