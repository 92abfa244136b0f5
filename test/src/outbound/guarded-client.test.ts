import { readFileSync } from 'node:fs'
import { createServer as createTlsServer } from 'node:https'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { GuardedClient, type GuardedClientOptions, type OutboundRequest } from '@paylink/core/outbound/guarded-client'
import { Resolver } from '@paylink/core/outbound/resolver'
import { expect } from 'chai'
import { Canary } from '../support/canary.js'
import { PhoneBook } from '../support/phone-book.js'
import { refusalOf } from '../support/refusals.js'

const CERTIFICATE = new URL('../../fixtures/self-signed/', import.meta.url)
const PROXIES = [
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'ALL_PROXY',
  'http_proxy',
  'https_proxy',
  'all_proxy',
  'NODE_USE_ENV_PROXY',
]

describe('a call to another server', () => {
  const clients: GuardedClient[] = []
  let server: Canary
  let answer: (path: string, response: ServerResponse) => void

  before(async () => {
    server = await Canary.listen((path, response) => answer(path, response))
  })
  beforeEach(() => {
    server.connections = 0
    answer = (_path, response) => response.end('ok')
  })
  afterEach(() => Promise.all(clients.splice(0).map((client) => client.close())))
  after(() => server.close())

  const clientWith = (options: Partial<GuardedClientOptions> = {}): GuardedClient => {
    const client = new GuardedClient({ allowPrivate: true, resolver: new PhoneBook(['127.0.0.1']), ...options })
    clients.push(client)
    return client
  }
  const get = (client: GuardedClient, request: Partial<OutboundRequest> = {}) =>
    client.request({ method: 'GET', url: `${server.origin}/`, signal: new AbortController().signal, ...request })

  for (const status of [301, 302, 303, 307, 308]) {
    it(`does not follow a redirect with ${status}`, async () => {
      const elsewhere = await Canary.listen((_path, response) => response.end('tweet'))
      for (const location of [
        `${elsewhere.origin}/`,
        'http://169.254.169.254/latest/meta-data/',
        'file:///etc/passwd',
      ]) {
        answer = (_path, response) => response.writeHead(status, { location }).end()
        expect(await get(clientWith())).to.deep.include({ status, isCut: false })
      }
      elsewhere.close()
      expect(elsewhere.connections).to.equal(0)
    })
  }

  it('ignores proxies of the environment', async () => {
    const proxy = await Canary.listen((_path, response) => response.end('tweet'))
    const restore = withEnvironment(Object.fromEntries(PROXIES.map((name) => [name, proxy.origin])))
    try {
      expect(Buffer.from((await get(clientWith())).body).toString()).to.equal('ok')
      expect(await refusalOf(get(clientWith(), { url: `https://127.0.0.1:${server.port}/` }))).to.be.an('error')
    } finally {
      restore()
      proxy.close()
    }
    expect(proxy.connections).to.equal(0)
  })

  it('rejects an untrusted certificate, whatever the environment says', async () => {
    let isRead = false
    const pem = (name: string) => readFileSync(new URL(name, CERTIFICATE))
    const tls = createTlsServer({ key: pem('key.pem'), cert: pem('cert.pem') }, () => (isRead = true))
    await new Promise<void>((resolve) => tls.listen(0, '127.0.0.1', resolve))
    const { port } = tls.address() as AddressInfo
    const restore = withEnvironment({ NODE_TLS_REJECT_UNAUTHORIZED: '0' })
    try {
      for (const host of ['hooks.example', '127.0.0.1']) {
        const refusal = await refusalOf(get(clientWith(), { url: `https://${host}:${port}/` }))
        expect(refusal).to.have.property('name', 'NotSentError')
        expect(refusal).to.have.nested.property('cause.code', 'DEPTH_ZERO_SELF_SIGNED_CERT')
      }
    } finally {
      restore()
      tls.close()
    }
    expect(isRead).to.be.false
  })

  it('sends the host name of the URL', async () => {
    let path = ''
    answer = (given, response) => {
      path = given
      response.end(response.req.headers.host)
    }
    const { body } = await get(clientWith(), { url: `http://hooks.example:${server.port}/a?b=c` })
    expect([Buffer.from(body).toString(), path]).to.deep.equal([`hooks.example:${server.port}`, '/a?b=c'])
  })

  it('reads a response of exactly the limit', async () => {
    answer = (_path, response) => response.end('x'.repeat(1000))
    for (const onExcess of ['fail', 'cut'] as const) {
      const { body, isCut } = await get(clientWith({ maxBytes: 1000, onExcess }))
      expect([body.length, isCut]).to.deep.equal([1000, false])
    }
  })

  it('fails at a response of one byte more, and counts as sent', async () => {
    answer = (_path, response) => response.end('x'.repeat(1001))
    const failure = await refusalOf(get(clientWith({ maxBytes: 1000 })))
    expect(failure).to.have.property('message', 'the response is larger than 1000 bytes')
    expect(failure).to.have.property('name', 'Error')
  })

  it('cuts a response that never ends, and closes the connection', async () => {
    let hungUp: () => void
    const isOver = new Promise<void>((resolve) => (hungUp = resolve))
    answer = (_path, response) => {
      response.on('close', () => hungUp())
      const more = () => response.write('x'.repeat(700), () => !response.destroyed && setImmediate(more))
      more()
    }
    const { status, body, isCut } = await get(clientWith({ maxBytes: 1000, onExcess: 'cut' }))
    expect([status, body.length, isCut]).to.deep.equal([200, 1000, true])
    await isOver
  })

  it('reuses its connection, unless each request shall have its own', async () => {
    // The second request may start before the first connection is known to be free.
    for (const [keepAliveMs, least, most] of [
      [undefined, 1, 2],
      [60_000, 1, 2],
      [0, 5, 5],
    ] as const) {
      server.connections = 0
      const client = clientWith({ keepAliveMs })
      for (let calls = 0; calls < 5; calls++) await get(client)
      expect(server.connections).to.be.within(least, most)
    }
  })

  it('waits while the limit of connections to its server is reached', async () => {
    const held: ServerResponse[] = []
    answer = (_path, response) => held.push(response)
    const client = clientWith({ connections: 1 })
    let sent = 0
    const calls = [1, 2].map(() => get(client, { onSending: () => sent++ }))
    while (held.length === 0) await turn()
    expect([sent, server.connections]).to.deep.equal([1, 1])
    held[0]!.end()
    while (held.length === 1) await turn()
    held[1]!.end()
    await Promise.all(calls)
    expect([sent, server.connections]).to.deep.equal([2, 1])
  })

  it('ends when it is aborted, even during a DNS lookup', async () => {
    const never = new (class extends Resolver {
      resolve = () => new Promise<string[]>(() => undefined)
    })()
    const abort = new AbortController()
    const call = refusalOf(
      get(clientWith({ resolver: never }), { url: 'https://hooks.example/', signal: abort.signal }),
    )
    abort.abort()
    expect(await call).to.have.property('name', 'NotSentError')
    const late = refusalOf(get(clientWith(), { signal: abort.signal, onSending: () => expect.fail() }))
    expect(await late).to.have.property('name', 'NotSentError')
    expect(server.connections).to.equal(0)
  })

  it('that is aborted opens no second connection', async () => {
    let asked: () => void
    answer = () => asked()
    const client = clientWith()
    for (let calls = 1; calls <= 5; calls++) {
      const isAsked = new Promise<void>((resolve) => (asked = resolve))
      const abort = new AbortController()
      const call = refusalOf(get(client, { signal: abort.signal }))
      await isAsked
      abort.abort()
      expect(await call).to.have.property('name', 'AbortError')
      expect(server.connections).to.equal(calls)
    }
  })

  it('counts as not sent when the connection is refused, and as sent when no response comes', async () => {
    const gone = await Canary.listen()
    gone.close()
    expect(await refusalOf(get(clientWith(), { url: `${gone.origin}/` }))).to.have.property('name', 'NotSentError')
    answer = (_path, response) => response.destroy()
    expect(await refusalOf(get(clientWith()))).not.to.have.property('name', 'NotSentError')
  })
})

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** The returned function restores the previous values. */
function withEnvironment(changes: Record<string, string>): () => void {
  const before = { ...process.env }
  Object.assign(process.env, changes)
  return () => {
    for (const name of Object.keys(changes)) {
      if (before[name] === undefined) delete process.env[name]
      else process.env[name] = before[name]
    }
  }
}
