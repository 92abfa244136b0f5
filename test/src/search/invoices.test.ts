import { connect } from '@paylink/core/database/connect'
import { Migrator } from '@paylink/core/database/migrator'
import type { PageStart } from '@paylink/core/kernel/keyset'
import { actFor, OPERATOR } from '@paylink/core/kernel/principal'
import { type InvoiceFilter, ReadInvoiceList } from '@paylink/core/invoicing/read-invoice-list'
import { ReadPaymentList } from '@paylink/core/payments/read-payment-list'
import { IndexQueued } from '@paylink/core/search/index-queued'
import { expect } from 'chai'
import { ShopPerson } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'
import { InvoiceShop } from '../support/invoice-shop.js'
import { walkBothWays } from '../support/walk-pages.js'

const FINDABLE = '0026-findable-invoices'
/** Of the SAT's taxpayers for tests. */
const KIJ = { rfc: 'KIJ0906199R1', name: 'KERNEL INDUSTIA JUGUETERA', zip: '06700' }

for (const engine of ENGINES) {
  describe(`the search for invoices on ${engine}`, () => {
    let shop: InvoiceShop
    let principal: ReturnType<typeof actFor>
    /** Stamped, of Xenon. */
    let mug: any
    /** Rejected, of Kernel. */
    let vase: any

    before(async () => {
      shop = await InvoiceShop.open(engine)
      principal = actFor(OPERATOR, shop.scope)
      const stamped = await shop.stamped({ title: 'Taza de Talavera' })
      mug = { ...stamped, row: await rowOf(stamped.invoice.id) }
      const { paymentId, link } = await shop.paid({ title: 'Jarrón Ñandú' })
      const asked = await shop.request(paymentId, { ...KIJ, email: 'compras@kernel.example' })
      await shop.settle()
      vase = { link, paymentId, row: await rowOf(asked.body.id) }
    })
    after(() => shop.close())

    const rowOf = (id: string): Promise<any> => shop.paylink.db('invoices').where({ id }).first()
    const index = (): Promise<void> => shop.part(IndexQueued).run()
    const page = (filter: InvoiceFilter, start?: PageStart, limit = 20) =>
      shop.part(ReadInvoiceList).page(principal, filter, { start, limit })
    const found = async (text: string, filter: InvoiceFilter = {}): Promise<string[]> =>
      (await page({ ...filter, text })).data.map(({ id }) => id)

    for (const [state, prepare] of [
      ['waits to be indexed', () => Promise.resolve()],
      ['is indexed', index],
    ] as const) {
      it(`finds by receiver, RFC, email, folio, ids, total and title what ${state}`, async () => {
        await prepare()
        const uuid: string = mug.row.uuid
        const table: [typed: string, one: any][] = [
          ['xenon', mug],
          ['XENÓN industrial', mug],
          ['indus arti', mug],
          ['XIA190128J61', mug],
          ['xia190128j61', mug],
          ['xia19', mug],
          [uuid, mug],
          [uuid.toUpperCase(), mug],
          [uuid.split('-')[0] ?? '', mug],
          [mug.row.id, mug],
          [mug.row.provider_ref, mug],
          [mug.paymentId, mug],
          [mug.link.id, mug],
          ['talavera', mug],
          ['kernel', vase],
          ['compras@kernel.example', vase],
          ['compras@', vase],
          ['KIJ0906199R1', vase],
          ['ñandu', vase],
          ['jarron kernel', vase],
        ]
        for (const [typed, one] of table) expect(await found(typed), typed).to.deep.equal([one.row.id])
        expect(await found('150.00')).to.deep.equal([vase.row.id, mug.row.id])
        expect(await found('industr')).to.deep.equal([mug.row.id])
        for (const typed of [
          'XIA190128J6X',
          uuid.slice(1),
          'talavera kernel',
          '151.00',
          '%',
          "' or 1=1 --",
          '\ud800',
        ]) {
          expect(await found(typed), typed).to.deep.equal([])
        }
      })
    }

    it('narrows what was found to a kind and a time', async () => {
      expect(await found('150.00', { kind: 'rejected' })).to.deep.equal([vase.row.id])
      expect(await found('150.00', { kind: 'stamped' })).to.deep.equal([mug.row.id])
      expect(await found('150.00', { createdTo: vase.row.created_at })).to.deep.equal([mug.row.id])
      expect(await found('150.00', { createdFrom: vase.row.created_at })).to.deep.equal([vase.row.id])
      const between = { createdFrom: mug.row.created_at, createdTo: vase.row.created_at }
      expect((await page(between)).data.map(({ id }) => id)).to.deep.equal([mug.row.id])
      expect((await page({ ...between, kind: 'rejected' })).data).to.deep.equal([])
    })

    it('finds an invoice by its folio once it is stamped, and by the receiver that was corrected', async () => {
      const { paymentId } = await shop.paid({ title: 'Florero' })
      const { id } = (await shop.request(paymentId)).body
      await index()
      expect(await found('florero')).to.deep.equal([id])
      await shop.settle()
      const { uuid } = await rowOf(id)
      for (const prepare of [() => Promise.resolve(), index]) {
        await prepare()
        expect(await found(uuid)).to.deep.equal([id])
      }
      const changes = { name: 'ESCUELA KEMPER', rfc: 'EKU9003173C9', email: 'pagos@kemper.example' }
      await shop.paylink.writer('invoices').where({ id: vase.row.id }).update(changes)
      for (const prepare of [() => Promise.resolve(), index]) {
        await prepare()
        for (const typed of ['kemper', 'EKU9003173C9', 'pagos@kemper.example'])
          expect(await found(typed), typed).to.deep.equal([vase.row.id])
        for (const typed of ['jarron kernel', 'KIJ0906199R1']) expect(await found(typed), typed).to.deep.equal([])
      }
    })

    it('queues nothing for a change that cannot be searched', async () => {
      await index()
      await shop.paylink.writer('invoices').update({ tries: 1, waits_for: 'x', refund_seen_centavos: 1 })
      const queued = shop.paylink.db('search_queue').whereLike('object_id', 'inv%')
      expect(await queued.pluck('object_id')).to.deep.equal([])
    })

    it('is of one account and mode', async () => {
      const { id } = await ShopPerson.otherAccount(shop.paylink)
      for (const other of [
        { ...shop.scope, livemode: true },
        { accountId: id, livemode: false },
      ]) {
        const reads = shop.part(ReadInvoiceList).page(actFor(OPERATOR, other), { text: 'xenon' }, { limit: 20 })
        expect((await reads).data).to.deep.equal([])
      }
    })

    it('pages both ways through what was found', async () => {
      const ids: string[] = []
      for (let count = 0; count < 7; count++) {
        const { paymentId } = await shop.paid({ title: `Montón ${count}` })
        ids.unshift((await shop.request(paymentId)).body.id)
      }
      await index()
      for (const limit of [1, 3, 7, 20]) {
        expect(await walkBothWays((start) => page({ text: 'montón' }, start, limit))).to.deep.equal(ids)
        expect(await walkBothWays((start) => page({ text: 'montón', kind: 'cancelled' }, start, limit))).to.deep.equal(
          [],
        )
      }
    })

    it('finds after the upgrade what was there before, and what a payment’s provider told of it', async () => {
      const [payment] = await shop.paylink.db('payments').where({ id: mug.paymentId })
      await shop.paylink.writer('payments').where({ id: mug.paymentId }).update({ method_detail: '{"raw":"spei"}' })
      await index()
      const connected = connect(shop.paylink.settings.databaseUrl)
      const migrator = new Migrator(connected)
      while ((await migrator.down()) !== FINDABLE);
      await connected.writer('search_terms').delete()
      const changes = { raw: 'spei', trackingKey: 'MBAN01002511250042' }
      await connected
        .writer('payments')
        .where({ id: payment.id })
        .update({ method_detail: JSON.stringify(changes) })
      await connected.writer('search_queue').delete()
      await migrator.up()
      await connected.close()
      const payments = async (text: string): Promise<string[]> => {
        const found = await shop.part(ReadPaymentList).page(principal, { text }, { limit: 20 })
        return found.data.map(({ id }) => id)
      }
      for (const prepare of [() => Promise.resolve(), index]) {
        await prepare()
        expect(await found('talavera')).to.deep.equal([mug.row.id])
        expect(await found(mug.row.uuid)).to.deep.equal([mug.row.id])
        expect(await payments('mban01002511250042')).to.deep.equal([payment.id])
      }
    })
  })
}
