import { expect } from 'chai'
import { OpenCheckout } from '@paylink/core/checkout/open-checkout'
import { MINUTE_MS } from '@paylink/core/kernel/clock'
import { PaymentLinks } from '@paylink/core/payment-links/payment-links.repository'
import { TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'

for (const engine of ENGINES) {
  describe(`giving a checkout up for another one, on ${engine}`, () => {
    let paylink: TestAppliance
    before(async () => (paylink = await TestAppliance.start(engine, {}, { http: true, jobs: false })))
    after(() => paylink.stop())

    const startOver = (link: { url: string }, provider: string): Promise<Response> =>
      paylink.form(`${link.url}/checkout`, { provider, startOver: '1' })
    const statuses = async (linkId: string): Promise<string[]> => {
      const payments = await paylink.paymentsOf(linkId)
      return payments.map(({ status }: { status: string }) => status)
    }

    it('closes the former, and opens another (I6)', async () => {
      const link = await paylink.createLink()
      await paylink.openCheckout(link)
      expect((await startOver(link, 'provider_b')).status).to.equal(303)
      expect(await statuses(link.id)).to.have.members(['pending', 'canceled'])
    })

    it('does not close the open checkout if no new one can start: the link expires soon', async () => {
      const expiresAt = new Date(paylink.clock.now().getTime() + 40 * MINUTE_MS).toISOString()
      const link = await paylink.createLink({ expiresAt })
      const address = await paylink.openCheckout(link)
      paylink.clock.advance(12 * MINUTE_MS)
      expect((await startOver(link, 'provider_a')).status).to.equal(410)
      expect(await statuses(link.id)).to.deep.equal(['pending'])
      await paylink.pay(address, 'succeed')
      await paylink.sweep()
      expect(await statuses(link.id)).to.deep.equal(['succeeded'])
    })

    it('does not close the open checkout if no new one can start: the provider is not offered', async () => {
      const link = await paylink.createLink({ providers: ['provider_a'] })
      await paylink.openCheckout(link)
      expect((await startOver(link, 'provider_b')).status).to.equal(409)
      expect(await statuses(link.id)).to.deep.equal(['pending'])
    })

    it('reserves nothing at a provider that was taken off the link while the payer pressed', async () => {
      const made = await paylink.createLink({ providers: ['provider_a', 'provider_b'] })
      const seen = await paylink.container
        .get(PaymentLinks)
        .find({ accountId: paylink.account.id, livemode: false }, made.id)
      await paylink.post(`/v1/payment_links/${made.id}`, { providers: ['provider_b'] })
      const choice = { provider: 'provider_a', startOver: false, locale: 'en' } as const
      const refused = await paylink.container
        .get(OpenCheckout)
        .run(seen!, choice)
        .then(
          () => 'it was not refused',
          ({ code }: { code: string }) => code,
        )
      expect(refused).to.equal('no_active_connection')
      expect(await statuses(made.id)).to.deep.equal([])
    })
  })
}
