import { FindViolations } from '@paylink/core/doctor/find-violations.repository'
import { OPERATOR } from '@paylink/core/kernel/principal'
import { ResolveReview } from '@paylink/core/reconciliation/resolve-review'
import { expect } from 'chai'
import type { TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { LyingProvider } from '../support/lying-provider.js'

for (const engine of ENGINES) {
  describe(`fees and refunds that a provider tells, on ${engine} (I55)`, () => {
    let paylink: TestAppliance
    let provider: LyingProvider
    before(async () => void ({ paylink, provider } = await LyingProvider.withAppliance(engine)))
    after(async () => {
      await paylink.stop()
      await provider.stop()
    })

    /** Tells that the session is paid, with what its charge says besides. */
    async function tell(payment: any, charge: object, differences: object = {}): Promise<any> {
      const paid = provider.paid(payment.providerRef) as { payment_intent: object }
      const card = { funding: 'debit', brand: 'visa', last4: '4242' }
      const latest_charge = {
        ...{ id: 'ch_1', object: 'charge', created: Math.floor(paylink.clock.now().getTime() / 1000) },
        ...{ refunded: false, amount_refunded: 0, payment_method_details: { type: 'card', card } },
        ...charge,
      }
      provider.sessions.set(payment.providerRef, {
        ...paid,
        ...differences,
        payment_intent: { ...paid.payment_intent, latest_charge },
      })
      return (await paylink.post(`/v1/payments/${payment.id}/sync`)).body
    }
    const fee = (amount: number, currency = 'mxn') => ({
      balance_transaction: { id: 'txn_1', object: 'balance_transaction', fee: amount, currency },
    })
    const row = (id: string) => paylink.db('payments').where({ id }).first()
    const sumsIn = async (currency: string): Promise<number[]> => {
      const [sums] = await paylink
        .db('day_sums')
        .where({ currency, created_by: '' })
        .sum({ count: 'fee_count', fee: 'fee_centavos', refunded: 'refunded_centavos' })
      return [Number(sums?.['count']), Number(sums?.['fee']), Number(sums?.['refunded'])]
    }

    it('lets no absurd fee stand in the way of a payment', async () => {
      const { payment } = await paylink.opened()
      expect(await tell(payment, fee(3_000_000_000))).to.include({ status: 'succeeded' })
      expect((await row(payment.id)).fee_centavos).to.equal(null)
      expect(await tell(payment, fee(790))).to.include({ status: 'succeeded' })
      expect((await row(payment.id)).fee_centavos).to.equal(790)
      expect(await sumsIn('MXN')).to.deep.equal([1, 790, 0])
    })

    it('takes no fee and no refund of pesos for one in the currency that a person accepted', async () => {
      const before = await sumsIn('MXN')
      const { payment } = await paylink.opened()
      await tell(payment, { ...fee(500), amount_refunded: 1_000 })
      expect(await row(payment.id)).to.include({ fee_centavos: 500, amount_refunded: 1_000 })
      expect(await tell(payment, {}, { currency: 'usd' })).to.include({ outcome: 'needs_review' })
      await paylink.container.get(ResolveReview).run(payment.id, { kind: 'accept' }, 'it came in dollars', OPERATOR)
      expect(await row(payment.id)).to.include({ currency: 'USD', fee_centavos: null, amount_refunded: 0 })
      expect(await sumsIn('USD')).to.deep.equal([0, 0, 0])
      expect(await sumsIn('MXN')).to.deep.equal(before)
      expect(await new FindViolations(paylink.db, paylink.clock).run()).to.deep.equal([])
    })
  })
}
