import { Plugins } from '@paylink/core/plugin-host/registry'
import { expect } from 'chai'
import { ENGINES } from '../support/engines.js'
import { InvoiceShop } from '../support/invoice-shop.js'

for (const engine of ENGINES) {
  describe(`two operators who change one connection at once, on ${engine}`, () => {
    let shop: InvoiceShop
    before(async () => (shop = await InvoiceShop.open(engine)))
    after(() => shop.close())

    const stored = async () =>
      shop.paylink
        .db('invoicing_connections')
        .whereNot({ status: 'disconnected' })
        .select('id', 'sealed_settings', 'issuer', 'updated_at')

    /** Runs `act` while the provider is being asked about the chosen issuer. */
    async function choosingWhile(act: () => Promise<unknown>): Promise<unknown> {
      const provider = shop.part(Plugins).provider('invoicing', 'invoicing_provider')!
      const { chooseIssuer } = provider
      provider.chooseIssuer = async (id, ctx) => {
        provider.chooseIssuer = chooseIssuer
        await act()
        return provider.chooseIssuer(id, ctx)
      }
      const [, other] = await shop.issuers()
      return shop.choose(other?.id ?? '').catch((error: unknown) => error)
    }

    it('keeps the new credentials when an issuer is chosen with the old ones', async () => {
      let connected: unknown
      const outcome = await choosingWhile(async () => {
        shop.paylink.clock.advance(1)
        await shop.connect()
        connected = await stored()
      })
      expect(outcome).to.include({ code: 'request_in_flight' })
      expect(await stored()).to.deep.equal(connected)
      const [, other] = await shop.issuers()
      expect((await shop.choose(other?.id ?? '')).connection.issuer?.id).to.equal(other?.id)
    })

    it('does not bring a disconnected connection back', async () => {
      const outcome = await choosingWhile(async () => {
        await shop.paylink
          .writer('invoicing_connections')
          .update({ status: 'disconnected', updated_at: new Date(0).toISOString() })
      })
      expect(outcome).to.include({ code: 'request_in_flight' })
      expect(await stored()).to.deep.equal([])
    })
  })
}
