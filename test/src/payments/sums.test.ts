import { ChangeAccount } from '@paylink/core/accounts/change-account'
import { UnitOfWork } from '@paylink/core/database/unit-of-work'
import { FindViolations } from '@paylink/core/doctor/find-violations.repository'
import { addDays, localDay, startOfDay } from '@paylink/core/kernel/local-day'
import { actFor, actForAccount, OPERATOR } from '@paylink/core/kernel/principal'
import { ReadReceived } from '@paylink/core/payments/read-received'
import { type Evidence, SettlePayment } from '@paylink/core/payments/settle-payment'
import { expect } from 'chai'
import { TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { DAY, HOUR, MINUTE } from '../support/links.js'
import { numbersFrom } from '../support/random-numbers.js'

const ZONES = ['America/Mexico_City', 'America/Tijuana', 'America/St_Johns', 'Australia/Adelaide', 'Europe/London']
const COUNTED = ['received_centavos', 'received_count', 'refunded_centavos', 'refunded_count'] as const

for (const engine of ENGINES) {
  describe(`sums of payments on ${engine} (I55)`, () => {
    let paylink: TestAppliance
    beforeEach(async () => (paylink = await TestAppliance.start(engine, {}, { http: true, jobs: false })))
    afterEach(() => paylink.stop())

    const scope = () => ({ accountId: paylink.account.id, livemode: false })
    const principal = () => actFor(OPERATOR, scope())
    const moveTo = (timeZone: string) =>
      paylink.container.get(ChangeAccount).run(actForAccount(OPERATOR, paylink.account.id), { timeZone })
    const zone = async (): Promise<string> =>
      (await paylink.db('accounts').where({ id: paylink.account.id }).first()).time_zone

    async function settle(payment: any, evidence: Evidence): Promise<void> {
      const settlePayment = paylink.container.get(SettlePayment)
      const row = { ...scope(), id: payment.id, linkId: payment.linkId }
      await paylink.container.get(UnitOfWork).run(async (tx) => {
        const locked = await settlePayment.lock(tx, row)
        await settlePayment.apply(tx, locked.link, locked.payment, evidence)
      })
    }

    /** As the payments and the list of refunds tell it. */
    async function expectedDays(): Promise<Map<string, number[]>> {
      const timeZone = await zone()
      const days = new Map<string, number[]>()
      const add = (at: string, provider: string, currency: string, change: number[]): void => {
        const key = [localDay(new Date(at), timeZone), provider, currency].join(' ')
        days.set(
          key,
          (days.get(key) ?? [0, 0, 0, 0]).map((sum, index) => sum + (change[index] ?? 0)),
        )
      }
      const payments = await paylink.db('payments').whereNotNull('paid_at')
      for (const { paid_at, provider, currency, amount_centavos } of payments) {
        add(paid_at, provider, currency, [amount_centavos, 1, 0, 0])
      }
      for (const refund of await paylink.db('money_movements').where({ kind: 'refund' })) {
        const { provider } = payments.find(({ id }) => id === refund.payment_id)
        add(refund.recorded_at, provider, refund.currency, [0, 0, -Number(refund.gross_centavos), 1])
      }
      return days
    }

    async function expectRight(): Promise<void> {
      const days = new Map(
        (await paylink.db('day_sums').where({ created_by: '' })).map((row) => [
          [row.day, row.provider, row.currency].join(' '),
          COUNTED.map((name) => Number(row[name])),
        ]),
      )
      const sorted = (map: Map<string, number[]>) => [...map].sort(([one], [other]) => (one < other ? -1 : 1))
      expect(sorted(days)).to.deep.equal(sorted(await expectedDays()))
      expect(await new FindViolations(paylink.db, paylink.clock).run()).to.deep.equal([])
    }

    it('equal the payments after random payments, refunds, changes of zone and races', async () => {
      const next = numbersFrom(17)
      for (let round = 0; round < 4; round++) {
        const acts: (() => Promise<unknown>)[] = []
        for (let i = 0; i < 12; i++) {
          const link = await paylink.createLink({
            items: [{ name: 'Taza', quantity: 1, unitPriceCentavos: 2_000 + next(9_000) }],
          })
          const paidAt = new Date(paylink.clock.now().getTime() - next(40 * DAY)).toISOString()
          if (next(3) === 0) {
            acts.push(() => paylink.post(`/v1/payment_links/${link.id}/mark_paid`, next(2) === 0 ? {} : { paidAt }))
            continue
          }
          await paylink.openCheckout(link)
          const [payment] = await paylink.paymentsOf(link.id)
          const half = Math.floor(payment.amountCentavos / 2)
          const story: Evidence[] = [
            [{ verdict: 'paid', paidAt } as const],
            [{ verdict: 'failed' } as const, { verdict: 'paid', paidAt } as const],
            [{ verdict: 'paid', paidAt } as const, { verdict: 'paid', amountRefunded: half } as const],
            [{ verdict: 'refunded', paidAt } as const],
            [
              { verdict: 'paid' } as const,
              { verdict: 'paid', amountRefunded: half } as const,
              { verdict: 'refunded' } as const,
            ],
          ][next(5)] as Evidence[]
          acts.push(async () => {
            // Each twice: a verdict that comes again counts nothing.
            for (const evidence of story) for (let again = 0; again < 2; again++) await settle(payment, evidence)
          })
        }
        acts.splice(next(acts.length), 0, () => moveTo(ZONES[next(ZONES.length)] ?? 'Europe/London'))
        await Promise.all(acts.map((act) => act()))
        await expectRight()
        paylink.clock.advance(next(3 * DAY))
      }
    })

    it('are apart from what a person gave back before it was recorded', async () => {
      const { payment } = await paylink.opened()
      await settle(payment, { verdict: 'returned', amountRefunded: 15_000 })
      for (const table of ['day_sums', 'quarter_hour_sums', 'money_movements'])
        expect(await paylink.db(table)).to.deep.equal([])
    })

    it('give today, this week, last week by this time, and the month', async () => {
      await moveTo('America/Tijuana')
      const timeZone = await zone()
      const received = paylink.container.get(ReadReceived)
      // A Thursday, a little after nine in the morning there.
      const day = addDays(localDay(paylink.clock.now(), timeZone), 14)
      const thursday = addDays(day, 3 - ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))
      paylink.clock.stop()
      const nine = startOfDay(thursday, timeZone).getTime() + 9 * HOUR + 5 * MINUTE
      paylink.clock.advance(nine - paylink.clock.now().getTime())
      const pay = async (ago: number, centavos: number): Promise<void> => {
        const items = [{ name: 'Taza', quantity: 1, unitPriceCentavos: centavos }]
        const link = await paylink.createLink({ items })
        const paidAt = new Date(nine - ago).toISOString()
        await paylink.post(`/v1/payment_links/${link.id}/mark_paid`, { paidAt })
      }
      await pay(HOUR, 10_00)
      await pay(10 * HOUR, 100_00)
      await pay(7 * DAY + HOUR, 1_000_00)
      await pay(7 * DAY - HOUR, 2_000_00)
      await pay(10 * DAY, 5_000_00)
      const figures = await received.figures(principal(), timeZone)
      const amounts = (list: { receivedCentavos: number }[]) => list.map(({ receivedCentavos }) => receivedCentavos)
      expect(figures.day).to.equal(thursday)
      expect(amounts(figures.today)).to.deep.equal([10_00])
      expect(amounts(figures.week)).to.deep.equal([110_00])
      expect(amounts(figures.lastWeekByNow)).to.deep.equal([6_000_00])
      const [series] = await received.series(principal(), timeZone, 8)
      expect(series?.days.map((one) => one.receivedCentavos)).to.deep.equal(
        [3_000_00, 0, 0, 0, 0, 0, 100_00, 10_00].map((sum) => [sum]),
      )
      expect(series).to.deep.include({ currency: 'MXN', receivedCentavos: 3_110_00, refundedCentavos: 0 })
    })
  })
}
