import type { Request as ExpressRequest, Response as ExpressResponse } from 'express'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** The request without its body, which is read already. Aborted when the client disconnects. */
export function toWebRequest(request: ExpressRequest, response: ExpressResponse, baseUrl: string): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string' && name !== 'authorization') headers.set(name, value)
  }
  const abort = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) abort.abort()
  })
  return new Request(new URL(request.originalUrl, baseUrl), { method: request.method, headers, signal: abort.signal })
}

/** Sends what MCP answers: one JSON message, or a stream of events. */
export async function sendWebResponse(answer: Response, response: ExpressResponse): Promise<void> {
  response.status(answer.status)
  answer.headers.forEach((value, name) => response.setHeader(name, value))
  // A subscription's stream would wait in a proxy's buffer.
  if (answer.headers.get('content-type')?.startsWith('text/event-stream')) response.setHeader('X-Accel-Buffering', 'no')
  if (!answer.body) return void response.end()
  if (answer.headers.get('content-type')?.startsWith('application/json')) return void response.end(await answer.text())
  // A client waits for the status before it listens, and the first event may be far away.
  response.flushHeaders()
  try {
    await pipeline(Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]), response)
  } catch (error) {
    // The client has disconnected from the stream.
    if (!response.destroyed) throw error
  }
}
