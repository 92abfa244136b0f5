import type { InvoicingConnectionView } from '@paylink/core/connections/connection.view'
import { Connections } from '@paylink/core/connections/connections.repository'
import { OpenConnection } from '@paylink/core/connections/open-connection'
import { RecheckConnections } from '@paylink/core/connections/recheck-connections'
import type { ConfigValues } from '@paylink/plugin-api'
import { actFor, OPERATOR } from '@paylink/core/kernel/principal'
import { Generation } from '@paylink/core/database/generation'
import { ConnectInvoicing } from '@paylink/core/invoicing/connect-invoicing'
import { CFDI_USES } from '@paylink/core/invoicing/catalogs/cfdi-uses'
import { TAX_REGIMES } from '@paylink/core/invoicing/catalogs/tax-regimes'
import { expect } from 'chai'
import { TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { InvoiceShop, MUG } from '../support/invoice-shop.js'

for (const engine of ENGINES) {
  describe(`the invoicing connection (${engine})`, () => {
    let shop: InvoiceShop
    before(async () => (shop = InvoiceShop.over(await TestAppliance.start(engine))))
    after(() => shop.close())

    const connection = async (): Promise<InvoicingConnectionView> =>
      (await shop.paylink.get('/v1/invoicing/connection')).body
    const catalogs = () => shop.paylink.get('/v1/invoicing/catalogs')

    it('is missing before it is connected, and so is everything that needs it (R130, R161, R214)', async () => {
      for (const path of ['/v1/invoicing/connection', '/v1/invoicing/catalogs']) {
        const { status, body } = await shop.paylink.get(path)
        expect({ status, code: body.code }).to.deep.equal({ status: 404, code: 'not_found' })
      }
      const { status, body } = await shop.create({})
      expect({ status, paths: pathsOf(body) }).to.deep.equal({ status: 400, paths: ['invoiceable'] })
      const { paymentId } = await shop.paid({ invoiceable: false })
      expect((await shop.request(paymentId)).body.code).to.equal('not_found')
    })

    it('is ready once an issuing merchant is chosen (R21, R58-R60, R113)', async () => {
      await shop.connect()
      const first = await connection()
      expect(first).to.deep.include({
        object: 'invoicing_connection',
        service: 'invoicing_provider',
        ...{ status: 'active', livemode: false, merchant: null, ready: false, lastError: null },
      })
      expect(pathsOf((await shop.create({})).body)).to.deep.equal(['invoiceable'])
      const [issuer] = await shop.issuers()
      await shop.choose(issuer?.id ?? '')
      const chosen = await connection()
      expect(chosen).to.deep.include({ status: 'active', ready: true, createdAt: first.createdAt })
      expect(chosen.merchant).to.deep.equal({
        id: issuer?.id,
        rfc: 'EKU9003173C9',
        legalName: 'ESCUELA KEMPER URGATE',
        ...{ defaultProductCode: null, defaultUnitCode: null },
      })
      expect((await shop.create({})).status).to.equal(201)
    })

    it('keeps its merchant when the same account is connected again', async () => {
      const before = await connection()
      await shop.connect()
      expect(await connection()).to.deep.include({
        merchant: before.merchant,
        ready: true,
        createdAt: before.createdAt,
      })
    })

    it('serves the invoices of a former merchant with its credentials', async () => {
      const { paymentId, invoice } = await shop.stamped()
      const [, other] = await shop.issuers()
      await shop.choose(other?.id ?? '')
      expect((await connection()).merchant?.rfc).to.equal('CACX7605101P8')
      const later = await shop.stamped()
      expect(later.invoice.uuid).not.to.equal(invoice.uuid)
      expect((await shop.cancel(paymentId)).status).to.equal(200)
      await shop.settle(5)
      expect((await shop.invoiceOf(paymentId)).status).to.equal('cancelled')
      expect((await shop.invoiceOf(later.paymentId)).status).to.equal('stamped')
    })

    it('needs codes and a tax on every item of an invoiceable link, and pesos (R39-R41, R113)', async () => {
      const { satProductCode: _, ...noProduct } = MUG
      const { satUnitCode: __, tax: ___, ...noUnit } = MUG
      const { status, body } = await shop.create({ items: [MUG, noProduct, noUnit] })
      expect(status).to.equal(400)
      expect(pathsOf(body)).to.have.members(['items[1].satProductCode', 'items[2].satUnitCode', 'items[2].tax'])
      expect(pathsOf((await shop.create({ currency: 'USD' })).body)).to.deep.equal(['invoiceable'])
    })

    it('applies the same rules to a link that becomes invoiceable later (R119)', async () => {
      const plain = await shop.paylink.createLink({ items: [{ name: 'Taza', quantity: 1, unitPriceCentavos: 15_000 }] })
      const refused = await shop.paylink.post(`/v1/payment_links/${plain.id}`, { invoiceable: true })
      expect(pathsOf(refused.body)).to.have.members(['items[0].satProductCode', 'items[0].satUnitCode'])
      const coded = await shop.paylink.createLink({ items: [MUG] })
      const changed = await shop.paylink.post(`/v1/payment_links/${coded.id}`, { invoiceable: true })
      expect(changed.body).to.include({ status: 'active', invoiceable: true })
    })

    it("has the tax authority's catalogues: 19 regimes, 24 uses (R72, R131, R253)", async () => {
      const { status, body } = await catalogs()
      expect(status).to.equal(200)
      expect(body).to.have.all.keys('regimenes', 'usos')
      expect(body.regimenes).to.have.length(19)
      expect(body.usos).to.have.length(24)
      expect(body.regimenes).to.deep.include({ ...TAX_REGIMES.find(({ clave }) => clave === '612') })
      const { regimenes: _, ...use } = CFDI_USES.find(({ clave }) => clave === 'D01') ?? { regimenes: [] }
      expect(body.usos).to.deep.include(use)
    })

    it('serves the catalogues while the provider is unavailable (R253)', async () => {
      await shop.setFaults([{ kind: 'reset_before', times: 50 }])
      expect((await catalogs()).status).to.equal(200)
      await shop.setFaults([])
    })

    it('can be read only with its scopes (R205)', async () => {
      const read = (await shop.paylink.newKey({ scopes: ['invoices:read'] })).text
      const write = (await shop.paylink.newKey({ scopes: ['invoices:write'] })).text
      const connections = (await shop.paylink.newKey({ scopes: ['connections:read'] })).text
      const { paymentId } = await shop.paid()
      const statuses = async (key: string): Promise<number[]> => {
        const replies = [
          await shop.paylink.get('/v1/invoicing/connection', { key }),
          await shop.paylink.get('/v1/invoicing/catalogs', { key }),
          await shop.paylink.get(`/v1/payments/${paymentId}/invoice`, { key }),
          await shop.paylink.get('/v1/payments/pay_none/invoice/files', { key }),
          await shop.request('pay_none', {}, { key }),
        ]
        return replies.map(({ status }) => status)
      }
      expect(await statuses(read)).to.deep.equal([403, 200, 200, 404, 403])
      expect(await statuses(write)).to.deep.equal([403, 403, 403, 403, 404])
      expect(await statuses(connections)).to.deep.equal([200, 403, 403, 403, 403])
    })

    it('verifies notifications with the secret that the merchant gave last, not with the registered one', async () => {
      const settings = async (): Promise<ConfigValues> => {
        await shop.part(Generation).refresh()
        const connection = await shop.part(Connections).current('invoicing', shop.scope)
        return (connection && (await shop.part(OpenConnection).run(connection)))?.config ?? {}
      }
      const { issuerKey, apiBase } = await settings()
      const own = { secretKey: String(issuerKey), apiBase: String(apiBase) }
      const connect = (more: Record<string, string> = {}) =>
        shop.part(ConnectInvoicing).run(actFor(OPERATOR, shop.scope), { sandbox: false, settings: { ...own, ...more } })
      await connect()
      await shop.part(Generation).refresh()
      const [issuer] = await shop.issuers()
      await shop.choose(issuer?.id ?? '')
      expect((await settings())['webhookSecret']).to.be.a('string')
      await connect({ webhookSecret: 'a_secret_of_their_own' })
      expect((await settings())['webhookSecret']).to.equal('a_secret_of_their_own')
    })

    it('is one of two that are connected at once', async () => {
      const connected = await shop.part(Connections).current('invoicing', shop.scope)
      const { config } = (connected && (await shop.part(OpenConnection).run(connected))) ?? {}
      const keys = [0, 1].map((index) => String(config?.['secretKey']).replace(/sandbox\dx/, `sandbox${index}x`))
      const settings = keys.map((secretKey) => ({ secretKey, apiBase: String(config?.['apiBase']) }))
      await Promise.all(
        settings.map((given) =>
          shop.part(ConnectInvoicing).run(actFor(OPERATOR, shop.scope), { sandbox: false, settings: given }),
        ),
      )
      const inUse = await shop.paylink.db('invoicing_connections').whereNot({ status: 'disconnected' })
      expect(inUse).to.have.length(1)
    })

    it('becomes ready again at the hourly check once its credentials are valid (R204)', async () => {
      // Which of the two connections won: a request would look by itself.
      await shop.part(Generation).refresh()
      const [issuer] = await shop.issuers()
      await shop.choose(issuer?.id ?? '')
      const inUse = shop.paylink.writer('invoicing_connections').whereNot({ status: 'disconnected' })
      await inUse.update({ status: 'error', last_error: 'revoked' })
      await shop.paylink.writer('generation').increment('value', 1)
      const ready = async () => (await shop.paylink.get('/v1/invoicing/connection')).body
      expect(await ready()).to.include({ status: 'error', ready: false })
      await shop.part(RecheckConnections).run()
      expect(await ready()).to.include({ status: 'active', ready: true, lastError: null })
    })

    it('is of one mode: live keys see nothing of it (I46, I47)', async () => {
      await shop.paylink.changeAccount({ verifiedAt: shop.paylink.clock.now().toISOString(), subscription: 'active' })
      const { text: key } = await shop.paylink.newKey({ livemode: true })
      const { paymentId } = await shop.stamped()
      for (const path of ['/v1/invoicing/connection', '/v1/invoicing/catalogs', `/v1/payments/${paymentId}/invoice`]) {
        expect((await shop.paylink.get(path, { key })).status, path).to.equal(404)
      }
    })
  })
}

const pathsOf = (problem: { errors?: { path: string }[] }): string[] => (problem.errors ?? []).map(({ path }) => path)
