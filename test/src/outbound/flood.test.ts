import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { connect as connectTls, createServer as createTlsServer } from 'node:tls'
import { GuardedClient, type GuardedClientOptions } from '@paylink/core/outbound/guarded-client'
import { limitResponses } from '@paylink/core/outbound/limit-responses'
import { expect } from 'chai'
import { refusalOf } from '../support/refusals.js'

const CERTIFICATE = new URL('../../fixtures/self-signed/', import.meta.url)
const KB = 1024
const MAX_BYTES = 64 * KB
const TOO_MUCH = `the response, with headers and framing, is larger than ${192 * KB} bytes`

const OK = 'HTTP/1.1 200 OK\r\n'
const CHUNKED = `${OK}transfer-encoding: chunked\r\n\r\n`
const LONG = 'x'.repeat(60_000)
const MAX_HEADERS = `h: ${'h'.repeat(15 * KB)}\r\n`

/** Title, beginning, part that is repeated without end, and the error of the request. */
const FLOODS = [
  ['chunks with long extensions', CHUNKED, `1;${LONG}\r\nx\r\n`, TOO_MUCH],
  ['an extension that never ends', `${CHUNKED}1;`, LONG, TOO_MUCH],
  ['chunks of one byte', CHUNKED, '1\r\nx\r\n'.repeat(5000), TOO_MUCH],
  ['a size of a chunk that never ends', CHUNKED, '0'.repeat(60_000), TOO_MUCH],
  ['answers before the answer', '', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(500), TOO_MUCH],
  ['a reason that never ends', 'HTTP/1.1 200 ', LONG, TOO_MUCH],
  ['empty lines', '', '\r\n'.repeat(20_000), TOO_MUCH],
  ['headers', OK, 'a: b\r\n'.repeat(1000), 'Headers Overflow Error'],
  ['a header that never ends', `${OK}a: `, LONG, 'Headers Overflow Error'],
  ['trailers', `${CHUNKED}0\r\n`, 'a: b\r\n'.repeat(1000), 'Headers Overflow Error'],
] as const

describe('a response that never ends', () => {
  const clients: GuardedClient[] = []
  const sockets = new Set<Socket>()
  let server: Server
  let connections = 0
  let answer: (socket: Socket) => void

  before(async () => {
    server = createServer((socket) => {
      connections++
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      // The requests are short: each arrives in one piece.
      socket.on('data', () => answer(socket))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  beforeEach(() => (connections = 0))
  afterEach(() => Promise.all(clients.splice(0).map((client) => client.close())))
  after(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })

  const clientWith = (options: Partial<GuardedClientOptions>): GuardedClient => {
    const client = new GuardedClient({ allowPrivate: true, maxBytes: MAX_BYTES, ...options })
    clients.push(client)
    return client
  }
  const get = (client: GuardedClient) =>
    client.request({ method: 'GET', url: `http://127.0.0.1:${portOf(server)}/`, signal: new AbortController().signal })

  for (const [what, start, more, message] of FLOODS) {
    it(`with ${what} is aborted and counts as sent`, async () => {
      answer = (socket) => flood(socket, start, more)
      for (const onExcess of ['cut', 'fail'] as const) {
        const failure = await refusalOf(get(clientWith({ onExcess })))
        expect(failure).to.be.an('error').with.property('message', message)
        expect(failure).not.to.have.property('name', 'NotSentError')
      }
    })
  }

  it('in its body is cut, however long its headers are, with one connection each', async () => {
    const client = clientWith({ onExcess: 'cut' })
    for (const length of ['', 'content-length: 999999999\r\n', 'connection: close\r\n']) {
      answer = (socket) => flood(socket, `${OK}${length}${MAX_HEADERS}\r\n`, LONG)
      for (let calls = 0; calls < 10; calls++) {
        const { status, body, isCut } = await get(client)
        expect([status, body.length, isCut]).to.deep.equal([200, MAX_BYTES, true])
      }
    }
    expect(connections).to.equal(30)
  })

  it('is not confused with many long responses in sequence', async () => {
    answer = (socket) => socket.write(`${OK}content-length: ${LONG.length}\r\n\r\n${LONG}`)
    const client = clientWith({ connections: 1 })
    for (let calls = 0; calls < 200; calls++) expect((await get(client)).body.length).to.equal(LONG.length)
    expect(connections).to.equal(1)
  })
})

describe('a socket with a limit for each response', () => {
  const pem = (name: string) => readFileSync(new URL(name, CERTIFICATE))
  const kinds = {
    plain: {
      listen: () => createServer(),
      open: (port: number): Socket => connect(port, '127.0.0.1'),
      connection: 'connection',
    },
    encrypted: {
      listen: () => createTlsServer({ key: pem('key.pem'), cert: pem('cert.pem') }),
      open: (port: number): Socket => connectTls(port, '127.0.0.1', { ca: pem('cert.pem') }),
      connection: 'secureConnection',
    },
  }
  for (const [kind, { listen, open, connection }] of Object.entries(kinds)) {
    it(`is closed when more bytes arrive after the last write, and passes none of them on, ${kind}`, async () => {
      const server = listen()
      const asked: number[] = []
      server.on(connection, (socket: Socket) => {
        socket.on('error', () => socket.destroy())
        socket.on('data', () => (asked.push(1) < 5 ? socket.write('x'.repeat(900)) : flood(socket, '', LONG)))
      })
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      const socket = open(portOf(server))
      limitResponses(socket, 1000)
      let handedOn = 0
      socket.on('readable', () => {
        handedOn += (socket.read() as Buffer | null)?.length ?? 0
        if (handedOn === asked.length * 900) socket.write('more')
      })
      socket.write('more')
      const [error] = (await once(socket, 'error')) as [Error]
      server.close()
      expect(error.message).to.equal('the response, with headers and framing, is larger than 1000 bytes')
      expect(handedOn).to.equal(4 * 900)
      expect(socket.bytesRead).to.be.within(4 * 900 + 1001, 4 * 900 + 1000 + 64 * KB)
    })
  }
})

const portOf = (server: Server): number => (server.address() as AddressInfo).port

/** Writes as fast as the client reads, until the connection is closed. */
function flood(socket: Socket, start: string, piece: string): void {
  const more = (): unknown => !socket.destroyed && socket.write(piece, () => setImmediate(more))
  socket.write(start)
  more()
}
