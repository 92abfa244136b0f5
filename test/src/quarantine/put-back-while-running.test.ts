import { KeepEpoch } from '@paylink/core/quarantine/keep-epoch'
import { expect } from 'chai'
import { ENGINES } from '../support/engines.js'
import { ProviderShop } from './provider-shop.js'

for (const engine of ENGINES) {
  describe(`a database that is put back to an earlier copy under a running process, on ${engine} (I57)`, () => {
    let shop: ProviderShop
    beforeEach(async () => void (shop = await ProviderShop.open(engine)))
    afterEach(() => shop.close())

    const heartbeat = () => shop.paylink.container.get(KeepEpoch).run()
    const instance = () => shop.paylink.writer('instance')

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
    }
  })
}
