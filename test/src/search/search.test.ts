import { actFor, OPERATOR } from '@paylink/core/kernel/principal'
import type { ListPage, PageStart } from '@paylink/core/kernel/keyset'
import { type LinkFilter, ReadLinkList } from '@paylink/core/payment-links/read-link-list'
import { type PaymentFilter, ReadPaymentList } from '@paylink/core/payments/read-payment-list'
import { IndexQueued } from '@paylink/core/search/index-queued'
import { expect } from 'chai'
import { TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { walkBothWays } from '../support/walk-pages.js'

const LINKS = [
  {
    name: 'taza',
    title: 'Taza de Talavera',
    customerName: 'María Peña',
    customerEmail: 'ana.lopez@example.com',
    price: 115_000,
  },
  {
    name: 'curso',
    title: 'CURSO "Ñandú" 2026',
    customerName: "O'Neil & Hijos",
    price: 99_950,
    metadata: { order: 'A-1150', seat: 7 },
  },
  {
    name: 'pastel',
    title: 'Pastel 🎂 de tres leches',
    customerName: 'José Mariano',
    price: 2_000,
    metadata: { sku: 'PST-0042' },
  },
] as const

/** What is typed, and what is found, the newest first. */
const FOUND: [typed: string, names: string[]][] = [
  ['taza', ['taza']],
  ['TÁZA', ['taza']],
  ['taz', ['taza']],
  ['ta', []],
  ['de', ['pastel', 'taza']],
  ['talav', ['taza']],
  ['talavera', ['taza']],
  ['talaverana', []],
  ['pena', ['taza']],
  ['PEÑA', ['taza']],
  ['peña maría', ['taza']],
  ['mari', ['pastel', 'taza']],
  ['maria', ['pastel', 'taza']],
  ['mariano', ['pastel']],
  ['nandu', ['curso']],
  ['ñandú', ['curso']],
  ['"ñandú"', ['curso']],
  ["o'neil", ['curso']],
  ['ana.lopez@example.com', ['taza']],
  ['ana.lopez@', ['taza']],
  ['1150', ['curso', 'taza']],
  ['1,150.00', ['taza']],
  ['$1,150', ['taza']],
  ['$1 150', ['taza']],
  ['1150.00', ['taza']],
  ['999.50', ['curso']],
  ['999.5', ['curso']],
  ['a-1150', ['curso']],
  ['0042', ['pastel']],
  ['pst-0042', ['pastel']],
  ['🎂', ['pastel']],
  ['tres leches', ['pastel']],
  ['tres taza', []],
  ['leches de tres', ['pastel']],
  ['"', []],
  ['*', []],
  ["' or 1=1 --", []],
  ['NEAR(a b)', []],
  ['title:taza', []],
  ['taza OR curso', []],
  ['%', []],
  ['_', []],
  ['\0', ['pastel', 'curso', 'taza']],
  ['ta\0za', []],
  ['\ud800', []],
  ['x'.repeat(10_000), []],
  ['taza '.repeat(2_000), ['taza']],
  ['🤷', []],
  ['   ', ['pastel', 'curso', 'taza']],
]

for (const engine of ENGINES) {
  describe(`search on ${engine}`, () => {
    let paylink: TestAppliance
    let principal: ReturnType<typeof actFor>
    const names = new Map<string, string>()
    const slugs = new Map<string, string>()
    before(async () => {
      paylink = await TestAppliance.start(engine, {}, { http: true, jobs: false })
      principal = actFor(OPERATOR, { accountId: paylink.account.id, livemode: false })
      for (const { name, price, ...link } of LINKS) {
        const items = [{ name: 'Uno', quantity: 1, unitPriceCentavos: price }]
        const { id, url } = await paylink.createLink({ ...link, items })
        names.set(id, name)
        slugs.set(name, url.split('/').at(-1) ?? '')
      }
    })
    after(() => paylink.stop())

    const index = () => paylink.container.get(IndexQueued).run()
    const links = (filter: LinkFilter, start?: PageStart, limit = 20) =>
      paylink.container.get(ReadLinkList).page(principal, filter, { start, limit })
    const payments = (filter: PaymentFilter, start?: PageStart, limit = 20) =>
      paylink.container.get(ReadPaymentList).page(principal, filter, { start, limit })
    const namesOf = (page: ListPage<{ id: string }>) => page.data.map(({ id }) => names.get(id))

    for (const [state, prepare] of [
      ['waits to be indexed', () => Promise.resolve()],
      ['is indexed', index],
    ] as const) {
      it(`finds what ${state}`, async () => {
        await prepare()
        for (const [typed, found] of FOUND) {
          expect(namesOf(await links({ text: typed })), JSON.stringify(typed.slice(0, 40))).to.deep.equal(found)
        }
        for (const [id, name] of names) {
          expect(namesOf(await links({ text: id }))).to.deep.equal([name])
          expect(namesOf(await links({ text: slugs.get(name) ?? '' }))).to.deep.equal([name])
        }
      })
    }

    it('finds a changed link by its new words, and no more by the old ones', async () => {
      const link = await paylink.createLink({ title: 'Antes' })
      await index()
      await paylink.post(`/v1/payment_links/${link.id}`, { title: 'Después' })
      const found = async (text: string) => (await links({ text })).data.map(({ id }) => id)
      for (const prepare of [() => Promise.resolve(), index]) {
        await prepare()
        expect(await found('despues')).to.deep.equal([link.id])
        expect(await found('antes')).to.deep.equal([])
      }
    })

    it('finds payments by their link, reference, folio, and the last four digits', async () => {
      const link = await paylink.createLink({ title: 'Jarrón' })
      await paylink.pay(await paylink.openCheckout(link), 'succeed')
      const [{ id, providerRef }] = await paylink.paymentsOf(link.id)
      await paylink.sync(id)
      const folio = id.slice(-8).toUpperCase()
      for (const prepare of [() => Promise.resolve(), index]) {
        await prepare()
        for (const text of [
          'jarron',
          id,
          link.id,
          providerRef,
          folio,
          `${folio.slice(0, 4)}-${folio.slice(4)}`,
          '4242',
          '150',
        ]) {
          expect(
            (await payments({ text })).data.map((one) => one.id),
            text,
          ).to.deep.equal([id])
        }
      }
      expect((await payments({ text: '4242', status: 'failed' })).data).to.deep.equal([])
      expect((await payments({ text: '424' })).data).to.deep.equal([])
    })

    it('finds the payments of a link by the title that it was given since', async () => {
      const { link, payment } = await paylink.opened()
      await index()
      await paylink.post(`/v1/payment_links/${link.id}`, { title: 'Molcajete' })
      for (const prepare of [() => Promise.resolve(), index]) {
        await prepare()
        expect((await payments({ text: 'molcajete' })).data.map(({ id }) => id)).to.deep.equal([payment.id])
      }
    })

    it('finds payments by what their provider calls them, a tracking key, and a voucher’s reference or CLABE', async () => {
      const { payment } = await paylink.opened()
      const changes = {
        method_detail: JSON.stringify({ raw: 'spei', trackingKey: 'MBAN01002511250042' }),
        voucher: JSON.stringify({ reference: '646180111812345678', bank: 'STP' }),
      }
      await index()
      await paylink.writer('provider_answers').insert({
        ...{ payment_id: payment.id, hash: 'x', seen_at: new Date().toISOString() },
        state: JSON.stringify({ dashboardUrl: 'https://dashboard.stripe.com/test/payments/pi_3QyZ' }),
      })
      await paylink.change('payments', payment.id, changes)
      for (const prepare of [() => Promise.resolve(), index]) {
        await prepare()
        for (const text of ['pi_3QyZ', 'MBAN01002511250042', 'mban01002511250042', '646180111812345678']) {
          expect(
            (await payments({ text })).data.map((one) => one.id),
            text,
          ).to.deep.equal([payment.id])
        }
        expect((await payments({ text: 'pi_3' })).data).to.deep.equal([])
      }
    })

    it('pages both ways through what was found, even through entries of one moment', async () => {
      const many: string[] = []
      for (let i = 0; i < 13; i++) many.push((await paylink.createLink({ title: `Montón ${i}`, metadata: { i } })).id)
      await index()
      const newestFirst = [...many].reverse()
      for (const limit of [1, 2, 5, 13, 50]) {
        expect(await walkBothWays((start) => links({ text: 'montón' }, start, limit))).to.deep.equal(newestFirst)
      }
      await paylink.writer('payment_links').whereIn('id', many).update({ created_at: '2026-01-01T00:00:00.000Z' })
      await paylink
        .writer('search_queue')
        .insert(many.map((id) => ({ account_id: paylink.account.id, livemode: false, object_id: id })))
      await index()
      const all = (await paylink.db('payment_links').pluck('id')).length
      for (const limit of [1, 2, 5, 13, 50]) {
        expect(await walkBothWays((start) => links({ text: 'montón' }, start, limit))).to.deep.equal(newestFirst)
        expect(await walkBothWays((start) => links({}, start, limit))).to.have.length(all)
        expect(await walkBothWays((start) => links({ channel: 'api' }, start, limit))).to.have.length(all)
      }
    })

    it('is of one account and mode', async () => {
      const other = actFor(OPERATOR, { accountId: paylink.account.id, livemode: true })
      const reads = paylink.container.get(ReadLinkList)
      expect((await reads.page(other, { text: 'taza' }, { limit: 20 })).data).to.deep.equal([])
    })
  })
}
