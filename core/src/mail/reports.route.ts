import express, { type Request, type Router } from 'express'
import { type ReceiveReport, REPORTS_PATH } from './receive-report.js'

/** Fits a report that quotes the whole mail, PDF included. */
const MAX_BODY = '5mb'

/** Receives bounces and complaints, one raw message per request, from a pipe or an inbound webhook. */
export function reportsRoute(receiveReport: ReceiveReport, emailPlugin: string | null): Router {
  const router = express.Router()
  router.post(
    emailPlugin === null ? REPORTS_PATH : [REPORTS_PATH, `/hooks/${emailPlugin}/reports`],
    (request, _response, next) => {
      receiveReport.assertAllowed(tokenOf(request))
      next()
    },
    express.raw({ type: () => true, limit: MAX_BODY, inflate: false }),
    async (request, response) => {
      const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const { recipient } = request.query
      const received = await receiveReport.run(raw, typeof recipient === 'string' ? recipient : null)
      response.status(200).json({ received: true, ...received })
    },
  )
  return router
}

/** `Bearer TOKEN`, or the password of `Basic` auth, which can be part of a URL. */
function tokenOf(request: Request): string | null {
  const [scheme = '', credentials = ''] = (request.headers.authorization ?? '').split(' ')
  switch (scheme.toLowerCase()) {
    case 'bearer':
      return credentials
    case 'basic': {
      const text = Buffer.from(credentials, 'base64').toString('utf8')
      return text.slice(text.indexOf(':') + 1)
    }
    default:
      return null
  }
}
