import { expect } from 'chai'
import { Migrator } from '@paylink/core/database/migrator'
import { connect } from '@paylink/core/database/connect'
import { FindViolations } from '@paylink/core/doctor/find-violations.repository'
import { HOUR_MS } from '@paylink/core/kernel/clock'
import { actFor, OPERATOR } from '@paylink/core/kernel/principal'
import { ReadAttention } from '@paylink/core/overview/read-attention'
import { ReadLinkHistory } from '@paylink/core/overview/read-link-history'
import { ReadPaymentDetail } from '@paylink/core/overview/read-payment-detail'
import { CreatePaymentLink } from '@paylink/core/payment-links/create-payment-link'
import { DisablePaymentLink } from '@paylink/core/payment-links/disable-payment-link'
import { ReadLinkList } from '@paylink/core/payment-links/read-link-list'
import { ReadPaymentLinks } from '@paylink/core/payment-links/read-payment-links'
import { UpdatePaymentLink } from '@paylink/core/payment-links/update-payment-link'
import { MarkLinkPaid } from '@paylink/core/payments/mark-link-paid'
import { eventually, TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'

const SUMS = ['received_centavos', 'received_count', 'refunded_centavos', 'refunded_count']
const COUNTED = ['account_id', 'livemode', 'created_by', 'provider', 'currency', ...SUMS]

for (const engine of ENGINES) {
  describe(`what people read of several rooms together, on ${engine}`, () => {
    let paylink: TestAppliance
    beforeEach(async () => (paylink = await TestAppliance.start(engine, {}, { http: true, jobs: false })))
    afterEach(() => paylink.stop())

    const get = <T>(service: new (...parts: any[]) => T): T => paylink.container.get(service)
    const principal = () => actFor(OPERATOR, { accountId: paylink.account.id, livemode: false })
    const person = (name: string) =>
      ({ ...principal(), surface: 'dashboard', who: { kind: 'user', id: `usr_${name}` } }) as const
    const input = (title: string) => ({ title, items: [{ name: 'Taza', quantity: 1, unitPriceCentavos: 15_000 }] })
    const linkOf = async (name: string, title: string): Promise<string> => {
      const { body } = await get(CreatePaymentLink).run(person(name), `key-${title}`, input(title))
      return body.id
    }
    const story = async (id: string) => {
      const { entries, isCut } = await get(ReadLinkHistory).run(principal(), id)
      expect(isCut).to.equal(false)
      expect(entries.map(({ at }) => at)).to.deep.equal(
        entries
          .map(({ at }) => at)
          .sort()
          .reverse(),
      )
      return entries.map(({ by, change }) => [change.kind, by])
    }

    it('tell who created, edited and disabled a link', async () => {
      const id = await linkOf('lupita', 'Taza')
      paylink.clock.advance(1000)
      await get(UpdatePaymentLink).run(person('mariana'), id, 'edit', { title: 'Taza azul' })
      paylink.clock.advance(1000)
      await get(DisablePaymentLink).run(person('lupita'), id, 'disable')
      expect(await story(id)).to.deep.equal([
        ['disabled', 'user:usr_lupita'],
        ['edited', 'user:usr_mariana'],
        ['created', 'user:usr_lupita'],
      ])
      const entries = await paylink.db('audit_entries').where({ target: id }).orderBy('seq')
      expect(entries.map(({ action, actor }: any) => [action, actor])).to.deep.equal([
        ['payment_link.edited', 'usr_mariana'],
        ['payment_link.disabled', 'usr_lupita'],
      ])
      expect(entries[0].details).to.equal('{"fields":["title"]}')
    })

    it('tell attempts, money and refunds, and who marked a link as paid', async () => {
      const id = await linkOf('lupita', 'Plato')
      paylink.clock.advance(1000)
      await get(MarkLinkPaid).run(person('mariana'), id, 'paid', { note: 'En la caja' })
      expect(await story(id)).to.deep.equal([
        ['paid', 'user:usr_mariana'],
        ['created', 'user:usr_lupita'],
      ])
      const other = await paylink.createLink()
      await paylink.pay(await paylink.openCheckout(other), 'succeed')
      const [payment] = await paylink.paymentsOf(other.id)
      await paylink.sync(payment.id)
      await paylink.refundAtProvider(payment.providerRef, 5_000)
      await paylink.sync(payment.id)
      const kinds = (await story(other.id)).map(([kind]) => kind)
      expect(kinds).to.have.members(['refunded', 'paid', 'checkout_opened', 'created'])
      const detail = await get(ReadPaymentDetail).one(principal(), payment.id)
      expect(detail.refunds.map(({ amountCentavos }) => amountCentavos)).to.deep.equal([5_000])
      expect(detail.verification.askedAt).to.be.a('string')
      expect(detail.evidence.length).to.be.greaterThan(0)
      expect(detail).to.include({ refundedCentavos: 5_000, isSandbox: true })
    })

    it('keep a person who sees their own links from those of others', async () => {
      const mine = await linkOf('lupita', 'Mía')
      const other = await linkOf('mariana', 'De otra')
      const links = get(ReadPaymentLinks)
      expect((await links.one(principal(), mine, 'user:usr_lupita')).id).to.equal(mine)
      const refusals = [
        links.one(principal(), other, 'user:usr_lupita'),
        get(ReadLinkHistory).run(principal(), other, 'user:usr_lupita'),
      ]
      for (const refused of refusals) {
        expect(await refused.catch(({ code }: { code: string }) => code)).to.equal('not_found')
      }
      for (const filter of [{}, { text: 'taza' }, { text: 'de otra' }, { status: 'active' as const }]) {
        const { data } = await get(ReadLinkList).page(
          principal(),
          { ...filter, createdBy: 'user:usr_lupita' },
          { limit: 20 },
        )
        expect(data.every(({ createdBy }) => createdBy === 'user:usr_lupita')).to.equal(true)
      }
      const found = await get(ReadLinkList).page(principal(), { createdBy: 'user:usr_lupita' }, { limit: 20 })
      expect(found.data.map(({ id }) => id)).to.deep.equal([mine])
      const shown = JSON.stringify((await paylink.get(`/v1/payment_links/${mine}`)).body)
      expect(shown).to.not.include('usr_lupita')
    })

    it('name the links that expire next, no more than asked for', async () => {
      const inHours = (hours: number) => new Date(paylink.clock.now().getTime() + hours * HOUR_MS).toISOString()
      const expiring = async (name: string, hours: number) => {
        const body = { ...input(`${hours}`), expiresAt: inHours(hours) }
        return (await get(CreatePaymentLink).run(person(name), `key-${hours}`, body)).body.id
      }
      const links = [await expiring('lupita', 4), await expiring('mariana', 3), await expiring('lupita', 2)]
      const [fourth, third, second] = links
      const first = await expiring('mariana', 1)
      await linkOf('lupita', 'Sin fecha')
      const next = async (limit: number, createdBy?: string) =>
        (await get(ReadLinkList).nextToExpire(principal(), limit, createdBy)).map(({ id }) => id)
      expect(await next(3)).to.deep.equal([first, second, third])
      expect(await next(20)).to.deep.equal([first, second, third, fourth])
      expect(await next(1, 'user:usr_lupita')).to.deep.equal([second])
      paylink.clock.advance(2 * HOUR_MS)
      expect(await next(3)).to.deep.equal([third, fourth])
    })

    it('name what needs attention, of this mode alone', async () => {
      const attention = get(ReadAttention)
      const nothing = { connections: [], reviews: [], invoices: [], endpoints: [], invoicedRefunds: [], approvals: [] }
      expect(await attention.run(principal())).to.deep.equal(nothing)
      const { payment } = await paylink.paidQuietly()
      await paylink.change('payments', payment.id, { amount_centavos: 14_999 })
      await paylink.sync(payment.id)
      const { reviews } = await attention.run(principal())
      expect(reviews.map(({ paymentId, reason }) => [paymentId, reason])).to.deep.equal([[payment.id, 'mismatch']])
      const live = actFor(OPERATOR, { accountId: paylink.account.id, livemode: true })
      expect(await attention.run(live)).to.deep.equal(nothing)
    })

    it('are the same after an upgrade from a version that kept no sums', async () => {
      const { payment } = await paylink.opened()
      await paylink.pay((await paylink.db('payments').first()).redirect_url, 'succeed')
      await paylink.sync(payment.id)
      await paylink.refundAtProvider(payment.providerRef, 4_000)
      await paylink.sync(payment.id)
      const link = await paylink.createLink({ title: 'Jarra' })
      const paidAt = '2026-03-01T05:59:59.000Z'
      await paylink.post(`/v1/payment_links/${link.id}/mark_paid`, { paidAt })
      const read = async (): Promise<any[]> => [
        await paylink
          .db('day_sums')
          .orderBy('day')
          .select('day', ...COUNTED),
        await paylink
          .db('quarter_hour_sums')
          .orderBy('starts_at')
          .select('starts_at', ...COUNTED),
        // The moment is that of the event, some milliseconds away. Fees were not told then.
        await paylink
          .db('money_movements')
          .whereNot({ kind: 'fee' })
          .orderBy(['payment_id', 'position'])
          .select('payment_id', 'kind', 'currency', 'gross_centavos', 'base_centavos', 'iva_centavos'),
      ]
      const before = await read()
      expect(before.map((rows) => rows.length)).to.deep.equal([2, 2, 3])
      const connected = connect(paylink.settings.databaseUrl)
      const migrator = new Migrator(connected)
      while ((await migrator.down()) !== '0018-payment-sums');
      await migrator.up()
      await connected.close()
      expect(await read()).to.deep.equal(before)
      expect(await new FindViolations(paylink.db, paylink.clock).run()).to.deep.equal([])
      const queued = await eventually(
        () => paylink.db('search_queue').pluck('object_id'),
        (ids) => ids.length > 0,
      )
      expect(queued).to.include(link.id)
    })
  })
}
