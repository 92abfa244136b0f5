import { expect } from 'chai'
import fc from 'fast-check'
import {
  ACCOUNT_KEY,
  adapter,
  LINE,
  RECEIVER,
  rejection,
  Sandbox,
  scriptedContext,
  scriptedHttp,
  stampInput,
  START,
} from './harness.js'

describe('stamping an invoice with Facturapi', () => {
  let sandbox: Sandbox
  beforeEach(async () => {
    sandbox = new Sandbox()
    await sandbox.start()
  })
  afterEach(() => sandbox.stop())

  const ref = (invoiceId = 'inv_1') => ({ invoiceId, createdAfter: new Date(START).toISOString() })
  const find = (invoiceId?: string) => sandbox.provider.findByReference(ref(invoiceId), sandbox.context())

  it('is synchronous, for exactly the requested amounts', async () => {
    const state = await sandbox.stamp()
    expect(state).to.deep.include({ invoiceId: 'inv_1', livemode: false, status: 'stamped', totalCentavos: 350_000 })
    expect(state.uuid).to.match(/^[0-9A-F]{8}-[0-9A-F]{4}-4[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}$/)
    expect(state.stampedAt).to.equal(new Date(START).toISOString())
    expect(state.cancellation).to.equal('none')
  })

  it('sends the data that the authority needs, and no email address', async () => {
    await sandbox.stamp({ lines: [LINE, { ...LINE, quantity: 1, unitPriceMicros: 1, tax: { kind: 'exempt' } }] })
    const { path, body, headers } = sandbox.requests[0]!
    expect(path).to.equal('/v2/invoices')
    expect(headers['authorization']).to.equal('Bearer sk_test_sandbox0xharness0001')
    const product = {
      description: 'Centro de mesa',
      product_key: '10161800',
      unit_key: 'H87',
      tax_included: false,
      taxability: '02',
    }
    expect(JSON.parse(body)).to.deep.equal({
      type: 'I',
      payment_method: 'PUE',
      payment_form: '04',
      use: 'G03',
      currency: 'MXN',
      external_id: 'inv_1',
      idempotency_key: 'pl:test:inv_1:stamp',
      customer: {
        legal_name: RECEIVER.name,
        tax_id: RECEIVER.rfc,
        tax_system: '601',
        address: { zip: '86991', country: 'MEX' },
      },
      items: [
        {
          quantity: 10,
          product: {
            ...product,
            price: 301.724138,
            taxes: [{ type: 'IVA', factor: 'Tasa', rate: 0.16, base: 3017.241379 }],
          },
        },
        { quantity: 1, product: { ...product, price: 0.000001, taxes: [{ type: 'IVA', factor: 'Exento', rate: 0 }] } },
      ],
    })
    expect(body).to.include('"price":0.000001')
  })

  it('sends every price and base exactly, to six decimals', async () => {
    const micros = fc.oneof(fc.integer({ min: 1, max: 10_000_000 }), fc.integer({ min: 1, max: 4_000_000_000_000_000 }))
    const { http, requests } = scriptedHttp(() => ({ status: 500, body: '' }))
    await fc.assert(
      fc.asyncProperty(micros, micros, async (price, base) => {
        const line = {
          ...LINE,
          unitPriceMicros: price,
          tax: { kind: 'iva', ratePercent: 16, baseMicros: base } as const,
        }
        await rejection(adapter.stamp(stampInput({ lines: [line] }), scriptedContext(http)))
        const body = requests.pop()!.body as string
        expect(/"price":([^,}]+)/.exec(body)![1]).to.equal(decimal(price))
        expect(/"base":([^,}]+)/.exec(body)![1]).to.equal(decimal(base))
      }),
      { numRuns: 500 },
    )
  })

  it('happens once per key, sequentially and concurrently', async () => {
    const first = await sandbox.stamp()
    const again = await sandbox.stamp()
    expect(again).to.deep.equal(first)
    const together = await Promise.all([1, 2, 3, 4].map(() => sandbox.stamp({ invoiceId: 'inv_2' })))
    expect(new Set(together.map(({ providerRef }) => providerRef)).size).to.equal(1)
    expect(together[0]!.providerRef).to.not.equal(first.providerRef)
    const { json } = await sandbox.api('GET', '/v2/invoices')
    expect(json.data).to.have.length(2)
  })

  it('may be asynchronous: pending, then stamped', async () => {
    await sandbox.behave({ stampSeconds: '600' })
    const pending = await sandbox.stamp()
    expect(pending).to.deep.equal({
      providerRef: pending.providerRef,
      invoiceId: 'inv_1',
      livemode: false,
      status: 'pending',
    })
    expect(await find()).to.deep.equal(pending)
    sandbox.pass(599)
    expect((await sandbox.provider.retrieve(pending as never, sandbox.context())).status).to.equal('pending')
    sandbox.pass(1)
    const stamped = await sandbox.provider.retrieve(
      { providerRef: pending.providerRef, invoiceId: 'inv_1' },
      sandbox.context(),
    )
    expect(stamped.status).to.equal('stamped')
    expect(stamped.stampedAt).to.equal(new Date(START + 600_000).toISOString())
    expect(await find()).to.deep.equal(stamped)
  })

  it('may fail in the end', async () => {
    await sandbox.behave({ stampingFails: 'on' })
    expect((await sandbox.stamp()).status).to.equal('pending')
    sandbox.pass(2)
    const failed = await find()
    expect(failed?.status).to.equal('failed')
    expect(failed?.failure?.code).to.equal('invoice_stamping_failed')
  })

  it('finds an invoice by our id, and only our own', async () => {
    expect(await find()).to.equal(null)
    const { providerRef } = await sandbox.stamp()
    await sandbox.stamp({ invoiceId: 'inv_10' })
    expect((await find())?.providerRef).to.equal(providerRef)
    expect(await find('inv_')).to.equal(null)
    const other = sandbox.context({ secretKey: 'sk_test_sandbox1xharness0001' })
    expect(await sandbox.provider.findByReference(ref(), other)).to.equal(null)
  })

  it('prefers an invoice in force to a failed one, however old', async () => {
    await sandbox.behave({ stampSeconds: '0' })
    const good = await sandbox.stamp({ idempotencyKey: 'first' })
    sandbox.pass(60)
    await sandbox.behave({ stampingFails: 'on' })
    await sandbox.stamp({ idempotencyKey: 'second' })
    sandbox.pass(60)
    expect((await find())?.providerRef).to.equal(good.providerRef)
  })

  it('is unavailable when the plan is out of stamps', async () => {
    await sandbox.behave({ stamps: '1' })
    const first = await sandbox.stamp()
    const { fault, message, info } = await rejection(sandbox.stamp({ invoiceId: 'inv_2' }))
    expect(fault).to.equal('unavailable')
    expect(message).to.include('Se agotaron los timbres')
    expect(info.httpStatus).to.equal(402)
    expect(await sandbox.stamp(), 'the same one again costs nothing').to.deep.equal(first)
    await sandbox.behave({ stamps: '1' })
    expect((await sandbox.stamp({ invoiceId: 'inv_2' })).status, 'more were bought').to.equal('stamped')
  })

  it('takes no more stamps than there are under concurrent requests', async () => {
    await sandbox.behave({ stamps: '3' })
    const all = await Promise.allSettled([1, 2, 3, 4, 5].map((number) => sandbox.stamp({ invoiceId: `inv_${number}` })))
    expect(all.filter(({ status }) => status === 'fulfilled')).to.have.length(3)
  })

  it('issues as the chosen organization', async () => {
    const account = sandbox.context({ secretKey: ACCOUNT_KEY })
    const issuers = await sandbox.provider.listIssuers(account)
    const person = issuers.find(({ rfc }) => rfc === 'CACX7605101P8')!
    const { config } = await sandbox.provider.chooseIssuer(person.id, account)
    const context = sandbox.context({ secretKey: ACCOUNT_KEY, ...(config as Record<string, string>) })
    const { providerRef } = await sandbox.provider.stamp(stampInput(), context)
    const unknown = await rejection(sandbox.provider.retrieve({ providerRef, invoiceId: 'inv_1' }, sandbox.context()))
    expect(unknown.fault, 'another organization does not see it').to.equal('unavailable')
    expect((await sandbox.provider.retrieve({ providerRef, invoiceId: 'inv_1' }, context)).status).to.equal('stamped')
  })
})

/** Without floating-point numbers. */
function decimal(micros: number): string {
  const digits = String(micros).padStart(7, '0')
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`.replace(/\.?0+$/, '')
}
