import { type PluginHttp, ProviderUnknownOutcomeError } from '@paylink/plugin-api'
import { expect } from 'chai'
import { adapter, type Cut, rejection, Sandbox, scriptedContext, scriptedHttp, stampInput } from './harness.js'

describe('a broken conversation with Facturapi', () => {
  const sandbox = new Sandbox()
  before(() => sandbox.start())
  after(() => sandbox.stop())

  const cuts: [Cut, invoices: number][] = [
    ['before processing', 0],
    ['after processing', 1],
    ['mid-answer', 1],
  ]
  for (const [cut, invoices] of cuts) {
    it(`${cut}: is an unknown outcome, sent once; a search tells, and a retry stamps once (I37)`, async () => {
      const invoiceId = `inv_${cut}`
      const asked = sandbox.requests.length
      sandbox.cut = cut
      expect((await rejection(sandbox.stamp({ invoiceId }))).fault).to.equal('unknown')
      expect(sandbox.requests.length - asked).to.equal(1)
      const reference = { invoiceId, createdAfter: new Date(sandbox.now).toISOString() }
      const found = await sandbox.provider.findByReference(reference, sandbox.context())
      expect(found === null ? 0 : 1).to.equal(invoices)
      const again = await sandbox.stamp({ invoiceId })
      if (found) expect(again).to.deep.equal(found)
    })
  }

  it('cut while cancelling: is an unknown outcome, and reading the invoice tells', async () => {
    const { providerRef } = await sandbox.stamp({ invoiceId: 'inv_c' })
    const ref = { providerRef, invoiceId: 'inv_c' }
    sandbox.cut = 'after processing'
    expect((await rejection(sandbox.provider.cancel({ ...ref, motivo: '02' }, sandbox.context()))).fault).to.equal(
      'unknown',
    )
    expect((await sandbox.provider.retrieve(ref, sandbox.context())).cancellation).to.equal('pending')
  })

  it('cut during a read: is unavailable', async () => {
    for (const cut of ['before processing', 'mid-answer'] as const) {
      sandbox.cut = cut
      const ref = { providerRef: 'x', invoiceId: 'x' }
      expect((await rejection(sandbox.provider.retrieve(ref, sandbox.context()))).fault).to.equal('unavailable')
    }
  })

  it('never begun: is unavailable', async () => {
    const gone = new Sandbox()
    await gone.start()
    await gone.stop()
    const context = sandbox.context({ apiBase: gone.apiBase })
    expect((await rejection(sandbox.provider.stamp(stampInput(), context))).fault).to.equal('unavailable')
  })

  it('is passed on unchanged', async () => {
    const lost = new ProviderUnknownOutcomeError('lost')
    let sent = 0
    const http: PluginHttp = { request: () => (sent++, Promise.reject(lost)) }
    expect(await rejection(adapter.stamp(stampInput(), scriptedContext(http)))).to.equal(lost)
    expect(sent).to.equal(1)
  })

  it('begun after the deadline: sends nothing', async () => {
    const { http, requests } = scriptedHttp(() => ({ status: 500, body: '' }))
    const context = scriptedContext(http, { signal: AbortSignal.abort() })
    expect((await rejection(adapter.stamp(stampInput(), context))).fault).to.equal('unavailable')
    expect(requests).to.deep.equal([])
  })

  it('tells reads from writes', async () => {
    const { http, requests } = scriptedHttp(() => ({ status: 500, body: '' }))
    const context = scriptedContext(http)
    const ref = { providerRef: 'a/b?c', invoiceId: 'inv_1' }
    const calls = [
      adapter.stamp(stampInput(), context),
      adapter.retrieve(ref, context),
      adapter.cancel({ ...ref, motivo: '03' }, context),
      adapter.file({ ...ref, format: 'xml' }, context),
      adapter.registerWebhook!('https://pay.example.com/hooks/x', context),
      adapter.unregisterWebhook!('w/1', context),
    ]
    await Promise.allSettled(calls)
    expect(
      requests.map(({ method, url, effect }) => `${method} ${new URL(url).pathname} ${effect}`).sort(),
    ).to.deep.equal([
      'DELETE /v2/invoices/a%2Fb%3Fc write',
      'DELETE /v2/webhooks/w%2F1 write',
      'GET /v2/invoices/a%2Fb%3Fc read',
      'GET /v2/invoices/a%2Fb%3Fc/xml read',
      'POST /v2/invoices write',
      'POST /v2/webhooks write',
    ])
  })
})

describe('the state of an invoice at Facturapi', () => {
  const base = { id: 'fa_1', livemode: true, external_id: 'inv_1', status: 'valid', uuid: 'U', total: 116 }
  const ask = (changes: object) => {
    const { http } = scriptedHttp(() => ({ status: 200, body: { ...base, ...changes } }))
    return adapter.retrieve({ providerRef: 'fa_1', invoiceId: 'inv_1' }, scriptedContext(http))
  }

  const meanings = [
    [{ status: 'pending', uuid: undefined }, { status: 'pending' }],
    [{}, { status: 'stamped', cancellation: 'none' }],
    [{ cancellation_status: null }, { status: 'stamped', cancellation: 'none' }],
    [{ cancellation_status: 'none' }, { status: 'stamped', cancellation: 'none' }],
    [{ cancellation_status: 'verifying' }, { status: 'stamped', cancellation: 'pending' }],
    [{ cancellation_status: 'pending' }, { status: 'stamped', cancellation: 'pending' }],
    [{ cancellation_status: 'accepted' }, { status: 'stamped', cancellation: 'pending' }],
    [{ cancellation_status: 'rejected' }, { status: 'stamped', cancellation: 'refused' }],
    [{ cancellation_status: 'expired' }, { status: 'stamped', cancellation: 'pending' }],
    [{ status: 'canceled', canceled_at: '2026-01-02T03:04:05Z' }, { cancelledAt: '2026-01-02T03:04:05.000Z' }],
    [{ stamp: { date: '2026-01-02T03:04:05-06:00' } }, { stampedAt: '2026-01-02T09:04:05.000Z' }],
    [{ stamp: { date: 'yesterday' } }, { stampedAt: undefined }],
    [{ total: 0.29 }, { totalCentavos: 29 }],
    [{ total: 4.35 }, { totalCentavos: 435 }],
    [{ total: 9_999_999_999.99 }, { totalCentavos: 999_999_999_999 }],
    [{ livemode: true }, { livemode: true }],
  ] as const
  for (const [changes, expected] of meanings) {
    it(`${JSON.stringify(changes)} means ${JSON.stringify(expected)}`, async () => {
      const state = await ask(changes)
      for (const [key, value] of Object.entries(expected)) expect(state).to.have.property(key, value)
    })
  }

  const nonsense = [
    { status: 'brand_new' },
    { status: 'draft' },
    { cancellation_status: 'whatever' },
    { cancellation_status: 7 },
    { uuid: null },
    { total: '116' },
    { total: 1.001 },
    { total: -1 },
    { livemode: undefined },
    { id: '' },
    { status: '__proto__' },
  ]
  for (const changes of nonsense) {
    it(`${JSON.stringify(changes)} is not guessed at`, async () => {
      expect((await rejection(ask(changes))).fault).to.equal('unavailable')
    })
  }

  it('is exact to the centavo', () => {
    for (let centavos = 0; centavos < 300_000; centavos += 7) {
      expect(Math.round(Number((centavos / 100).toFixed(2)) * 100)).to.equal(centavos)
    }
  })
})

describe('looking an invoice up by our id', () => {
  const invoice = (id: string, status: string, createdAt: string, externalId = 'inv_1') => ({
    ...{ id, status, created_at: createdAt, external_id: externalId, livemode: false, uuid: 'U', total: 1 },
  })
  const search = async (pages: unknown[]) => {
    const { http, requests } = scriptedHttp(({ url }) => ({
      status: 200,
      body: pages[Number(new URL(url).searchParams.get('page')) - 1] ?? { data: [], total_pages: 0 },
    }))
    const ref = { invoiceId: 'inv_1', createdAfter: '2026-01-01T00:00:00Z' }
    return { found: await adapter.findByReference(ref, scriptedContext(http)), requests }
  }
  const page = (data: object[], total_pages?: number) => ({ data, total_pages })

  it('asks for it exactly', async () => {
    const { found, requests } = await search([page([], 0)])
    expect(found).to.equal(null)
    expect(requests.map(({ url }) => url)).to.deep.equal([
      'https://www.facturapi.io/v2/invoices?external_id=inv_1&limit=100&page=1',
    ])
  })

  it('ignores other invoices and drafts', async () => {
    const others = [invoice('a', 'valid', '2026-01-02', 'inv_10'), invoice('b', 'draft', '2026-01-02')]
    expect((await search([page(others, 1)])).found).to.equal(null)
  })

  it('prefers the newest in force, or else the newest', async () => {
    const all = [
      invoice('old', 'valid', '2026-01-02'),
      invoice('new', 'pending', '2026-01-03'),
      invoice('gone', 'canceled', '2026-01-05'),
      invoice('bad', 'failed', '2026-01-04'),
    ]
    expect((await search([page(all, 1)])).found?.providerRef).to.equal('new')
    expect((await search([page(all.slice(2), 1)])).found?.providerRef).to.equal('gone')
  })

  it('reads on while there may be more', async () => {
    const full = Array.from({ length: 100 }, (_, index) => invoice(`x${index}`, 'valid', '2026-01-02', 'other'))
    const last = page([invoice('mine', 'valid', '2026-01-02')])
    expect((await search([page(full), page(full), last])).found?.providerRef).to.equal('mine')
    expect((await search([page(full.slice(0, 50), 2), page([...last.data], 2)])).found?.providerRef).to.equal('mine')
  })

  it('concludes nothing from a search that has no end', async () => {
    const full = page(Array.from({ length: 100 }, (_, index) => invoice(`x${index}`, 'valid', '2026-01-02', 'other')))
    expect((await rejection(search(Array.from({ length: 40 }, () => full)))).fault).to.equal('unavailable')
  })
})
