import { rmSync } from 'node:fs'
import { expect } from 'chai'
import { waysToPay } from '@paylink/core/payer-pages/ways-to-pay'
import { payableMethods } from '@paylink/core/plugin-host/payable-methods'
import { PluginStates } from '@paylink/core/plugin-host/plugin-states.repository'
import { Plugins } from '@paylink/core/plugin-host/registry'
import { DAY_MS, HOUR_MS } from '@paylink/core/kernel/clock'
import { eventually, TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { dataDirWith } from '../support/third-party.js'

for (const engine of ENGINES) {
  describe(`a plugin dropped into the data directory, on ${engine}`, () => {
    const dataDir = dataDirWith([{ id: 'acme' }])
    let paylink: TestAppliance
    before(async () => (paylink = await TestAppliance.start(engine, { dataDir })))
    after(async () => {
      await paylink.stop()
      rmSync(dataDir, { recursive: true, force: true })
    })

    it('is listed, connected, part of the contract and on the payment page (R262)', async () => {
      const listed = paylink.container.get(Plugins).list(await paylink.container.get(PluginStates).disabled())
      expect(listed.map(({ id, origin, status }) => [id, origin, status])).to.deep.include.members([
        ['provider_a', 'built-in', 'active'],
        ['acme', 'third-party', 'active'],
      ])
      const contract: any = await (await fetch(`${paylink.url}/openapi.json`)).json()
      expect(contract.components.schemas.ProviderId.enum).to.include('acme')
      const connections = (await paylink.get('/v1/connections')).body.data
      expect(connections.map(({ provider }: { provider: string }) => provider)).to.include('acme')
      const page = await fetch((await paylink.createLink({ providers: ['acme'] })).url)
      expect(await page.text()).to.include('value="acme"')
      expect(page.headers.get('content-security-policy')).to.include('https://acme.example')
    })

    it('takes a payment: created, paid on its own page, notified, verified (R7, R8, R230)', async () => {
      const link = await paylink.createLink({ providers: ['acme'] })
      const address = await paylink.openCheckout(link, 'acme')
      expect(await (await fetch(address)).text()).to.equal('<p lang="es-MX">Taza de barro, step 1')
      const paid = await paylink.pay(address, 'succeed')
      expect(paid.headers.get('location')).to.equal(`${link.url}/return?lang=es-MX`)
      const [payment] = await eventually(
        () => paylink.paymentsOf(link.id),
        ([one]) => one.status === 'succeeded',
      )
      expect(payment).to.include({ provider: 'acme', method: 'card', amountCentavos: 15_000 })
      expect(await paylink.linkStatus(link.id)).to.equal('paid')
    })

    it('closes a checkout, and its refusals are handled like any other (R81, R50)', async () => {
      const link = await paylink.createLink({ providers: ['acme'] })
      await paylink.openCheckout(link, 'acme')
      expect((await paylink.post(`/v1/payment_links/${link.id}/disable`)).body.status).to.equal('disabled')
      const refused = await paylink.createLink({ providers: ['acme'], title: 'reject' })
      const answer = await paylink.press(refused, 'acme')
      expect(answer.status).to.equal(422)
      expect((await paylink.paymentsOf(refused.id))[0].status).to.equal('failed')
    })

    it('serves pages without scripts, cookies or frames, whatever headers it sets', async () => {
      const address = await paylink.openCheckout(await paylink.createLink({ providers: ['acme'] }), 'acme')
      const { headers } = await fetch(address)
      expect(headers.get('content-security-policy')).to.equal(
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; " +
          "form-action 'self' https://shop.example; frame-ancestors 'none'; base-uri 'none'",
      )
      expect(headers.get('x-content-type-options')).to.equal('nosniff')
      expect(headers.get('set-cookie')).to.equal(null)
    })

    it('redirects payers to its address as a browser normalizes it, even with line breaks', async () => {
      const link = await paylink.createLink({ providers: ['acme'], title: 'a line end' })
      const pressed = await paylink.press(link, 'acme')
      expect([pressed.status, pressed.headers.get('location')]).to.deep.equal([
        303,
        'https://acme.example/payset-cookie:%20a=b',
      ])
    })

    it('may repeat a customer’s name in a refusal, which the log does not', async () => {
      const customer = { customerName: 'Ana Cárdenas', customerEmail: 'ana@example.com' }
      const link = await paylink.createLink({ providers: ['acme'], title: 'a name', ...customer })
      expect((await paylink.press(link, 'acme')).status).to.equal(422)
      const logged = JSON.stringify(paylink.log.entries)
      expect(logged).to.include('no_credit').and.not.include('Cárdenas').and.not.include('ana@example.com')
    })

    it('has its limits applied; a currency outside them is not offered (R112, R114)', async () => {
      const input = { title: 'T', providers: ['acme'] }
      const item = { name: 'Taza', quantity: 1 }
      const inUsd = { ...input, currency: 'USD', items: [{ ...item, unitPriceCentavos: 5000 }] }
      const tooCheap = { ...input, items: [{ ...item, unitPriceCentavos: 1999 }] }
      const tooDear = { ...input, items: [{ ...item, unitPriceCentavos: 1_000_001 }] }
      for (const [body, path] of [
        [inUsd, 'currency'],
        [tooDear, 'items'],
        [tooCheap, 'items'],
      ] as const) {
        const reply = await paylink.post('/v1/payment_links', body, { idempotencyKey: crypto.randomUUID() })
        expect([reply.status, reply.body.errors?.[0].path]).to.deep.equal([400, path])
      }
    })

    it('is offered with the methods that accept the total', () => {
      const registry = paylink.container.get(Plugins)
      const ways = (amount: number, currency: string) =>
        ['provider_a', 'provider_b', 'acme'].map((id) => payableMethods(registry, id, { amount, currency }))
      const [card, cash, spei] = ['card', 'retail_cash', 'spei_transfer']
      expect(ways(1_000_000, 'MXN')).to.deep.equal([[card, cash], [card, cash, spei], [card]])
      expect(ways(1_000_001, 'MXN')).to.deep.equal([[card], [card, spei], []])
      expect(ways(1000, 'MXN')).to.deep.equal([[card, cash], [card, cash, spei], []])
      expect(ways(999, 'MXN')).to.deep.equal([[], [], []])
      expect(ways(5000, 'USD')).to.deep.equal([[card], [], []])
      const [way] = waysToPay(registry, ['provider_a'], { amount: 99_999_999, currency: 'MXN' }, 'es-MX')
      expect(way?.methods).to.deep.equal([card])
    })

    it('refuses an unsigned notification (I18)', async () => {
      const [{ id }] = (await paylink.get('/v1/connections')).body.data.filter(
        ({ provider }: { provider: string }) => provider === 'acme',
      )
      const reply = await fetch(`${paylink.url}/hooks/acme/${id}`, { method: 'POST', body: 'not json' })
      expect(reply.status).to.equal(400)
    })

    it('sees nothing of our environment and reaches only its own hosts', async () => {
      const link = await paylink.createLink({ providers: ['acme'], title: 'environment' })
      await paylink.openCheckout(link, 'acme')
      const [logged] = paylink.log.entries.filter(({ message }) => message === 'environment')
      expect(Object.keys(logged?.fields ?? {})).to.deep.equal(['plugin', 'connection'])
      expect(logged?.fields, 'a plugin cannot log in the name of another').to.include({ plugin: 'acme' })
      const other = await paylink.createLink({ providers: ['acme'], title: 'elsewhere' })
      expect((await paylink.press(other, 'acme')).status).to.equal(503)
    })

    it('may be uninstalled: its payments say so, and finally need a review (I19, I22)', async () => {
      const link = await paylink.createLink({ providers: ['acme'] })
      await paylink.openCheckout(link, 'acme')
      const { writer } = paylink
      for (const table of ['payments', 'connections']) {
        await writer(table).where({ provider: 'acme' }).update({ provider: 'gone' })
      }
      await writer('generation').increment('value', 1)
      const look = async (ms: number) => {
        await paylink.sweepAfter(ms)
        return writer('payments').where({ link_id: link.id }).first()
      }
      expect((await look(HOUR_MS)).reconcile_error).to.match(/plugin .* not installed/)
      const { connection_id } = await writer('payments').where({ link_id: link.id }).first()
      // 503, so that the provider retries the notification.
      const told = await fetch(`${paylink.url}/hooks/gone/${connection_id}`, { method: 'POST', body: '{}' })
      expect(told.status).to.equal(503)
      const { id, status } = await look(8 * DAY_MS)
      expect(status).to.equal('pending')
      expect((await paylink.post(`/v1/payments/${id}/sync`)).body.outcome).to.equal('needs_review')
    })
  })
}
