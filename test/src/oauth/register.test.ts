import { TidyOAuth } from '@paylink/core/oauth/tidy-oauth'
import { expect } from 'chai'
import { TestAppliance } from '../support/appliance.js'
import { ShopPerson } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'
import { DAY, MINUTE } from '../support/links.js'
import { Program } from './program.js'

const OWN = { redirect_uris: ['https://app.example/callback'] }
const of = (...redirectUris: unknown[]): object => ({ redirect_uris: redirectUris })

const ALLOWED = [
  'https://app.example/callback?a=b',
  'http://localhost:3000/callback',
  'http://127.0.0.1/callback',
  'http://[::1]:3000/callback',
  'cursor://anysphere.cursor-mcp/oauth/callback',
  'com.example.app:/callback',
]
const REFUSED = [
  'javascript:alert(1)',
  'JAVASCRIPT:alert(1)//https://app.example',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://app.example/x',
  'http://app.example/callback',
  'http://10.0.0.1/callback',
  'http://169.254.169.254/latest/meta-data',
  'http://127.0.0.1.evil.example/callback',
  'http://localhost@evil.example/callback',
  'https://user:password@app.example/callback',
  'https://app.example/callback#fragment',
  'https://app.example\\@evil.example/callback',
  'https://*.app.example/callback',
  'https://app.example/call back',
  'https://app.example/\u0000',
  '/callback',
  '//evil.example/callback',
  'https://',
  '',
  `https://app.example/${'a'.repeat(3000)}`,
]

const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

const BAD_BODIES: [what: string, body: string | Uint8Array, headers?: Record<string, string>][] = [
  ['nothing', ''],
  ['no JSON', 'redirect_uris=https://app.example/'],
  ['half of it', '{"redirect_uris":["https://app.ex'],
  ['a list', '[]'],
  ['null', 'null'],
  ['a number', '1'],
  ['no UTF-8', new Uint8Array([0x7b, 0xff, 0xfe, 0x7d])],
  ['too much', JSON.stringify({ ...OWN, client_name: 'a'.repeat(40_000) })],
  ['levels without end', deep(5000)],
  ['another type', JSON.stringify(OWN), { 'Content-Type': 'text/xml' }],
  ['something compressed', JSON.stringify(OWN), { 'Content-Encoding': 'gzip' }],
  ['addresses that are no list', JSON.stringify({ redirect_uris: 'https://app.example/' })],
  ['no address', JSON.stringify({ redirect_uris: [] })],
  ['too many addresses', JSON.stringify(of(...Array.from({ length: 11 }, (_, at) => `https://app.example/${at}`)))],
  ['addresses that are no texts', JSON.stringify(of({}, 1, null))],
  ['another flow', JSON.stringify({ ...OWN, response_types: ['token'] })],
]

const FORM = 'application/x-www-form-urlencoded'
const BAD_FORMS: [what: string, body: string | Uint8Array, headers?: Record<string, string>][] = [
  ['nothing', ''],
  ['no client', 'grant_type=authorization_code&code=x'],
  ['no kind', 'client_id=x'],
  ['JSON', '{"grant_type":"authorization_code"}', { 'Content-Type': 'application/json' }],
  ['levels without end', deep(5000), { 'Content-Type': 'application/json' }],
  ['a kind of grant that is not offered', 'grant_type=password&username=a&password=b&client_id=CLIENT'],
  ['a client that asks for itself', 'grant_type=client_credentials&client_id=CLIENT'],
  ['a code for devices', 'grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code&client_id=CLIENT'],
  ['a parameter twice', 'grant_type=authorization_code&code=x&code=y&client_id=CLIENT'],
  ['a client twice', 'grant_type=authorization_code&code=x&client_id=CLIENT&client_id=CLIENT'],
  ['a code that is none', 'grant_type=authorization_code&code=%00%ff&code_verifier=x&client_id=CLIENT'],
  ['a verifier that is none', 'grant_type=authorization_code&code=x&code_verifier=%00&client_id=CLIENT'],
  ['a refresh token that is none', 'grant_type=refresh_token&refresh_token=%F0%9F&client_id=CLIENT'],
  ['nested names', 'grant_type[a][b]=c&client_id[]=x&__proto__[x]=y'],
  ['too much', `grant_type=authorization_code&code=${'a'.repeat(40_000)}&client_id=CLIENT`],
  [
    'a secret that was never given',
    'grant_type=refresh_token&refresh_token=x',
    { Authorization: `Basic ${btoa('a:b')}` },
  ],
  ['an assertion', 'grant_type=refresh_token&refresh_token=x&client_assertion=a.b.c&client_assertion_type=x'],
]

for (const engine of ENGINES) {
  describe(`programs that register themselves, on ${engine}`, () => {
    let paylink: TestAppliance
    before(async () => {
      paylink = await TestAppliance.start(engine, {}, { http: true, jobs: false })
      paylink.clock.stop()
    })
    after(() => paylink.stop())
    beforeEach(() => paylink.clock.advance(MINUTE + 1))

    const register = (body: unknown) => paylink.post('/oauth/register', body, { key: null })

    it('are public clients, whatever they register as, with a name in one line', async () => {
      const { status, body, headers } = await register({
        ...OWN,
        client_name: '  Mi\u202e\n  asistente\u0000 ',
        token_endpoint_auth_method: 'client_secret_basic',
        client_id: 'mine',
        grant_types: ['client_credentials'],
        scope: 'admin',
      })
      expect(status).to.equal(201)
      expect([headers.get('cache-control'), headers.get('access-control-allow-origin')]).to.deep.equal([
        'no-store',
        '*',
      ])
      expect(body).to.include({ client_name: 'Mi asistente', token_endpoint_auth_method: 'none' })
      expect(body.client_id).to.match(/^\w{20,}$/)
      expect(body.grant_types).to.deep.equal(['authorization_code', 'refresh_token'])
      expect(body).to.not.have.any.keys('client_secret', 'registration_access_token')
    })

    it('may be sent back to their own site, to the same computer, or to a scheme of their own', async () => {
      for (const uri of ALLOWED) expect((await register(of(uri))).status, uri).to.equal(201)
    })

    it('may not be sent back anywhere else', async () => {
      const before = await paylink.db('oauth_clients')
      for (const uri of REFUSED) {
        const { status, body } = await register(of(uri))
        expect([status, body.error], uri).to.deep.equal([400, 'invalid_redirect_uri'])
        expect(body.error_description).to.match(/^redirect_uris .{10,}\.$/)
      }
      paylink.clock.advance(MINUTE + 1)
      for (const uri of REFUSED) expect((await register(of('https://app.example/', uri))).status, uri).to.equal(400)
      expect(await paylink.db('oauth_clients')).to.deep.equal(before)
    })

    it('are told what is wrong with what they send', async () => {
      for (const [what, raw, headers] of BAD_BODIES) {
        const reply = await paylink.call('POST', '/oauth/register', undefined, { key: null, raw, headers })
        expect(reply.status, what).to.be.within(400, 415)
        expect(reply.body.error, what).to.be.a('string')
        expect(reply.body.error_description, what).to.match(/\w{3}/)
      }
    })

    it('are few in a minute from one address', async () => {
      const replies = []
      for (let count = 0; count < 40; count++) replies.push(await register(OWN))
      const refused = replies.filter(({ status }) => status === 429)
      expect(refused).to.have.length(10)
      expect(refused[0]?.body.error).to.equal('temporarily_unavailable')
      expect(Number(refused[0]?.headers.get('retry-after'))).to.be.within(1, 60)
    })

    it('are forgotten after 30 days, unless a person has connected them', async () => {
      const [used, unused, given] = [
        await Program.register(paylink),
        await Program.register(paylink),
        await Program.register(paylink),
      ]
      const tokens = await used.connect(await ShopPerson.signIn(paylink))
      const ended = await given.connect(await ShopPerson.signIn(paylink))
      await given.revoke(ended.refresh)
      const known = async (): Promise<string[]> =>
        (await paylink.db('oauth_clients').pluck('id')).filter((id: string) =>
          [used, unused, given].some(({ clientId }) => clientId === id),
        )
      const sweep = (): Promise<void> => paylink.container.get(TidyOAuth).run()
      paylink.clock.advance(29 * DAY)
      await sweep()
      expect(await known()).to.have.length(3)
      const { refresh_token: refresh } = (await used.refresh(tokens.refresh)).body
      paylink.clock.advance(2 * DAY)
      await sweep()
      expect(await known()).to.deep.equal([used.clientId])
      expect((await used.refresh(refresh as string)).status).to.equal(200)
      expect((await fetch(unused.authorizeUrl(), { redirect: 'manual' })).status).to.equal(400)
    })

    it('are told what is wrong at the endpoints for tokens and for revoking', async () => {
      const { clientId } = await Program.register(paylink)
      for (const path of ['/oauth/token', '/oauth/revoke']) {
        for (const [what, body, given] of BAD_FORMS) {
          const raw = typeof body === 'string' ? body.replaceAll('CLIENT', clientId) : body
          const headers = { 'Content-Type': FORM, ...given }
          const reply = await paylink.call('POST', path, undefined, { key: null, raw, headers })
          expect(reply.status, `${path} ${what}`).to.be.within(400, 415)
          expect(reply.body.error, what).to.be.a('string')
          expect(reply.body.error_description, what).to.match(/\w{3}/)
        }
        expect((await paylink.get(path, { key: null })).status).to.equal(405)
      }
      expect(paylink.log.entries.filter(({ level }) => level === 'error')).to.deep.equal([])
    })
  })
}
