import { expect } from 'chai'
import { TestAppliance } from '../support/appliance.js'
import { ShopPerson, textOf } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'
import { MINUTE } from '../support/links.js'
import { PersonAtBrowser } from './person-at-browser.js'
import { Program } from './program.js'

const WEB = 'https://app.example/oauth/callback'
const LOOPBACK = 'http://127.0.0.1/callback'

/** What is registered, and what a forged request names in its place. */
const FOREIGN_ADDRESSES: [what: string, registered: string, used: string][] = [
  ['a prefix', WEB, 'https://app.example/oauth/call'],
  ['a suffix', WEB, `${WEB}/more`],
  ['another case of the path', WEB, 'https://app.example/OAuth/callback'],
  ['another case of the host', WEB, 'https://APP.example/oauth/callback'],
  ['an encoded letter', WEB, 'https://app.example/oauth/c%61llback'],
  ['an encoded slash', WEB, 'https://app.example/oauth%2Fcallback'],
  ['a fragment', WEB, `${WEB}#x`],
  ['a query', WEB, `${WEB}?next=https://evil.example`],
  ['a dot segment', WEB, 'https://app.example/oauth/../oauth/callback'],
  ['another port', WEB, 'https://app.example:8443/oauth/callback'],
  ['the default port', WEB, 'https://app.example:443/oauth/callback'],
  ['http', WEB, 'http://app.example/oauth/callback'],
  ['a longer host', WEB, 'https://app.example.evil.example/oauth/callback'],
  ['a user name', WEB, 'https://app.example@evil.example/oauth/callback'],
  ['a backslash', WEB, 'https://evil.example\\@app.example/oauth/callback'],
  ['a trailing blank', WEB, `${WEB} `],
  ['a line break', WEB, `${WEB}\r\nX: y`],
  ['javascript:', WEB, 'javascript:alert(1)//app.example/oauth/callback'],
  ['another path on the computer', LOOPBACK, 'http://127.0.0.1:5000/other'],
  ['another host on the computer', LOOPBACK, 'http://localhost:5000/callback'],
  ['a host that begins with a loopback address', LOOPBACK, 'http://127.0.0.1.evil.example:5000/callback'],
  ['a user name before the port', LOOPBACK, 'http://127.0.0.1:5000@evil.example/callback'],
  ['https on the computer', LOOPBACK, 'https://127.0.0.1:5000/callback'],
]

/** What the program is told at its own address. */
const REFUSED_REQUESTS: [what: string, changes: Record<string, string | null>, error: string][] = [
  ['no PKCE', { code_challenge: null, code_challenge_method: null }, 'invalid_request'],
  ['PKCE plain', { code_challenge_method: 'plain' }, 'invalid_request'],
  ['PKCE plain by leaving the method out', { code_challenge_method: null }, 'invalid_request'],
  ['a challenge that is none', { code_challenge: 'short' }, 'invalid_request'],
  ['the implicit flow', { response_type: 'token' }, 'unsupported_response_type'],
  ['an ID token', { response_type: 'code id_token', nonce: 'n' }, 'unsupported_response_type'],
  ['no resource', { resource: null }, 'invalid_target'],
  ['another resource', { resource: 'https://other.example/mcp' }, 'invalid_target'],
  ['a resource with a slash too many', { resource: '/mcp/test/' }, 'invalid_target'],
  ['the API as resource', { resource: '/v1' }, 'invalid_target'],
  ['scopes that do not exist', { scope: 'admin everything' }, 'invalid_scope'],
  ['nothing to be shown', { prompt: 'none' }, 'consent_required'],
  ['a request object', { request: 'eyJhbGciOiJub25lIn0.e30.' }, 'request_not_supported'],
  ['a request by reference', { request_uri: 'https://evil.example/request' }, 'request_uri_not_supported'],
  ['an answer in a fragment', { response_mode: 'fragment' }, 'unsupported_response_mode'],
  ['an answer in a form', { response_mode: 'form_post' }, 'unsupported_response_mode'],
]

for (const engine of ENGINES) {
  describe(`requests for authorization, on ${engine}`, () => {
    let paylink: TestAppliance
    let owner: ShopPerson
    before(async () => {
      paylink = await TestAppliance.start(engine, {}, { http: true, jobs: false })
    })
    after(() => paylink.stop())
    // At most 30 programs register in a minute.
    beforeEach(async () => {
      paylink.clock.advance(MINUTE + 1)
      owner = await ShopPerson.signIn(paylink)
    })

    const waiting = async (): Promise<number> =>
      (await paylink.db('oauth_artifacts').where({ kind: 'interaction' })).length

    const open = async (url: string): Promise<Response> =>
      fetch(url, { redirect: 'manual', headers: { Accept: 'text/html', 'Accept-Language': 'en' } })

    for (const [what, registered, redirectUri] of FOREIGN_ADDRESSES) {
      it(`are never answered at an address with ${what}`, async () => {
        const program = await Program.register(paylink, { registered, redirectUri })
        const before = await waiting()
        const response = await open(program.authorizeUrl())
        expect([response.status, response.headers.get('location')]).to.deep.equal([400, null])
        expect(response.headers.get('content-security-policy')).to.include("frame-ancestors 'none'")
        expect(textOf(await response.text())).to.match(/Nothing was connected/)
        expect(await waiting()).to.equal(before)
      })
    }

    it('that name an address twice are answered at the one that is registered', async () => {
      const program = await Program.register(paylink, { registered: WEB })
      const response = await open(`${program.authorizeUrl()}&redirect_uri=https%3A%2F%2Fevil.example%2F`)
      expect(response.headers.get('location')).to.match(
        /^https:\/\/app\.example\/oauth\/callback\?error=invalid_request/,
      )
    })

    it('of a client that does not exist are refused with a page', async () => {
      const program = await Program.register(paylink, { registered: WEB })
      const unknown = new Program(paylink, 'missing', WEB).authorizeUrl()
      for (const url of [unknown, `${paylink.url}/oauth/authorize`, program.authorizeUrl({ client_id: '' })]) {
        const response = await open(url)
        expect([response.status, response.headers.get('location')], url).to.deep.equal([400, null])
      }
    })

    for (const [what, changes, error] of REFUSED_REQUESTS) {
      it(`are refused with ${what}, at the program's own address`, async () => {
        const program = await Program.register(paylink, { registered: WEB })
        const { resource } = changes
        const response = await open(
          program.authorizeUrl({ ...changes, ...(resource?.startsWith('/') && { resource: paylink.url + resource }) }),
        )
        // Of what is no code flow the answer stands behind `#`, as it would there.
        const answer = new URL((response.headers.get('location') ?? 'about:blank').replace('#', '?'))
        expect(answer.origin + answer.pathname, await response.text()).to.equal(WEB)
        expect(answer.searchParams.get('error'), answer.href).to.equal(error)
        expect([answer.searchParams.get('state'), answer.searchParams.get('iss')]).to.deep.equal([
          'estado',
          paylink.url,
        ])
        expect(answer.searchParams.has('code')).to.equal(false)
      })
    }

    it('for both resources at once are refused', async () => {
      const program = await Program.register(paylink, { registered: WEB })
      const both = `${program.authorizeUrl()}&resource=${encodeURIComponent(`${paylink.url}/mcp`)}`
      const answer = new URL((await open(both)).headers.get('location') ?? '')
      expect([answer.origin, answer.searchParams.get('error')]).to.deep.equal(['https://app.example', 'invalid_target'])
    })

    it('give no scope that was not asked for, whatever the form contains', async () => {
      const program = await Program.register(paylink)
      const code = await program.code(owner, { scope: 'links:read' }, { 'scope.payments:write': 'on' })
      const { body } = await program.redeem(code, { scope: 'links:read payments:write' })
      expect(body.scope).to.equal('links:read')
      const more = await program.refresh(body.refresh_token as string, { scope: 'links:read links:write' })
      expect([more.status, more.body.error]).to.deep.equal([400, 'invalid_scope'])
    })

    it('keep the state as it is, whatever is in it', async () => {
      const program = await Program.register(paylink)
      const state = '<script>alert(1)</script> & "\' ñ →\r\nX: y'
      expect((await program.ask(owner, { state })).searchParams.get('state')).to.equal(state)
    })

    it('answer at the base URL, whatever host a client or a proxy names', async () => {
      const program = await Program.register(paylink)
      const asked = new URL(program.authorizeUrl())
      const response = await fetch(asked, {
        redirect: 'manual',
        headers: { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'https', Forwarded: 'host=evil.example' },
      })
      expect(response.headers.get('location')).to.match(/^\/dashboard\/test\/settings\/agents\/connect\/[\w-]+$/)
      for (const cookie of response.headers.getSetCookie()) {
        expect(cookie)
          .to.match(/httponly/i)
          .and.match(/samesite=lax/i)
        expect(cookie).to.not.match(/domain=|secure/i)
      }
    })

    it('take GET alone, and nothing that is not there', async () => {
      const program = await Program.register(paylink)
      const posted = await fetch(program.authorizeUrl(), { method: 'POST', redirect: 'manual' })
      expect([posted.status, posted.headers.get('allow')]).to.deep.equal([405, 'GET, HEAD'])
      const browser = new PersonAtBrowser(owner)
      for (const path of ['/oauth/authorize/x', `/oauth/authorize/${'a'.repeat(43)}`, '/oauth/authorize/%00']) {
        expect((await browser.open(path)).status, path).to.be.within(400, 404)
      }
      for (const path of [
        '/oauth',
        '/oauth/jwks',
        '/oauth/me',
        '/oauth/introspect',
        '/.well-known/openid-configuration',
      ]) {
        expect((await paylink.get(path)).status, path).to.equal(404)
      }
    })
  })
}
