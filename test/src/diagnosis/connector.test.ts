import { findConnector } from '@paylink/core/diagnosis/checks/connector'
import { type ConnectorProbe, SystemConnectorProbe } from '@paylink/core/diagnosis/checks/connector-probe'
import { DAY_MS } from '@paylink/core/kernel/clock'
import type { BaseUrl } from '@paylink/core/kernel/named'
import { resourceMetadata, serverMetadata } from '@paylink/core/oauth/metadata'
import { ProtectedResources } from '@paylink/core/oauth/protected-resources'
import { expect } from 'chai'
import { TestAppliance } from '../support/appliance.js'
import { TestClock } from '../support/ports.js'

const PUBLIC = 'https://pay.example.com/shop' as BaseUrl

interface Answer {
  status: number
  headers?: Record<string, string>
  body?: unknown
}

/** What an installation answers, by address. */
function answersOf(baseUrl: BaseUrl): Record<string, Answer> {
  const resources = new ProtectedResources(baseUrl)
  const { origin, pathname } = new URL(baseUrl)
  const server = `${origin}/.well-known/oauth-authorization-server${pathname.replace(/\/$/, '')}`
  return Object.fromEntries([
    ...[true, false].flatMap((livemode): [string, Answer][] => [
      [
        resources.of(livemode),
        {
          status: 401,
          headers: { 'www-authenticate': `Bearer resource_metadata="${resources.metadataUrl(livemode)}"` },
        },
      ],
      [resources.metadataUrl(livemode), { status: 200, body: resourceMetadata(baseUrl, resources, livemode) }],
    ]),
    [server, { status: 200, body: serverMetadata(baseUrl) }],
  ])
}

const SERVER = 'https://pay.example.com/.well-known/oauth-authorization-server/shop'

describe('what doctor finds about the connection of agents', () => {
  const clock = new TestClock()

  const look = (
    baseUrl: BaseUrl,
    changed: Record<string, Answer | undefined> = {},
    { isPublic = true, days = 60 } = {},
  ) => {
    const answers = { ...answersOf(baseUrl), ...changed }
    const probe: ConnectorProbe = {
      isPublic: () => Promise.resolve(isPublic),
      request: (_, url) => {
        const answer = answers[url]
        if (!answer) return Promise.reject(new Error('ECONNREFUSED'))
        const { status, headers = {}, body = {} } = answer
        const text = typeof body === 'string' ? body : JSON.stringify(body)
        return Promise.resolve({ status, headers, body: new TextEncoder().encode(text) })
      },
      certificateEndsAt: () => Promise.resolve(new Date(clock.now().getTime() + days * DAY_MS + 1000)),
    }
    return findConnector(baseUrl, probe, clock)
  }
  const codes = async (...given: Parameters<typeof look>): Promise<string[]> =>
    (await look(...given)).map(({ code }) => code)

  it('is nothing wrong where all is served', async () => {
    expect(await codes(PUBLIC)).to.deep.equal(['connector.ready'])
    expect(await codes('http://localhost:3000' as BaseUrl)).to.deep.equal(['connector.local'])
  })

  it('is that agents in the cloud do not reach an address without https, on another port, or of a private network', async () => {
    for (const [baseUrl, isPublic] of [
      ['http://pay.example.com', true],
      ['https://pay.example.com:8443', true],
      ['https://pay.example.com', false],
    ] as [BaseUrl, boolean][]) {
      expect(await codes(baseUrl, {}, { isPublic }), baseUrl).to.deep.equal(['connector.not_public'])
    }
  })

  it('is a certificate that expires within two weeks', async () => {
    expect(await codes(PUBLIC, {}, { days: 13 })).to.deep.equal(['connector.ready', 'connector.certificate_ends'])
    expect(await codes(PUBLIC, {}, { days: 14 })).to.deep.equal(['connector.ready'])
  })

  const metadata = new ProtectedResources(PUBLIC).metadataUrl(false)
  const server = serverMetadata(PUBLIC)
  const faults: [what: string, changed: Record<string, Answer | undefined>, detail: RegExp][] = [
    ['no answer', { [`${PUBLIC}/mcp`]: undefined }, /\/shop\/mcp cannot be reached \(ECONNREFUSED\)/],
    [
      'a proxy that answers by itself',
      { [`${PUBLIC}/mcp`]: { status: 200 } },
      /answers 200 to a request without a token/,
    ],
    [
      'a proxy that drops a header',
      { [`${PUBLIC}/mcp/test`]: { status: 401 } },
      /mcp\/test does not name its metadata/,
    ],
    ['no metadata', { [metadata]: { status: 404 } }, /oauth-protected-resource\/mcp\/test answers 404/],
    ['another page', { [SERVER]: { status: 200, body: '<html>' } }, /answers something that is not JSON/],
    ['another issuer', { [SERVER]: { status: 200, body: { ...server, issuer: 'https://x' } } }, /has another issuer/],
    ...[
      'client_id_metadata_document_supported',
      'token_endpoint_auth_methods_supported',
      'code_challenge_methods_supported',
      'authorization_response_iss_parameter_supported',
    ].map((flag): [string, Record<string, Answer>, RegExp] => [
      `no ${flag}`,
      { [SERVER]: { status: 200, body: { ...server, [flag]: undefined } } },
      new RegExp(`has another ${flag}`),
    ]),
  ]
  for (const [what, changed, detail] of faults) {
    it(`is ${what}`, async () => {
      const [found, ...others] = await look(PUBLIC, changed)
      expect([found?.code, found?.severity, others]).to.deep.equal(['connector.broken', 'wrong', []])
      expect(found?.detail).to.match(detail)
    })
  }

  it('is what a server answers that runs', async () => {
    const paylink = await TestAppliance.start('sqlite', {}, { http: true, jobs: false })
    try {
      const probe = new SystemConnectorProbe(new AbortController().signal)
      const resources = new ProtectedResources(paylink.url as BaseUrl)
      const { status, headers } = await probe.request('POST', resources.of(true))
      expect(status).to.equal(401)
      expect(headers['www-authenticate']).to.include(`resource_metadata="${resources.metadataUrl(true)}"`)
      expect(await probe.isPublic(paylink.url)).to.equal(false)
    } finally {
      await paylink.stop()
    }
  })
})
