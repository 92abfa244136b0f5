import express, { type Request, type RequestHandler } from 'express'
import { invalid, Problem } from '../kernel/problem.js'

const DEFAULT_LIMIT = 512 * 1024
/** A proof of payment of 700 KB in base64 and the other fields. */
const PROOF_LIMIT = 1_200_000
/** Below the mount path `/v1`. */
const MARK_PAID = /^\/payment_links\/[^/]+\/mark_paid$/

/** Reads a JSON body and rejects any other type (R1). */
export function jsonBody(): RequestHandler {
  const options = { type: () => true, inflate: false }
  const standard = express.raw({ ...options, limit: DEFAULT_LIMIT })
  const withProof = express.raw({ ...options, limit: PROOF_LIMIT })
  return (request, response, next) => {
    if (!hasBody(request)) return next()
    rejectOtherTypes(request)
    const read = MARK_PAID.test(request.path) ? withProof : standard
    read(request, response, (error?: unknown) => {
      if (error) return next(error)
      // Express does not catch what this callback throws.
      try {
        request.body = parse(request.body as Buffer | undefined)
      } catch (fault) {
        return next(fault)
      }
      next()
    })
  }
}

const JSON_TYPE = /^application\/json *(; *charset="?utf-8"? *)?$/i

function hasBody({ headers }: Request): boolean {
  const { 'content-length': length, 'transfer-encoding': chunked } = headers
  return chunked !== undefined || (length !== undefined && length !== '0')
}

function rejectOtherTypes({ headers }: Request): void {
  if (JSON_TYPE.test(headers['content-type'] ?? '')) return
  throw new Problem('unsupported_media_type', { detail: 'Send the body as application/json in UTF-8.' })
}

/** An empty body counts as none; bytes that are not UTF-8 would be replaced by other characters. */
function parse(bytes: Buffer | undefined): unknown {
  if (bytes === undefined || bytes.length === 0) return undefined
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown
  } catch {
    throw invalid('body', 'is not valid JSON in UTF-8')
  }
}
