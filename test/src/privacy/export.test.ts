import { expect } from 'chai'
import { ENGINES } from '../support/engines.js'
import { CANARY, CanaryShop, NEIGHBOUR } from './canary-customer.js'

for (const engine of ENGINES) {
  describe(`customers export on ${engine} (R263)`, () => {
    let shop: CanaryShop
    before(async () => {
      shop = await CanaryShop.open(engine)
    })
    after(() => shop.close())

    it('finds every row that has one of their words, in any case, and no other', async () => {
      const traces = await shop.traces()
      const { tables, ...rest } = await shop.ask('customers', 'export', '--email', CANARY.email.toUpperCase())
      expect(rest.email).to.equal(CANARY.email)
      // The letter to the second person names them, but is the second person's.
      const expected = { ...traces, email_deliveries: (traces['email_deliveries'] ?? 0) - 1 }
      for (const [table, rows] of Object.entries(expected)) expect(tables[table], table).to.have.length.at.least(rows)
      expect(JSON.stringify(tables)).to.not.match(/vecin|"token"|arguments_hash/)
      expect(JSON.stringify(tables.email_deliveries)).to.not.include('contadora')
      expect(tables.payment_links.map(({ id }: any) => id)).to.include.members([shop.paid.id, shop.open.id])
      expect(Buffer.from(tables.invoice_files[0].content, 'base64').toString('latin1')).to.match(/^(%PDF|<\?xml)/)
    })

    it('says what erasing would leave, and until when', async () => {
      const { keptWhenErased, elsewhere } = await shop.ask('customers', 'export', '--email', CANARY.email)
      const tables = keptWhenErased.map(({ table }: any) => table)
      expect(tables).to.have.members(['invoices', 'invoice_files', 'email_suppressions'])
      const invoice = keptWhenErased.find(({ table }: any) => table === 'invoices')
      expect(invoice.until).to.equal(`${shop.paylink.clock.now().getUTCFullYear() + 6}-04-30`)
      expect(invoice.reason).to.include('article 30')
      expect(elsewhere.join(' ')).to.include('Backups')
    })

    it('finds nothing for an address that only looks alike', async () => {
      for (const email of ['canario@aviario.example', `x${CANARY.email}`, NEIGHBOUR.email.replace('j', 'x')]) {
        const { tables } = await shop.ask('customers', 'export', '--email', email)
        expect(tables, email).to.deep.equal({})
      }
      expect((await shop.command('customers', 'export', '--email', 'canario')).code).to.equal(2)
    })
  })
}
