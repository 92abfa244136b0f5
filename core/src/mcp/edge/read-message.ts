import { promisify } from 'node:util'
import express, { type Request, type Response } from 'express'
import { Problem } from '../../kernel/problem.js'

/** A proof of payment of 700 KB in base64, and the rest of a message. */
const MAX_BYTES = 1_300_000
/** Arguments of tools have at most eight levels; a message adds some. */
const MAX_DEPTH = 16

/** A message that is no JSON-RPC request, as JSON-RPC answers it. */
export class BadMessageError extends Error {
  constructor(
    readonly code: -32700 | -32600,
    message: string,
  ) {
    super(message)
    this.name = 'BadMessageError'
  }
}

const readBytes = promisify<Request, Response>(express.raw({ type: () => true, inflate: false, limit: MAX_BYTES }))

/**
 * Reads the one JSON-RPC message of a request.
 *
 * @throws BadMessageError; Problem `payload_too_large`, `unsupported_media_type`
 */
export async function readMessage(request: Request, response: Response): Promise<unknown> {
  if (!/^application\/json *(;|$)/i.test(request.headers['content-type'] ?? '')) {
    throw new Problem('unsupported_media_type', { detail: 'Send one JSON-RPC message as application/json in UTF-8.' })
  }
  await readBytes(request, response)
  const message = parse(request.body as Buffer | undefined)
  if (Array.isArray(message)) throw new BadMessageError(-32600, 'Send one message, not a batch.')
  if (typeof message !== 'object' || message === null) throw new BadMessageError(-32600, 'Send one JSON-RPC message.')
  if (isDeeper(message, MAX_DEPTH))
    throw new BadMessageError(-32600, `A message may be nested ${MAX_DEPTH} levels deep.`)
  return message
}

function parse(bytes: Buffer | undefined): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown
  } catch {
    throw new BadMessageError(-32700, 'The body is not JSON in UTF-8.')
  }
}

/** What walks the message afterwards may recurse, as this does no deeper than `levels`. */
function isDeeper(value: object, levels: number): boolean {
  if (levels === 0) return true
  return Object.values(value).some(
    (held: unknown) => typeof held === 'object' && held !== null && isDeeper(held, levels - 1),
  )
}
