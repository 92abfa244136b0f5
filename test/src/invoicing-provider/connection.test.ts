import { expect } from 'chai'
import { ACCOUNT_KEY, adapter, rejection, Sandbox, scriptedContext, scriptedHttp, TEST_KEY } from './harness.js'

const organization = (id: string, changes: object = {}) => ({
  id,
  is_production_ready: true,
  pending_steps: [],
  legal: { legal_name: `NOMBRE ${id}`, tax_id: `RFC-${id}` },
  ...changes,
})

describe('a connection to Facturapi', () => {
  const sandbox = new Sandbox()
  before(() => sandbox.start())
  after(() => sandbox.stop())
  const account = () => sandbox.context({ secretKey: ACCOUNT_KEY })

  it('with an organization’s key names that organization', async () => {
    const report = await sandbox.provider.checkConnection(sandbox.context())
    expect(report).to.deep.include({ ok: true, displayName: 'ESCUELA KEMPER URGATE', livemode: false })
    const [issuer, ...others] = await sandbox.provider.listIssuers(sandbox.context())
    expect(issuer).to.deep.include({ id: report.externalAccountId, rfc: 'EKU9003173C9' })
    expect(others).to.deep.equal([])
  })

  it('with the account’s key names no organization, and may issue for each', async () => {
    expect(await sandbox.provider.checkConnection(account())).to.deep.equal({ ok: true, livemode: false })
    const issuers = await sandbox.provider.listIssuers(account())
    expect(issuers.map(({ rfc }) => rfc)).to.deep.equal(['EKU9003173C9', 'CACX7605101P8', 'KIJ0906199R1'])
    expect(issuers.every(({ problem }) => problem === undefined)).to.equal(true)
  })

  it('fetches the test key of an issuer chosen with the account’s key', async () => {
    const [first] = await sandbox.provider.listIssuers(account())
    const { issuer, config } = await sandbox.provider.chooseIssuer(first!.id, account())
    expect(issuer).to.deep.equal(first)
    expect(config).to.deep.equal({ issuerKey: TEST_KEY })
  })

  it('with an organization’s key issues for that one only', async () => {
    const issuers = await sandbox.provider.listIssuers(account())
    const own = await sandbox.provider.chooseIssuer(issuers[0]!.id, sandbox.context())
    expect(own.config).to.equal(undefined)
    expect((await rejection(sandbox.provider.chooseIssuer(issuers[1]!.id, sandbox.context()))).fault).to.equal(
      'rejected',
    )
    expect((await rejection(sandbox.provider.chooseIssuer('none', account()))).fault).to.equal('rejected')
  })

  for (const key of [
    'sk_test_wrong',
    'sk_user_wrong',
    'sk_test_sandbox9xharness0001',
    'sk_live_sandbox0xharness0001',
  ]) {
    it(`is refused with ${key}`, async () => {
      const context = sandbox.context({ secretKey: key })
      for (const asking of [adapter.checkConnection(context), adapter.listIssuers(context)]) {
        expect((await rejection(asking)).fault).to.equal('auth')
      }
    })
  }

  const modes = [
    ['sk_test_x', true, false],
    ['sk_test_x', false, false],
    ['sk_live_x', false, true],
    ['sk_live_x', true, true],
    ['sk_user_x', false, false],
    ['sk_user_x', true, true],
    ['whatever', true, true],
    ['whatever', false, false],
  ] as const
  for (const [secretKey, livemode, expected] of modes) {
    it(`with ${secretKey} asked in ${livemode ? 'live' : 'test'} mode is of ${expected ? 'live' : 'test'} mode`, async () => {
      const { http } = scriptedHttp(() => ({ status: 200, body: { ...organization('o'), data: [], total_pages: 0 } }))
      const report = await adapter.checkConnection(scriptedContext(http, { livemode, config: { secretKey } }))
      expect(report.livemode).to.equal(expected)
    })
  }

  it('reads every page of the account’s organizations, at Facturapi’s own address', async () => {
    const all = Array.from({ length: 230 }, (_, index) => organization(`o${index}`))
    const { http, requests } = scriptedHttp(({ url }) => {
      const page = Number(new URL(url).searchParams.get('page'))
      return { status: 200, body: { page, total_pages: 3, data: all.slice((page - 1) * 100, page * 100) } }
    })
    const issuers = await adapter.listIssuers(scriptedContext(http, { config: { secretKey: 'sk_user_x' } }))
    expect(issuers).to.have.length(230)
    expect(requests.map(({ url }) => url)).to.deep.equal(
      [1, 2, 3].map((page) => `https://www.facturapi.io/v2/organizations?limit=100&page=${page}`),
    )
    expect(requests.every(({ effect, method }) => effect === 'read' && method === 'GET')).to.equal(true)
  })

  const unready = organization('o', {
    is_production_ready: false,
    pending_steps: [
      { type: 'certificate', description: 'Sube tu CSD' },
      { type: 'manifiesto', description: 'Firma la carta manifiesto' },
    ],
  })

  it('in live mode lists what an organization still needs, and does not choose it', async () => {
    const { http } = scriptedHttp(() => ({ status: 200, body: unready }))
    const context = scriptedContext(http, { livemode: true, mode: 'live', config: { secretKey: 'sk_live_x' } })
    const [issuer] = await adapter.listIssuers(context)
    expect(issuer!.problem).to.include('Sube tu CSD; Firma la carta manifiesto')
    const { fault, message } = await rejection(adapter.chooseIssuer('o', context))
    expect(fault).to.equal('rejected')
    expect(message).to.include('Sube tu CSD')
    const { http: ready } = scriptedHttp(() => ({ status: 200, body: organization('o') }))
    expect((await adapter.chooseIssuer('o', { ...context, http: ready })).issuer.problem).to.equal(undefined)
  })

  it('in live mode never asks for a live key of an organization', async () => {
    const { http, requests } = scriptedHttp(() => ({ status: 200, body: {} }))
    const context = scriptedContext(http, { livemode: true, mode: 'live', config: { secretKey: 'sk_user_x' } })
    const { fault, message } = await rejection(adapter.chooseIssuer('o', context))
    expect(fault).to.equal('rejected')
    expect(message).to.include('sk_live_')
    expect(requests).to.deep.equal([])
  })

  for (const key of ['', 'sk_live_x', '<html>', { key: 'sk_test_x' }]) {
    it(`does not accept ${JSON.stringify(key)} as a test key`, async () => {
      const { http } = scriptedHttp(({ url }) =>
        url.includes('apikeys')
          ? { status: 200, body: typeof key === 'string' ? JSON.stringify(key) : key }
          : { status: 200, body: { data: [organization('o')], total_pages: 1 } },
      )
      const context = scriptedContext(http, { config: { secretKey: 'sk_user_x' } })
      expect((await rejection(adapter.chooseIssuer('o', context))).fault).to.equal('unavailable')
    })
  }
})
