import { expect } from 'chai'
import { request } from 'node:http'
import { TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { Program } from './program.js'

const VALUES = [
  ...[
    '\0',
    'a\0b',
    '\ud800',
    '\u202eevil',
    'a\r\nX-A: b',
    '__proto__',
    'constructor',
    'x'.repeat(5000),
    '-1',
    '1e400',
    '',
  ],
  ...['%00', '../../x', 'null', '{}', '[]', 'https://', 'https://\0/', 'http://[::1', "' or 1=1 --", 'ñ→💸', ' '],
]

const AUTHORIZE = [
  ...['client_id', 'redirect_uri', 'scope', 'resource', 'state', 'code_challenge', 'code_challenge_method', 'prompt'],
  ...[
    'response_type',
    'response_mode',
    'nonce',
    'max_age',
    'claims',
    'id_token_hint',
    'login_hint',
    'ui_locales',
    'acr_values',
  ],
  ...[
    'display',
    'request',
    'request_uri',
    'registration',
    'dpop_jkt',
    'authorization_details',
    'web_message_uri',
    'user_code',
  ],
]
const TOKEN = [
  ...['grant_type', 'client_id', 'code', 'code_verifier', 'redirect_uri', 'resource', 'refresh_token', 'scope'],
  ...[
    'client_secret',
    'client_assertion',
    'client_assertion_type',
    'audience',
    'subject_token',
    'token',
    'token_type_hint',
  ],
]

for (const engine of ENGINES) {
  describe(`whatever is put into the parameters of OAuth, on ${engine}`, () => {
    let paylink: TestAppliance
    let program: Program
    before(async () => {
      paylink = await TestAppliance.start(engine, {}, { http: true, jobs: false })
      program = await Program.register(paylink)
    })
    after(() => paylink.stop())
    afterEach(() => expect(paylink.log.entries.filter(({ level }) => level === 'error')).to.deep.equal([]))

    it('is never answered with a failure by the page that a program opens', async () => {
      for (const name of AUTHORIZE) {
        for (const value of VALUES) {
          const { status } = await fetch(program.authorizeUrl({ [name]: value }), { redirect: 'manual' })
          expect(status, `${name}=${JSON.stringify(value.slice(0, 40))}`).to.be.oneOf([303, 400, 414, 431])
        }
        for (const url of [`${program.authorizeUrl()}&${name}=a`, `${program.authorizeUrl()}&${name}[a]=b`]) {
          expect((await fetch(url, { redirect: 'manual' })).status, url).to.be.oneOf([303, 400])
        }
      }
    })

    it('is never answered with a failure by the endpoints of programs', async () => {
      for (const name of TOKEN) {
        for (const value of VALUES) {
          for (const kind of ['authorization_code', 'refresh_token']) {
            const sent = { grant_type: kind, code: 'x', refresh_token: 'x', client_id: program.clientId, [name]: value }
            const { status, body } = await program.token(sent)
            expect(status, `${kind} ${name}=${JSON.stringify(value.slice(0, 40))}`).to.be.oneOf([400, 401])
            expect(body.error).to.be.a('string')
          }
          const status = await program.revoke('x'.repeat(43), { [name]: value })
          expect(status, `revoke ${name}=${JSON.stringify(value.slice(0, 40))}`).to.be.oneOf([200, 400, 401])
        }
      }
    })

    it('is never answered with a failure by registration', async () => {
      for (const name of ['client_name', 'scope', 'contacts', 'logo_uri', 'jwks', 'client_uri', 'response_types']) {
        for (const value of [...VALUES, 1, null, [], {}, [null], { a: [1] }]) {
          paylink.clock.advance(61_000)
          const metadata = { redirect_uris: [program.redirectUri], [name]: value }
          const { status } = await paylink.post('/oauth/register', metadata, { key: null })
          expect(status, `${name}=${JSON.stringify(value)}`).to.be.oneOf([201, 400])
        }
      }
    })

    it('is read up to a limit, also without a length', async () => {
      for (const path of ['/oauth/token', '/oauth/revoke', '/oauth/register']) {
        const status = await new Promise<number>((resolve, reject) => {
          const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'Transfer-Encoding': 'chunked' }
          const sending = request(paylink.url + path, { method: 'POST', headers }, (response) => {
            response.resume()
            resolve(response.statusCode ?? 0)
          })
          sending.on('error', reject)
          for (let count = 0; count < 8; count++) sending.write(`a${count}=${'x'.repeat(16 * 1024)}&`)
          sending.end()
        })
        expect(status, path).to.be.oneOf([400, 413])
      }
    })
  })
}
