import { actFor, OPERATOR } from '@paylink/core/kernel/principal'
import { KeepEpoch } from '@paylink/core/quarantine/keep-epoch'
import { DeliverWebhooks } from '@paylink/core/webhooks/deliver-webhooks'
import { RegisterEndpoint } from '@paylink/core/webhooks/register-endpoint'
import { expect } from 'chai'
import { ENGINES } from '../support/engines.js'
import { Receiver } from '../support/receiver.js'
import { ProviderShop } from './provider-shop.js'

for (const engine of ENGINES) {
  describe(`a database that is put back to an earlier copy under a running process, on ${engine} (I57)`, () => {
    let shop: ProviderShop
    beforeEach(async () => void (shop = await ProviderShop.open(engine)))
    afterEach(() => shop.close())

    const heartbeat = () => shop.paylink.container.get(KeepEpoch).run()
    const instance = () => shop.paylink.writer('instance')

    const deliver = () => shop.paylink.container.get(DeliverWebhooks).runDue()

    for (const [copy, putBack] of [
      ['of earlier', (epoch: string) => instance().where({ key: 'epoch' }).update({ value: epoch })],
      ['from before any epoch', () => instance().where({ key: 'epoch' }).delete()],
    ] as const) {
      it(`opens no checkout, even before the next heartbeat (${copy})`, async () => {
        const { paylink } = shop
        await heartbeat()
        const { value: epoch } = await paylink.db('instance').where({ key: 'epoch' }).first()
        const { value: generation } = await paylink.db('generation').first()
        shop.pass(30_000)
        await heartbeat()
        // A process that goes on has seen later changes than the copy has.
        await paylink.writer('generation').update({ value: generation + 2 })
        const before = await paylink.createLink()
        expect(await paylink.openCheckout(before, 'provider_a')).to.match(/^http/)
        const link = await paylink.createLink()
        await putBack(epoch)
        await paylink.writer('generation').update({ value: generation })

        const pressed = await paylink.press(link)
        expect([pressed.status, pressed.headers.get('retry-after')]).to.deep.equal([503, '60'])
        expect(await pressed.text()).to.include('Los pagos están en pausa por el momento. Ahora no se te cobró nada.')
        expect([await paylink.linkStatus(link.id), await paylink.paymentsOf(link.id)]).to.deep.equal(['active', []])
        const ready = await fetch(`${paylink.url}/readyz`)
        expect([ready.status, (await ready.json()).reason]).to.deep.equal([503, 'quarantine'])
        const refused = await paylink.post(`/v1/payment_links/${link.id}/disable`)
        expect([refused.status, refused.body.code]).to.deep.equal([503, 'service_unavailable'])
      })

      it(`sends nothing, even before the next heartbeat (${copy})`, async () => {
        const { paylink } = shop
        const receiver = await Receiver.start()
        try {
          const principal = actFor(OPERATOR, { accountId: paylink.account.id, livemode: false })
          await paylink.container.get(RegisterEndpoint).run(principal, { url: receiver.url('/hook'), events: null })
          await heartbeat()
          const { value: before } = await paylink.db('instance').where({ key: 'epoch' }).first()
          shop.pass(30_000)
          await heartbeat()
          const now = await paylink.db('instance').where({ key: 'epoch' }).first()
          await paylink.post(`/v1/payment_links/${(await paylink.createLink()).id}/mark_paid`, {})
          await putBack(before)
          await deliver()
          expect(receiver.at('/hook')).to.deep.equal([])
          await instance().insert(now).onConflict('key').merge()
          await deliver()
          expect(receiver.at('/hook')).to.have.length(2)
        } finally {
          await receiver.stop()
        }
      })
    }
  })
}
