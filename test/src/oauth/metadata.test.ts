import { API_SCOPES } from '@paylink/core/kernel/principal'
import { expect } from 'chai'
import { TestAppliance } from '../support/appliance.js'
import { freePort } from '../support/free-port.js'
import { ENGINES } from '../support/engines.js'
import { Program } from './program.js'

const SERVER = '/.well-known/oauth-authorization-server'
const RESOURCE = '/.well-known/oauth-protected-resource'

describe('what a client finds out about the authorization server', () => {
  let paylink: TestAppliance
  before(async () => (paylink = await TestAppliance.start(ENGINES[0] ?? 'sqlite', {}, { http: true, jobs: false })))
  after(() => paylink.stop())

  it('are its endpoints, each of which answers, and what they take', async () => {
    const { body, headers } = await paylink.get(SERVER, { key: null })
    expect(headers.get('access-control-allow-origin')).to.equal('*')
    expect(body).to.deep.include({
      issuer: paylink.url,
      token_endpoint_auth_methods_supported: ['none'],
      code_challenge_methods_supported: ['S256'],
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      scopes_supported: [...API_SCOPES],
    })
    for (const name of ['authorization', 'token', 'registration', 'revocation']) {
      const { pathname } = new URL(body[`${name}_endpoint`] as string)
      const { status } = await paylink.call(name === 'authorization' ? 'GET' : 'POST', pathname, undefined, {
        key: null,
      })
      expect(status, pathname).to.be.oneOf([400, 415])
    }
  })

  for (const path of ['/mcp', '/mcp/test']) {
    it(`is named by ${path} to a client that it refuses`, async () => {
      const refused = await paylink.post(path, {}, { key: null })
      expect(refused.status).to.equal(401)
      const [, url = ''] = /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '') ?? []
      expect(url).to.equal(paylink.url + RESOURCE + path)
      const { body } = await paylink.get(new URL(url).pathname, { key: null })
      expect(body).to.deep.include({
        resource: paylink.url + path,
        authorization_servers: [paylink.url],
        scopes_supported: [...API_SCOPES],
      })
    })
  }

  it('may be asked from any site, as may the endpoints that a program in a browser uses', async () => {
    const from = { Origin: 'https://inspector.example', 'Access-Control-Request-Method': 'POST' }
    const asked = { ...from, 'Access-Control-Request-Headers': 'content-type' }
    for (const path of [SERVER, `${RESOURCE}/mcp`, '/oauth/register', '/oauth/token', '/oauth/revoke']) {
      const { status, headers } = await paylink.call('OPTIONS', path, undefined, { key: null, headers: asked })
      expect([status, headers.get('access-control-allow-origin')], path).to.deep.equal([
        204,
        path.startsWith('/oauth/t') || path.endsWith('revoke') ? from.Origin : '*',
      ])
    }
  })
})

/** Reached without the proxy that takes the path away. */
const paylinkAt = (paylink: TestAppliance, url: string): TestAppliance =>
  Object.create(paylink, { url: { value: url } }) as TestAppliance

describe('an authorization server below a path of its host', () => {
  it('is found in both places, and its addresses have the path', async () => {
    const port = await freePort()
    const baseUrl = `http://localhost:${port}/cobros`
    const paylink = await TestAppliance.start('sqlite', { port, baseUrl }, { http: true, jobs: false })
    try {
      const at = (path: string): Promise<any> => fetch(`http://localhost:${port}${path}`).then((reply) => reply.json())
      for (const path of [SERVER, `${SERVER}/cobros`]) {
        expect(await at(path)).to.deep.include({ issuer: baseUrl, token_endpoint: `${baseUrl}/oauth/token` })
      }
      for (const path of [`${RESOURCE}/mcp/test`, `${RESOURCE}/cobros/mcp/test`]) {
        expect(await at(path)).to.include({ resource: `${baseUrl}/mcp/test` })
      }
      const program = await Program.register(paylinkAt(paylink, `http://localhost:${port}`))
      const url = program.authorizeUrl({ resource: `${baseUrl}/mcp/test` })
      const { headers } = await fetch(url, { redirect: 'manual' })
      const page = headers.get('location') ?? ''
      expect(page).to.match(/^\/cobros\/dashboard\/test\/settings\/agents\/connect\/[\w-]+$/)
      const [, uid = ''] = /([\w-]+)$/.exec(page) ?? []
      const paths = headers.getSetCookie().map((cookie) => /path=([^;]+)/.exec(cookie)?.[1])
      expect([...new Set(paths)]).to.have.members([page, `/cobros/oauth/authorize/${uid}`])
    } finally {
      await paylink.stop()
    }
  })
})

describe('an authorization server that is reached by https', () => {
  it('names its https addresses, and binds its cookies to https, whatever stands in front of it', async () => {
    const port = await freePort()
    const baseUrl = 'https://cobros.example'
    const paylink = await TestAppliance.start('sqlite', { port, baseUrl }, { http: true, jobs: false })
    try {
      const program = await Program.register(paylinkAt(paylink, `http://localhost:${port}`))
      const url = program.authorizeUrl({ resource: `${baseUrl}/mcp/test` })
      const { status, headers } = await fetch(url, { redirect: 'manual' })
      expect(status).to.equal(303)
      const cookies = headers.getSetCookie()
      expect(cookies).to.have.length.above(1)
      for (const cookie of cookies)
        expect(cookie)
          .to.match(/; secure/i)
          .and.match(/; httponly/i)
    } finally {
      await paylink.stop()
    }
  })
})
