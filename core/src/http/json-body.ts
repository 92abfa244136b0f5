import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express'
import { Problem } from '../kernel/problem.js'
import { checkBodyText } from './check-text.js'

const USUAL_LIMIT = 512 * 1024
/** A receipt of 700 KB in base64, and the rest. */
const RECEIPT_LIMIT = 1_200_000
/** Below the mount path `/v1`. */
const MARK_PAID = /^\/payment_links\/[^/]+\/mark_paid$/

/** Reads a JSON body, and nothing else (R1). */
export function jsonBody(): RequestHandler[] {
  const options = { type: () => true, inflate: false, strict: false }
  const usual = express.json({ ...options, limit: USUAL_LIMIT })
  const withReceipt = express.json({ ...options, limit: RECEIPT_LIMIT })
  return [
    refuseOtherTypes,
    (request, response, next) => (MARK_PAID.test(request.path) ? withReceipt : usual)(request, response, next),
    (request, _response, next) => {
      if (request.body !== undefined) checkBodyText(request.body)
      next()
    },
  ]
}

const JSON_TYPE = /^application\/json *(; *charset="?utf-8"? *)?$/i

function refuseOtherTypes(request: Request, _response: Response, next: NextFunction): void {
  const { 'content-type': type, 'content-length': length, 'transfer-encoding': chunked } = request.headers
  const hasBody = chunked !== undefined || (length !== undefined && length !== '0')
  if (hasBody && !JSON_TYPE.test(type ?? '')) {
    throw new Problem('unsupported_media_type', { detail: 'Send the body as application/json in UTF-8.' })
  }
  next()
}
