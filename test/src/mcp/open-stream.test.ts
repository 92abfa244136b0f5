import { expect } from 'chai'
import express from 'express'
import type { AddressInfo } from 'node:net'
import { sendWebResponse } from '@paylink/core/mcp/edge/web-message'

describe('a stream of events', () => {
  it('begins before its first event, and ends with its client', async () => {
    let cancelled = (): void => undefined
    const isCancelled = new Promise<void>((resolve) => (cancelled = resolve))
    const app = express().get('/', (_request, response) => {
      const silent = new ReadableStream({ cancel: () => cancelled() })
      return sendWebResponse(new Response(silent, { headers: { 'Content-Type': 'text/event-stream' } }), response)
    })
    const server = app.listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    try {
      const client = new AbortController()
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      const { status, headers } = await fetch(url, { signal: client.signal })
      expect([status, headers.get('content-type')]).to.deep.equal([200, 'text/event-stream'])
      client.abort()
      await isCancelled
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })
})
