import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { nowMs } from './machine-clock.js'

/** Merchants' servers, each on a port of its own: they answer 200 at once, and one accepts and never answers. */
const [count = '1'] = process.argv.slice(2)

const drain = { expected: Infinity, seen: 0, firstMs: 0 }

function take(request: IncomingMessage, response: ServerResponse): void {
  const atMs = nowMs()
  response.end()
  if (request.url === '/timed') return void tellOf(request, atMs)
  request.resume()
  if (drain.seen++ === 0) drain.firstMs = atMs
  if (drain.seen === drain.expected) process.send?.({ drainedInMs: atMs - drain.firstMs })
}

/** The arrival of an event is known by the object that it is about. */
async function tellOf(request: IncomingMessage, atMs: number): Promise<void> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  const { data } = JSON.parse(text) as { data: { object: { id: string } } }
  process.send?.({ id: data.object.id, atMs })
}

process.on('message', ({ expect }: { expect: number }) => {
  Object.assign(drain, { expected: expect, seen: 0 })
})

const listening = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })

const ports = await Promise.all(Array.from({ length: Number(count) }, () => listening(createHttpServer(take))))
const deadPort = await listening(createServer((socket) => socket.on('error', () => undefined)))
process.send?.({ ports, deadPort })
process.on('SIGTERM', () => process.exit(0))
