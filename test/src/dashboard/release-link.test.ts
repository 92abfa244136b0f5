import { expect } from 'chai'
import { Plugins } from '@paylink/core/plugin-host/registry'
import { TestAppliance } from '../support/appliance.js'
import { ShopPerson } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'

const LINKS = '/dashboard/test/links'

for (const engine of ENGINES) {
  describe(`a link whose provider does not close its payment, in the dashboard, on ${engine} (R81, R228–R229)`, () => {
    let paylink: TestAppliance
    let owner: ShopPerson
    let isAway = false

    before(async () => {
      paylink = await TestAppliance.start(engine)
      owner = await ShopPerson.signIn(paylink)
      const provider = paylink.container.get(Plugins).provider('payment-provider', 'provider_a')
      if (!provider?.expireCheckout) throw new Error('provider_a closes nothing')
      provider.expireCheckout = () =>
        isAway
          ? Promise.reject(new Error('no answer'))
          : Promise.resolve({ outcome: 'refused', reason: 'the voucher can still be paid.' })
    })
    after(() => paylink.stop())

    it('stays as it is when disabling is refused, and leads to its release', async () => {
      const link = await paylink.createLink()
      await paylink.openCheckout(link)
      const refused = await owner.send(`${LINKS}/${link.id}/disable`, {})
      expect(refused.status).to.equal(409)
      expect(refused.text).to.include('El proveedor no cierra el pago abierto')
      expect(refused.html).to.include(`href="${LINKS}/${link.id}/release"`)
      expect(await paylink.linkStatus(link.id)).to.equal('processing')
    })

    it('is released with a reason, which its story keeps', async () => {
      const link = await paylink.createLink()
      await paylink.openCheckout(link)
      const path = `${LINKS}/${link.id}/release`
      const silent = await owner.send(path, { reason: ' ' })
      expect(silent.status).to.equal(422)
      expect(silent.html).to.include('href="#reason"')
      const reply = await owner.send(path, { reason: 'Paga en efectivo <hoy>' })
      expect(reply.headers.get('location')).to.equal(`${LINKS}/${link.id}?done=released`)
      expect(await paylink.linkStatus(link.id)).to.equal('active')
      const page = await owner.get(`${LINKS}/${link.id}`)
      expect(page.text).to.include('Lupita owner liberó el enlace')
      expect(page.text).to.include('Motivo: “Paga en efectivo <hoy>”')
      const late = await owner.get(path)
      expect(late.headers.get('location')).to.equal(`${LINKS}/${link.id}`)
    })

    it('stays as it is while the provider cannot be asked', async () => {
      isAway = true
      const link = await paylink.createLink()
      await paylink.openCheckout(link)
      for (const [path, changes] of [
        ['disable', {}],
        ['release', { reason: 'x' }],
      ] as const) {
        const reply = await owner.send(`${LINKS}/${link.id}/${path}`, changes)
        expect(reply.status).to.equal(409)
        expect(reply.text).to.include('No pudimos preguntarle al proveedor')
      }
      expect(await paylink.linkStatus(link.id)).to.equal('processing')
    })
  })
}
