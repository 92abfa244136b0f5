import type { InvoiceField, InvoiceLine, InvoiceReceiver, StampInput } from '@paylink/plugin-api'
import { expect } from 'chai'
import { ACCOUNT_KEY, LINE, RECEIVER, rejection, Sandbox, TEST_KEY } from './harness.js'

const PERSON = { ...RECEIVER, rfc: 'XOJI740919U48', name: 'Cualquiera', zip: '01000', regimenFiscal: '612' }
const TEST_PERSON: InvoiceReceiver = {
  ...{ rfc: 'CACX7605101P8', name: 'XOCHILT CASAS CHAVEZ', zip: '36257', regimenFiscal: '612', usoCfdi: 'G03' },
}

describe('the sandbox’s tax authority', () => {
  const sandbox = new Sandbox()
  before(() => sandbox.start())
  after(() => sandbox.stop())
  let count = 0
  const stamp = (changes: Partial<StampInput>) => {
    const invoiceId = `inv_${++count}`
    return sandbox.stamp({ invoiceId, idempotencyKey: invoiceId, ...changes })
  }

  const refused: [title: string, receiver: Partial<InvoiceReceiver>, code: string, field: InvoiceField][] = [
    ['an RFC that it does not know', { rfc: 'NOE010101AA1' }, 'CFDI40143', 'rfc'],
    ['a person’s RFC that it does not know', { ...PERSON, rfc: 'NOEX010101AA1' }, 'CFDI40143', 'rfc'],
    ['the name with what kind of company it is', { name: `${RECEIVER.name} SA DE CV` }, 'CFDI40145', 'name'],
    ['the name in small letters', { name: 'Universidad Robotica Española' }, 'CFDI40145', 'name'],
    ['the name without its mark', { name: 'UNIVERSIDAD ROBOTICA ESPANOLA' }, 'CFDI40145', 'name'],
    ['another one’s name', { name: 'ESCUELA KEMPER URGATE' }, 'CFDI40145', 'name'],
    ['another zip code', { zip: '06002' }, 'CFDI40148', 'zip'],
    ['a regime of persons for an entity', { regimenFiscal: '612' }, 'CFDI40158', 'regimenFiscal'],
    ['a regime of entities for a person', { ...PERSON, regimenFiscal: '601' }, 'CFDI40158', 'regimenFiscal'],
    ['a regime that is not theirs', { regimenFiscal: '626' }, 'CFDI40159', 'regimenFiscal'],
    ['a person’s regime that is not theirs', { ...TEST_PERSON, regimenFiscal: '606' }, 'CFDI40159', 'regimenFiscal'],
    ['a use of persons for an entity', { usoCfdi: 'D01' }, 'CFDI40161', 'usoCfdi'],
    ['a use that their regime does not admit', { ...TEST_PERSON, regimenFiscal: '605' }, 'CFDI40161', 'usoCfdi'],
    ['the public at another zip code than the issuer’s', publicAt('01000'), 'CFDI40149', 'zip'],
    ['an RFC of no form', { rfc: 'ABC' }, 'invalid_format', 'rfc'],
    ['an RFC of a day that no month has', { rfc: 'URE181432TM6' }, 'invalid_format', 'rfc'],
    ['a zip code of four digits', { zip: '8699' }, 'invalid_format', 'zip'],
    ['a zip code of no place', { zip: '00000' }, 'invalid_format', 'zip'],
    ['a regime that does not exist', { regimenFiscal: '600' }, 'invalid_value', 'regimenFiscal'],
    ['a use that does not exist', { usoCfdi: 'G99' }, 'invalid_value', 'usoCfdi'],
    ['no name', { name: '' }, 'required', 'name'],
    ['a name of 301 letters', { name: 'N'.repeat(301) }, 'invalid_length', 'name'],
  ]
  for (const [title, changes, code, field] of refused) {
    it(`refuses ${title}: ${code}, for the ${field}`, async () => {
      const { fault, info } = await rejection(stamp({ receiver: { ...RECEIVER, ...changes } }))
      expect(fault).to.equal('rejected')
      expect(info.failure).to.include({ code, field })
    })
  }

  it('refuses an unknown payment form', async () => {
    for (const formaPago of ['99', '00', '4']) {
      expect((await rejection(stamp({ formaPago }))).info.failure).to.include({ field: 'formaPago' })
    }
  })

  it('refuses a foreign currency without an exchange rate, a fault no customer can correct', async () => {
    const { info } = await rejection(stamp({ currency: 'USD' }))
    expect(info.failure).to.include({ code: 'CFDI40118', field: undefined })
  })

  const accepted: [title: string, receiver: Partial<InvoiceReceiver>][] = [
    ['its test entity', {}],
    ['its test person', TEST_PERSON],
    ['its test person in the other regime', { ...TEST_PERSON, regimenFiscal: '605', usoCfdi: 'D01' }],
    ['letters that few RFCs have', { rfc: 'OÑO120726RX3', name: 'ORGANICOS ÑAVEZ OSORIO', zip: '40501' }],
    ['an ampersand', { rfc: 'H&E951128469', name: 'HERRERIA & ELECTRICOS', zip: '06002' }],
    ['any other taxpayer by any name', PERSON],
    ['any other taxpayer in a regime for both', { ...PERSON, regimenFiscal: '626' }],
    ['the public where the issuer is', publicAt('42501')],
  ]
  for (const [title, changes] of accepted) {
    it(`accepts ${title}`, async () => {
      expect((await stamp({ receiver: { ...RECEIVER, ...changes } })).status).to.equal('stamped')
    })
  }

  it('compares the public’s zip code with that of the organization that issues', async () => {
    const other = sandbox.context({ secretKey: TEST_KEY.replace('sandbox0', 'sandbox1') })
    const input = {
      invoiceId: 'p',
      idempotencyKey: 'p',
      currency: 'MXN',
      formaPago: '01',
      totalCentavos: 0,
      lines: [LINE],
    }
    const receiver = { ...RECEIVER, ...publicAt('36257') }
    expect((await sandbox.provider.stamp({ ...input, receiver }, other)).status).to.equal('stamped')
  })

  const line = (quantity: number, unitPriceMicros: number, tax: InvoiceLine['tax']): InvoiceLine => ({
    ...{ ...LINE, quantity, unitPriceMicros, tax },
  })
  const iva = (baseMicros?: number): InvoiceLine['tax'] => ({ kind: 'iva', ratePercent: 16, baseMicros })
  const sums: [title: string, lines: InvoiceLine[], centavos: number][] = [
    ['a price with tax in it, its base given', [line(10, 301_724_138, iva(3_017_241_379))], 350_000],
    ['a price without tax', [line(1, 100_000_000, iva())], 11_600],
    ['exempt', [line(3, 33_330_000, { kind: 'exempt' })], 9_999],
    ['half a centavo, up', [line(1, 5_000, { kind: 'exempt' })], 1],
    ['less than half a centavo, down', [line(1, 1_004_999, { kind: 'exempt' })], 100],
    ['halves that are whole together', Array.from({ length: 2 }, () => line(1, 1_005_000, { kind: 'exempt' })), 201],
    ['taxes rounded once, at their sum', Array.from({ length: 3 }, () => line(1, 31_250, iva())), 9 + 2],
    ['taxed beside exempt', [line(1, 10_000_000, iva()), line(1, 10_000_000, { kind: 'exempt' })], 2_160],
    ['the most that is paid', [line(1, 999_999_990_000, { kind: 'exempt' })], 99_999_999],
  ]
  for (const [title, lines, centavos] of sums) {
    it(`adds up ${title} to ${centavos}`, async () => {
      expect((await stamp({ lines })).totalCentavos).to.equal(centavos)
    })
  }

  const body = {
    payment_form: '03',
    use: 'G03',
    customer: { legal_name: RECEIVER.name, tax_id: RECEIVER.rfc, tax_system: '601', address: { zip: RECEIVER.zip } },
    items: [{ product: { description: 'x', product_key: '10161800', price: 1, tax_included: false } }],
  }
  const product = (changes: object) => ({ items: [{ product: { ...body.items[0]!.product, ...changes } }] })
  const badBodies: [title: string, changes: object, path: string][] = [
    ['no customer', { customer: undefined }, 'customer'],
    ['no lines', { items: [] }, 'items'],
    ['seven decimals', product({ price: 0.0000001 }), 'items[0].product.price'],
    ['seven decimals and more before them', product({ price: 1.0000001 }), 'items[0].product.price'],
    ['a price in a text', product({ price: '1' }), 'items[0].product.price'],
    ['a price of nothing', product({ price: 0 }), 'items[0].product.price'],
    ['a price below nothing', product({ price: -1 }), 'items[0].product.price'],
    ['a product key of seven digits', product({ product_key: '1016180' }), 'items[0].product.product_key'],
    ['a unit key of no form', product({ unit_key: 'pieza' }), 'items[0].product.unit_key'],
    ['a rate that there is not', product({ taxes: [{ rate: 0.15 }] }), 'items[0].product.taxes[0].rate'],
    ['tax in the price', product({ tax_included: true }), 'items[0].product.tax_included'],
    ['another type', { type: 'E' }, 'type'],
    ['payment later', { payment_method: 'PPD' }, 'payment_method'],
  ]
  for (const [title, changes, path] of badBodies) {
    it(`is not asked about ${title}`, async () => {
      const { status, json } = await sandbox.api('POST', '/v2/invoices', { ...body, ...changes })
      expect(status).to.equal(400)
      expect(json).to.include({ code: 'invalid_request', path })
      expect(json.errors![0]).to.include({ path, source: 'facturapi' })
    })
  }

  it('accepts a minimal request', async () => {
    const { status, json } = await sandbox.api('POST', '/v2/invoices', body)
    expect([status, json.status, json.total]).to.deep.equal([200, 'valid', 1.16])
  })

  it('lists invoices newest first, page by page', async () => {
    const mine = new Sandbox()
    await mine.start()
    for (let number = 1; number <= 5; number++) {
      await mine.stamp({ invoiceId: `inv_${number}`, idempotencyKey: `k${number}` })
      mine.pass(1)
    }
    const { json } = await mine.api('GET', '/v2/invoices?limit=2&page=2')
    expect(json.data.map((invoice) => (invoice as unknown as { external_id: string }).external_id)).to.deep.equal([
      'inv_3',
      'inv_2',
    ])
    expect(json).to.include({ page: 2, total_pages: 3, total_results: 5 })
    await mine.stop()
  })

  const requests: [title: string, method: string, path: string, key: string, status: number, code: string][] = [
    ['no key', 'GET', '/v2/invoices', '', 401, 'missing_credentials'],
    ['a key of another form', 'GET', '/v2/invoices', 'sk_test_x', 401, 'api_key_invalid'],
    ['the account’s key for an invoice', 'GET', '/v2/invoices', ACCOUNT_KEY, 401, 'api_key_not_allowed'],
    ['an organization’s key for the account', 'GET', '/v2/organizations', TEST_KEY, 401, 'api_key_not_allowed'],
    ['an unknown path', 'GET', '/v2/nothing', TEST_KEY, 404, 'not_found'],
    ['another version', 'GET', '/v1/invoices', TEST_KEY, 404, 'not_found'],
    ['an unknown invoice', 'GET', '/v2/invoices/none', TEST_KEY, 404, 'invoice_not_found'],
    ['an unknown webhook', 'DELETE', '/v2/webhooks/none', TEST_KEY, 404, 'webhook_not_found'],
    ['a page too far', 'GET', '/v2/invoices?page=31', TEST_KEY, 400, 'invalid_request'],
    ['a cancellation without a motive', 'DELETE', '/v2/invoices/none', TEST_KEY, 400, 'invalid_request'],
  ]
  for (const [title, method, path, key, status, code] of requests) {
    it(`answers ${title} with ${status} ${code}`, async () => {
      const answer = await sandbox.api(method, path, undefined, key && `Bearer ${key}`)
      expect(answer.status).to.equal(status)
      expect(answer.json).to.include({ ok: false, status, code })
    })
  }

  it('answers invalid JSON', async () => {
    const { status, json } = await sandbox.api('POST', '/v2/invoices', '{')
    expect([status, json.code]).to.deep.equal([400, 'invalid_json'])
  })
})

function publicAt(zip: string): InvoiceReceiver {
  return { rfc: 'XAXX010101000', name: 'PUBLICO EN GENERAL', zip, regimenFiscal: '616', usoCfdi: 'S01' }
}
