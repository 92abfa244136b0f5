import { MINUTE_MS } from '@paylink/core/kernel/clock'
import { expect } from 'chai'
import { ENGINES } from '../support/engines.js'
import { answering } from '../support/receiver.js'
import { locationOf, WebhookShop } from './webhook-shop.js'

for (const engine of ENGINES) {
  describe(`resending a period in the dashboard (R154), on ${engine}`, () => {
    const shop = new WebhookShop(engine)

    const pathOf = (endpoint: { id: string }): string => `${shop.at(endpoint)}/period`
    const deliveries = (endpoint: { id: string }, events: readonly string[]): Promise<string[]> =>
      shop.hooks.paylink
        .db('webhook_deliveries')
        .where({ endpoint_id: endpoint.id })
        .whereIn('event_id', events)
        .pluck('id')
    /** Minutes after the present one, in the account's time zone. */
    const minute = (offset = 0): { day: string; time: string } => {
      const at = new Date(shop.hooks.paylink.clock.now().getTime() + offset * MINUTE_MS)
      const text = new Intl.DateTimeFormat('sv-SE', {
        timeZone: shop.hooks.paylink.account.brand.timeZone,
        ...{ dateStyle: 'short', timeStyle: 'short' },
      }).format(at)
      const [day = '', time = ''] = text.split(' ')
      return { day, time }
    }
    const period = (from: number, to: number, which: string): Record<string, string> => {
      const [since, until] = [minute(from), minute(to)]
      return { sinceDay: since.day, sinceTime: since.time, untilDay: until.day, untilTime: until.time, which }
    }

    it('sends everything of the period again, once for a form that is sent twice', async () => {
      const endpoint = await shop.hooks.register()
      const events = await shop.hooks.announce(3)
      await shop.hooks.receiver.came(endpoint.path, 3)
      const { action, fields } = await shop.owner.form(pathOf(endpoint), '/period')
      expect(fields).to.include({ sinceTime: '00:00', which: 'undelivered' })
      const typed = { ...fields, ...period(-5, 5, 'all') }
      const replies = await Promise.all([1, 2].map(() => shop.owner.post(action, typed)))
      replies.push(await shop.owner.post(action, typed))
      for (const reply of replies) expect(locationOf(reply)).to.equal(`${shop.at(endpoint)}?resent=3`)
      await shop.hooks.receiver.came(endpoint.path, 6)
      expect(await deliveries(endpoint, events)).to.have.length(6)
      expect(await shop.audited(endpoint.id)).to.deep.equal(['events.resent'])
    })

    it('takes the same form with another period for another act', async () => {
      const endpoint = await shop.hooks.register({ events: ['payment.failed'] })
      await shop.hooks.announce(2, { type: 'payment.failed' })
      await shop.hooks.receiver.came(endpoint.path, 2)
      const { action, fields } = await shop.owner.form(pathOf(endpoint), '/period')
      const none = await shop.owner.post(action, { ...fields, ...period(-10, -5, 'all') })
      expect((await shop.owner.get(locationOf(none))).text).to.contain('No había nada que reenviar')
      const all = await shop.owner.post(action, { ...fields, ...period(-5, 5, 'all') })
      expect(locationOf(all)).to.equal(`${shop.at(endpoint)}?resent=2`)
    })

    it('leaves out what was delivered, and what still waits if that was chosen', async () => {
      const endpoint = await shop.hooks.register({ events: ['payment.canceled'] })
      shop.hooks.receiver.conduct(endpoint.path, answering(502))
      const events = await shop.hooks.announce(2, { type: 'payment.canceled' })
      await shop.hooks.receiver.came(endpoint.path, 2)
      await shop.hooks.rested(endpoint)
      const send = async (which: string): Promise<string> =>
        locationOf(await shop.owner.send(pathOf(endpoint), period(-5, 5, which), '/period'))
      expect(await send('failed')).to.match(/resent=0$/)
      expect(await deliveries(endpoint, events)).to.have.length(2)
      expect(await send('undelivered')).to.match(/resent=2$/)
      await shop.hooks.receiver.came(endpoint.path, 4)
    })

    it('refuses what is no period at its field, and keeps what was typed', async () => {
      const endpoint = await shop.hooks.register()
      const wrong: [Record<string, string>, string][] = [
        [{ sinceDay: '' }, 'Escribe un día y una hora'],
        [{ untilDay: '2026-02-30' }, 'Escribe un día y una hora'],
        [{ sinceTime: '25:99' }, 'Escribe un día y una hora'],
        [{ which: 'some' }, 'Elige qué se reenvía'],
        [{ sinceDay: '2026-03-02', untilDay: '2026-03-01' }, 'El inicio tiene que ser antes del final'],
      ]
      for (const [typed, fault] of wrong) {
        const reply = await shop.owner.send(pathOf(endpoint), { sinceTime: '07:31', ...typed }, '/period')
        expect([reply.status, reply.text.includes(fault)], fault).to.deep.equal([422, true])
        expect(reply.html).to.contain(`value="${typed['sinceTime'] ?? '07:31'}"`)
      }
      expect(await shop.audited(endpoint.id)).to.deep.equal([])
    })

    it('is not offered while the endpoint is paused', async () => {
      const endpoint = await shop.hooks.register()
      const { action, fields } = await shop.owner.form(pathOf(endpoint), '/period')
      await shop.press(endpoint, 'pause')
      expect(locationOf(await shop.owner.get(pathOf(endpoint)))).to.equal(shop.at(endpoint))
      expect(locationOf(await shop.owner.post(action, fields))).to.equal(shop.at(endpoint))
    })
  })
}
