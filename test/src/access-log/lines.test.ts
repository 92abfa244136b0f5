import { redact } from '@paylink/core/composition/redact'
import { expect } from 'chai'
import { linkBody } from '../support/appliance.js'
import { migratedDatabase, type TestDatabase } from '../support/databases.js'
import { ServerProcess } from '../support/server-process.js'

interface Line {
  level: number
  time: number
  msg: string
  request?: string
}

const KEY = /sk_test_\w+/

describe('the log of a server', () => {
  let database: TestDatabase
  let server: ServerProcess
  let key: string
  before(async () => {
    database = await migratedDatabase('sqlite')
    server = await ServerProcess.create(database.url, database.folder, { env: { PAYLINK_LOG_LEVEL: 'info' } })
    await server.start()
    key = KEY.exec(server.output)?.[0] ?? ''
  })
  after(async () => {
    await server.stop()
    await database.drop()
  })

  const ask = (method: string, path: string, body?: unknown): Promise<Response> =>
    fetch(server.url + path, {
      method,
      redirect: 'manual',
      headers: {
        Authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json', 'Idempotency-Key': 'lines' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const lines = (): Line[] =>
    server.logged
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Line)

  it('is JSON, with one line for each request, which has its route and no secret', async () => {
    const customer = { customerEmail: 'ana.canary@example.com', customerName: 'Ana Canary' }
    const created = await ask('POST', '/v1/payment_links', { ...linkBody(), ...customer })
    expect(created.status).to.equal(201)
    const { url } = (await created.json()) as { url: string }
    const slug = url.split('/').at(-1) as string
    const asked = [created, await ask('GET', `/p/${slug}`), await ask('GET', `/v1/payments/${slug}?token=abc`)]
    await ask('GET', '/healthz')
    asked.push(await ask('GET', `/files/none?signature=${slug}`))
    await server.stop()

    const ids = asked.map(({ headers }) => headers.get('x-request-id'))
    const requests = lines().filter(({ msg, request }) => msg === 'request' && ids.includes(request ?? ''))
    expect(requests.map(({ request }) => request)).to.deep.equal(ids)
    expect(lines().filter((line) => 'route' in line && line.route === '/healthz')).to.deep.equal([])
    for (const line of lines()) expect(line).to.include.keys('level', 'time', 'msg')
    expect(requests[0]).to.include({ method: 'POST', route: '/v1/payment_links', status: 201 })
    expect(requests[1]).to.include({ method: 'GET', route: '/p/:slug', path: '/p/:slug', status: 200 })
    for (const secret of [key, slug, 'canary', 'Canary', 'signature']) expect(server.logged).to.not.include(secret)
  })
})

describe('a line of the log', () => {
  for (const [text, kept] of [
    ['the key sk_live_4eC39HqLyjWDarjtT1zdp7dc was refused', 'the key sk_live_[redacted] was refused'],
    ['{"authorization":"Bearer abc.def-123"}', '{"authorization":"Bearer [redacted]"}'],
    ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'whsec_[redacted]'],
    ['connect postgres://paylink:hunter2@db:5432/paylink', 'connect postgres://paylink:[redacted]@db:5432/paylink'],
    ['GET /files/a?expires=1&signature=0a1b', 'GET /files/a?expires=1&signature=[redacted]'],
    ['550 no such user ana.lopez+x@example.com', '550 no such user [redacted]@example.com'],
    [
      'at file:///srv/node_modules/@paylink/core@0.0.1/x.js:3',
      'at file:///srv/node_modules/@paylink/core@0.0.1/x.js:3',
    ],
    ['{"level":30,"route":"/v1/payments/:id","ms":3}', '{"level":30,"route":"/v1/payments/:id","ms":3}'],
  ] as const) {
    it(`has no secret of a known shape: ${kept}`, () => expect(redact(text)).to.equal(kept))
  }

  it('is searched in time that grows with its length', () => {
    const long = `${'a'.repeat(200_000)}@${'://a:'.repeat(20_000)}`
    expect(redact(long)).to.be.a('string')
  })
})
