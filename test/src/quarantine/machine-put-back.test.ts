import { CompareCheckouts } from '@paylink/core/checkout/compare-checkouts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@paylink/core/kernel/clock'
import { actFor, OPERATOR } from '@paylink/core/kernel/principal'
import { readKnown } from '@paylink/core/quarantine/quarantine.repository'
import { HandleNotifications } from '@paylink/core/reconciliation/handle-notifications'
import { DeliverWebhooks } from '@paylink/core/webhooks/deliver-webhooks'
import { RegisterEndpoint } from '@paylink/core/webhooks/register-endpoint'
import { expect } from 'chai'
import { eventually } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { InvoiceShop } from '../support/invoice-shop.js'
import { answering, Receiver } from '../support/receiver.js'
import { MachineSnapshot } from './machine-snapshot.js'
import { ProviderShop } from './provider-shop.js'

/** Longer than a restart takes. */
const DOWNTIME_MS = 2 * MINUTE_MS
/** Until a provider that could not be read is asked again. */
const RETRY_MS = 20 * SECOND_MS
const PATH = '/hook'

for (const engine of ENGINES) {
  describe(`a machine that was put back to an earlier snapshot, on ${engine} (I57)`, () => {
    let shop: ProviderShop
    let snapshot: MachineSnapshot
    beforeEach(async () => {
      shop = await ProviderShop.open(engine)
    })
    afterEach(async () => {
      await snapshot.drop()
      await shop.close()
    })

    const compareOnlyWhenAsked = (): void => shop.paylink.timer.hold(SECOND_MS)
    const known = () => readKnown(shop.paylink.db)

    const pass = (ms: number): void => shop.pass(ms)

    /** One link is opened and paid after the snapshot, another is not opened. */
    async function sellAfterSnapshot() {
      const [paid, other] = [await shop.paylink.createLink(), await shop.paylink.createLink()]
      snapshot = await MachineSnapshot.take(shop.paylink)
      const { address, payment } = await shop.open(paid, 'provider_a')
      await shop.pay(address, 'provider_a')
      await shop.paylink.sync(payment.id)
      expect(await shop.paylink.linkStatus(paid.id)).to.equal('paid')
      return { paid, other, payment }
    }

    /** A delivery that was refused, and is tried again in a while. */
    async function failOneWebhook() {
      const receiver = await Receiver.start()
      receiver.conduct(PATH, answering(500))
      await shop.paylink.restart()
      const { container, account } = shop.paylink
      const owner = actFor(OPERATOR, { accountId: account.id, livemode: false })
      await container.get(RegisterEndpoint).run(owner, { url: receiver.url(PATH), events: ['payment_link.paid'] })
      const { id } = await shop.paylink.createLink()
      await shop.paylink.post(`/v1/payment_links/${id}/mark_paid`, { method: 'spei_transfer' })
      await receiver.came(PATH, 1)
      const [{ id: failed }] = await eventually(
        () => shop.paylink.db('webhook_deliveries').where('attempts', '>', 0).select('id'),
        (rows) => rows.length === 1,
      )
      return { receiver, failed: failed as string }
    }
    const statusOf = async (delivery: string): Promise<string> =>
      (await shop.paylink.db('webhook_deliveries').where({ id: delivery }).first('status')).status

    it('opens no checkout: the first one is compared, and what is unknown is adopted', async () => {
      const { paid, other } = await sellAfterSnapshot()
      pass(DOWNTIME_MS)
      await snapshot.putBack()
      expect(await shop.paylink.linkStatus(paid.id)).to.equal('active')

      expect((await shop.paylink.press(paid, 'provider_a')).status).to.equal(503)
      const { state, downtime } = await known()
      expect(state?.reason).to.equal('checkout_unknown_here')
      expect(state!.copiedAt <= downtime!.from).to.equal(true)
      expect((await shop.paylink.press(other, 'provider_b')).status).to.equal(503)
      expect((await fetch(`${shop.paylink.url}/readyz`)).status).to.equal(503)
      const { databaseUrl } = shop.paylink.settings
      const [finding] = (await shop.command(databaseUrl, 'doctor', '--json')).json.filter(
        ({ check }: { check: string }) => check === 'quarantine',
      )
      expect(finding.detail).to.include(
        'a provider has a checkout of this installation that the database does not know',
      )

      const resumed = await shop.command(databaseUrl, 'doctor', '--resume', '--json')
      expect(resumed.code, resumed.stderr).to.equal(0)
      expect(await shop.paylink.linkStatus(paid.id)).to.equal('paid')
      await shop.paylink.openCheckout(other, 'provider_a')
      expect((await known()).state).to.equal(null)
    })

    it('is noticed without a checkout', async () => {
      const { other } = await sellAfterSnapshot()
      pass(DOWNTIME_MS)
      await snapshot.putBack()
      await shop.paylink.container.get(CompareCheckouts).run()
      expect((await known()).state?.reason).to.equal('checkout_unknown_here')
      expect((await shop.paylink.press(other, 'provider_b')).status).to.equal(503)
    })

    it('repeats no webhook that is due in the snapshot', async () => {
      const { receiver, failed } = await failOneWebhook()
      try {
        await sellAfterSnapshot()
        receiver.conduct(PATH, answering(200))
        pass(DOWNTIME_MS)
        // Also the one about the link that was paid after the snapshot: none comes between this count and the other.
        await eventually(
          () => shop.paylink.db('webhook_deliveries').whereNull('finished_at').select('id'),
          (waiting) => waiting.length === 0,
        )
        expect(await statusOf(failed)).to.equal('delivered')
        const sent = receiver.at(PATH).length
        pass(DOWNTIME_MS)
        await snapshot.putBack()
        expect(await statusOf(failed)).to.equal('scheduled')
        await eventually(
          async () => (await known()).state?.reason,
          (reason) => reason === 'checkout_unknown_here',
        )
        await shop.paylink.container.get(DeliverWebhooks).runDue()
        expect(receiver.at(PATH)).to.have.length(sent)
      } finally {
        await receiver.stop()
      }
    })

    it('sends what waited once providers were compared', async () => {
      const { receiver, failed } = await failOneWebhook()
      try {
        snapshot = await MachineSnapshot.take(shop.paylink)
        receiver.conduct(PATH, answering(200))
        compareOnlyWhenAsked()
        pass(HOUR_MS)
        await shop.paylink.restart()
        const { container } = shop.paylink
        await container.get(DeliverWebhooks).runDue()
        expect(await statusOf(failed)).to.equal('scheduled')
        await container.get(CompareCheckouts).run()
        await container.get(DeliverWebhooks).runDue()
        expect(await statusOf(failed)).to.equal('delivered')
      } finally {
        await receiver.stop()
      }
    })

    it('sends what waited after two minutes, if a provider cannot be read', async () => {
      const { receiver, failed } = await failOneWebhook()
      try {
        snapshot = await MachineSnapshot.take(shop.paylink)
        receiver.conduct(PATH, answering(200))
        Object.defineProperty(shop.providers.provider_b, 'cut', {
          get: () => 'before processing',
          set: () => undefined,
        })
        compareOnlyWhenAsked()
        pass(HOUR_MS)
        await shop.paylink.restart()
        const { container } = shop.paylink
        await container.get(CompareCheckouts).run()
        await container.get(DeliverWebhooks).runDue()
        expect(await statusOf(failed)).to.equal('scheduled')
        pass(DOWNTIME_MS)
        await container.get(DeliverWebhooks).runDue()
        expect(await statusOf(failed)).to.equal('delivered')
      } finally {
        await receiver.stop()
      }
    })

    it('is noticed by a notification, even if it was back at once', async () => {
      const { payment } = await sellAfterSnapshot()
      const [notification] = shop.providers.provider_a.notifications.filter(({ body }) => body.includes(payment.id))
      await snapshot.putBack()
      expect((await known()).downtime).to.equal(null)
      const { url, headers, body } = notification!
      expect((await fetch(url, { method: 'POST', headers, body })).status).to.equal(200)
      await eventually(
        async () => (await known()).state?.reason,
        (reason) => reason === 'checkout_unknown_here',
      )
    })

    it('does not take the checkouts of another installation for its own', async () => {
      compareOnlyWhenAsked()
      snapshot = await MachineSnapshot.take(shop.paylink)
      const { provider_a: provider } = shop.providers
      const paymentId = (await shop.open(await shop.paylink.createLink(), 'provider_a')).payment.id as string
      const foreign = paymentId.replace(/.{6}$/, 'zzzzzz')
      provider.notifications.length = 0
      const { handle } = await provider.open({ paymentId: foreign, instanceId: 'another' })
      await shop.pay(handle.redirectUrl, 'provider_a')
      for (const { url, headers, body } of provider.notifications) await fetch(url, { method: 'POST', headers, body })
      expect(await shop.paylink.db('notifications').where('subjects', 'like', `%${foreign}%`)).to.not.be.empty
      await shop.paylink.container.get(HandleNotifications).runDue()
      pass(DOWNTIME_MS)
      await shop.paylink.restart()
      expect((await known()).downtime?.compared).to.deep.equal({})
      await shop.paylink.openCheckout(await shop.paylink.createLink(), 'provider_a')
      expect(await known()).to.deep.include({ state: null, gap: null })
    })

    it('compares each provider once after a downtime, and opens no checkout where it cannot', async () => {
      compareOnlyWhenAsked()
      snapshot = await MachineSnapshot.take(shop.paylink)
      pass(DOWNTIME_MS)
      await shop.paylink.restart()
      const [first, second] = [await shop.paylink.createLink(), await shop.paylink.createLink()]
      const { provider_b: provider } = shop.providers
      const cut = setInterval(() => (provider.cut = 'before processing'), 1)
      expect((await shop.paylink.press(first, 'provider_b')).status).to.equal(503)
      clearInterval(cut)
      provider.cut = undefined
      pass(RETRY_MS)
      await shop.paylink.openCheckout(first, 'provider_b')
      const { compared, until } = (await known()).downtime!
      expect(compared).to.deep.equal({ [shop.connections.get('provider_b')!]: until })

      // After the next downtime provider_b is compared from its end on, provider_a from the first one on.
      pass(DOWNTIME_MS)
      await shop.paylink.restart()
      const next = (await known()).downtime!
      const since = next.compared[shop.connections.get('provider_b')!]!
      expect([next.from < until, since >= until, since < next.until]).to.deep.equal([true, true, true])
      await shop.paylink.container.get(CompareCheckouts).run()
      expect((await known()).downtime).to.equal(null)
      await shop.paylink.openCheckout(second, 'provider_a')

      // No downtime: nothing is compared.
      await shop.paylink.restart()
      expect((await known()).downtime).to.equal(null)
    })
  })

  describe(`the address of an invoice that a snapshot does not have, on ${engine} (I57)`, () => {
    it('is evidence, if this installation has signed it', async () => {
      const shop = await InvoiceShop.open(engine)
      const snapshot = await MachineSnapshot.take(shop.paylink)
      try {
        const { paymentId } = await shop.stamped()
        const { pdfUrl } = (await shop.paylink.get(`/v1/payments/${paymentId}/invoice/files`)).body
        await snapshot.putBack()
        const forged = pdfUrl.replace(/signature=./, (start: string) =>
          start.endsWith('0') ? 'signature=1' : 'signature=0',
        )
        expect((await fetch(forged)).status).to.equal(404)
        expect((await readKnown(shop.paylink.db)).state).to.equal(null)
        expect((await fetch(pdfUrl)).status).to.equal(404)
        expect((await readKnown(shop.paylink.db)).state?.reason).to.equal('invoice_unknown_here')
      } finally {
        await snapshot.drop()
        await shop.close()
      }
    })
  })
}
