import { expect } from 'chai'
import { Plugins } from '@paylink/core/plugin-host/registry'
import { VerifyDuePayments } from '@paylink/core/reconciliation/verify-due-payments'
import { MINUTE_MS } from '@paylink/core/kernel/clock'
import { eventually, TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { hang } from '../support/hang.js'
import { Merchant } from '../support/merchants.js'

/** More than may be in flight for one connection. */
const MANY = 8
const HANGING = 20
/** As many as may hang for one connection. */
const PER_CONNECTION = 4

for (const engine of ENGINES) {
  describe(`a connection whose provider hangs, on ${engine} (I29)`, () => {
    let paylink: TestAppliance
    beforeEach(async () => (paylink = await TestAppliance.start(engine)))
    afterEach(() => paylink.stop())

    /** The provider does not answer about the payments of these links before `release` is called. */
    async function hangOn(links: readonly { id: string }[]): Promise<ReturnType<typeof hang>> {
      const linkIds = links.map(({ id }) => id)
      const paymentIds = new Set(await paylink.db('payments').whereIn('link_id', linkIds).pluck('id'))
      const provider = paylink.container.get(Plugins).provider('payment-provider', 'provider_a')!
      return hang(provider, 'retrieve', ({ paymentId }) => paymentIds.has(paymentId))
    }

    const statusOf = async (link: { id: string }): Promise<string> => await paylink.linkStatus(link.id)

    it('holds up no notification of another one', async () => {
      const slow: { id: string; url: string }[] = []
      for (let index = 0; index < MANY; index++) slow.push(await paylink.createLink())
      const addresses = []
      for (const link of slow) addresses.push(await paylink.openCheckout(link))
      const quick = await paylink.createLink()
      const address = await paylink.openCheckout(quick, 'provider_b')
      const { release, count } = await hangOn(slow)
      try {
        for (const checkout of addresses) await paylink.pay(checkout, 'succeed')
        await eventually(
          () => Promise.resolve(count()),
          (hanging) => hanging >= 4,
        )
        await paylink.pay(address, 'succeed')
        await eventually(
          () => statusOf(quick),
          (status) => status === 'paid',
        )
        expect(await Promise.all(slow.map(statusOf))).to.deep.equal(slow.map(() => 'processing'))
      } finally {
        release()
      }
      await eventually(
        () => Promise.all(slow.map(statusOf)),
        (statuses) => statuses.every((status) => status === 'paid'),
      )
    })

    it('holds up no notification, nor do twenty of them', async () => {
      const merchants = await Promise.all(Array.from({ length: HANGING }, () => Merchant.join(paylink)))
      const perMerchant = Array.from({ length: PER_CONNECTION })
      const slow = await Promise.all(
        merchants.flatMap(({ key }) => perMerchant.map(() => paylink.createLink({}, { key }))),
      )
      const addresses = await Promise.all(slow.map((link) => paylink.openCheckout(link)))
      const quick = await paylink.createLink()
      const address = await paylink.openCheckout(quick)
      const { release, count } = await hangOn(slow)
      try {
        await Promise.all(addresses.map((checkout) => paylink.pay(checkout, 'succeed')))
        await eventually(
          () => Promise.resolve(count()),
          (hanging) => hanging === slow.length,
        )
        await paylink.pay(address, 'succeed')
        await eventually(
          () => statusOf(quick),
          (status) => status === 'paid',
        )
      } finally {
        release()
      }
    })

    it('holds up no verification of another one at the same provider', async () => {
      const other = await Merchant.join(paylink)
      const silence = [{ kind: 'notification_lost' as const, times: 1000 }]
      await paylink.setFaults(silence)
      const slow: { id: string; url: string }[] = []
      for (let index = 0; index < MANY; index++) slow.push(await paylink.createLink())
      for (const link of slow) await paylink.openCheckout(link)
      const quick = await paylink.createLink({}, { key: other.key })
      await paylink.pay(await paylink.openCheckout(quick), 'succeed')
      const { release, count } = await hangOn(slow)
      try {
        paylink.clock.advance(3 * MINUTE_MS)
        void paylink.container.get(VerifyDuePayments).look()
        await eventually(
          async () => (await paylink.get(`/v1/payment_links/${quick.id}`, { key: other.key })).body.status as string,
          (status) => status === 'paid',
        )
        expect(count()).to.be.within(1, 4)
      } finally {
        release()
      }
    })
  })
}
