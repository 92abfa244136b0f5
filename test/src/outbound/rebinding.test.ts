import { GuardedClient } from '@paylink/core/outbound/guarded-client'
import { SystemResolver } from '@paylink/core/outbound/resolver'
import { expect } from 'chai'
import { Canary } from '../support/canary.js'
import { type Found, NameServer } from '../support/name-server.js'
import { isRefusedAsUnsafe, isUnsent, refusalOf } from '../support/refusals.js'

const PUBLIC = '8.8.8.8'
const first = (found: Found, later: Found) => (asked: number) => (asked === 0 ? found : later)

/** The guard must detect it with the first lookup. */
const LIARS: Record<string, Found> = {
  'a.example': { A: ['127.0.0.1'] },
  'aaaa.example': { AAAA: ['::1'] },
  'mapped.example': { AAAA: ['::ffff:7f00:1'] },
  'nat64.example': { AAAA: ['64:ff9b::7f00:1'] },
  'six-to-four.example': { AAAA: ['2002:7f00:1::1'] },
  'mixed.example': { A: [PUBLIC, '127.0.0.1'] },
  'mixed-last.example': { A: ['1.1.1.1', PUBLIC, '9.9.9.9', '10.0.0.1'] },
  'mixed-families.example': { A: [PUBLIC], AAAA: ['::1'] },
  'alias.example': { CNAME: 'a.example' },
  'alias-of-alias.example': { CNAME: 'alias.example' },
  'alias-of-localhost.example': { CNAME: 'localhost' },
  'metadata.example': { A: ['169.254.169.254'] },
  'metadata6.example': { AAAA: ['fd00:ec2::254'] },
  'unspecified.example': { A: ['0.0.0.0'] },
}

describe('a name that resolves to a private address', () => {
  let dns: NameServer
  let canary: Canary
  let guarded: GuardedClient
  let open: GuardedClient

  before(async () => {
    canary = await Canary.listen((_path, response) => response.end('tweet'))
    dns = await NameServer.start({
      ...LIARS,
      localhost: { A: ['127.0.0.1'] },
      'honest.example': { A: [PUBLIC], AAAA: ['2606:4700:4700::1111'] },
      'rebinding.example': first({ A: [PUBLIC] }, { A: ['127.0.0.1'] }),
      'moving.example': first({ A: ['127.0.0.1'] }, { A: ['169.254.169.254'] }),
      'late.example': first({ A: ['127.0.0.1'] }, { A: ['127.0.0.1'], AAAA: ['fd00:ec2::254'] }),
      'silent.example': 'silent',
    })
    const none = () => Promise.reject(new Error('no such name'))
    const resolver = new SystemResolver({
      servers: [dns.address],
      timeoutMs: 2000,
      hostsFile: '/nowhere',
      lookUp: none,
    })
    guarded = new GuardedClient({ allowPrivate: false, resolver })
    open = new GuardedClient({ allowPrivate: true, resolver })
  })
  beforeEach(() => {
    canary.connections = 0
    dns.questions.length = 0
  })
  after(async () => {
    await Promise.all([guarded.close(), open.close()])
    dns.close()
    canary.close()
  })

  const get = (client: GuardedClient, host: string, scheme = 'https', signal = new AbortController().signal) =>
    client.request({ method: 'GET', url: `${scheme}://${host}:${canary.port}/`, signal })

  for (const name of Object.keys(LIARS)) {
    it(`${name} is refused at registration and at a call`, async () => {
      const refusal = await refusalOf(guarded.check(`https://${name}/`))
      expect(refusal).to.have.property('message', `${name} resolves to an address that is not public.`)
      expect(isUnsent(await refusalOf(get(guarded, name)))).to.be.true
      expect(canary.connections).to.equal(0)
    })
  }

  it('is allowed if all its addresses are public', async () => {
    expect(await guarded.check('https://honest.example/')).to.equal('resolved')
  })

  it('is refused at the call, though it was public at registration', async () => {
    expect(await guarded.check('https://rebinding.example/')).to.equal('resolved')
    expect(isUnsent(await refusalOf(get(guarded, 'rebinding.example')))).to.be.true
    expect(canary.connections).to.equal(0)
  })

  it('is resolved once, and the connection goes to that address', async () => {
    expect((await get(open, 'moving.example', 'http')).status).to.equal(200)
    expect(dns.questions).to.have.members(['A moving.example', 'AAAA moving.example'])
    expect(canary.connections).to.equal(1)
  })

  it('is checked again for each call, even while a connection is open', async () => {
    expect((await get(open, 'late.example', 'http')).status).to.equal(200)
    expect(isUnsent(await refusalOf(get(open, 'late.example', 'http')))).to.be.true
  })

  it('that does not resolve is reported as unresolved, and no call is made', async () => {
    expect(await guarded.check('https://unknown.example/')).to.equal('unresolved')
    expect(await refusalOf(get(guarded, 'unknown.example'))).to.have.property('name', 'NotSentError')
  })

  it('whose lookup hangs is waited for only until the signal is aborted', async () => {
    const abort = new AbortController()
    const waiting = refusalOf(get(guarded, 'silent.example', 'https', abort.signal))
    const checking = guarded.check('https://silent.example/', abort.signal)
    expect((await get(new GuardedClient({ allowPrivate: true }), '127.0.0.1', 'http')).status).to.equal(200)
    abort.abort()
    expect(await waiting).to.have.property('name', 'NotSentError')
    expect(await checking).to.equal('unresolved')
  })

  it('is private for all but metadata services where private addresses are allowed', async () => {
    for (const name of ['metadata.example', 'metadata6.example', 'unspecified.example']) {
      expect(isRefusedAsUnsafe(await refusalOf(open.check(`https://${name}/`))), name).to.be.true
    }
    expect(await open.check('https://mixed.example/')).to.equal('resolved')
    expect((await get(open, 'aaaa.example', 'http')).status).to.equal(200)
  })
})
