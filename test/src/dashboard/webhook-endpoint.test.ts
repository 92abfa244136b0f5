import { expect } from 'chai'
import { actFor, OPERATOR } from '@paylink/core/kernel/principal'
import { RegisterEndpoint } from '@paylink/core/webhooks/register-endpoint'
import { eventually } from '../support/appliance.js'
import { ShopPerson } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'
import { DAY } from '../support/links.js'
import { answering, verifies } from '../support/receiver.js'
import { LIST, locationOf, NEW, secretIn, WebhookShop } from './webhook-shop.js'

for (const engine of ENGINES) {
  describe(`one webhook endpoint in the dashboard (R143, R154, R209), on ${engine}`, () => {
    const shop = new WebhookShop(engine)

    it('pauses and resumes, and offers to resend what was missed', async () => {
      const endpoint = await shop.hooks.register()
      for (let twice = 0; twice < 2; twice++) {
        const { fields } = await shop.owner.form(shop.at(endpoint), '/ping')
        const paused = await shop.owner.post(`${shop.at(endpoint)}/pause`, fields)
        expect(locationOf(paused)).to.equal(shop.at(endpoint))
      }
      const page = await shop.owner.get(shop.at(endpoint))
      expect(page.text).to.contain('En pausa desde el').and.contain('Volver a mandar')
      expect(page.html).not.to.match(/\/resend"/)
      const [missed] = await shop.hooks.announce()
      const resumed = await shop.press(endpoint, 'resume')
      const offer = await shop.owner.get(locationOf(resumed))
      expect(offer.text).to.contain('Ya le mandamos avisos otra vez.').and.contain('Reenviar lo no entregado')
      await shop.owner.send(locationOf(resumed), {}, '/resend')
      const [came] = await shop.hooks.receiver.came(endpoint.path, 1)
      expect(came!.event.id).to.equal(missed)
      const acts = ['webhook_endpoint.disabled', 'webhook_endpoint.enabled', 'events.resent']
      expect(await shop.audited(endpoint.id)).to.deep.equal(acts)
    })

    it('says when and why sending stopped by itself', async () => {
      const endpoint = await shop.hooks.register()
      shop.hooks.receiver.conduct(endpoint.path, answering(410))
      await shop.hooks.announce()
      await eventually(
        () => shop.row(endpoint.id),
        ({ status }) => status === 'disabled',
      )
      expect((await shop.owner.get(shop.at(endpoint))).text).to.match(
        /Dejamos de mandarle el \d+ de \w+( de \d+)?: contestó que/,
      )
      const failed = await shop.hooks.register()
      await shop.hooks.paylink
        .writer('webhook_endpoints')
        .where({ id: failed.id })
        .update({
          ...{ status: 'disabled', disabled_reason: 'failing', disabled_at: '2026-11-14T18:00:00.000Z' },
        })
      expect((await shop.owner.get(shop.at(failed))).text).to.match(
        /el 14 de noviembre( de 2026)?: cinco días sin contestar\./,
      )
    })

    it('sends a test now and shows the answer, also to a paused one', async () => {
      const endpoint = await shop.failing()
      const refused = await shop.press(endpoint, 'ping')
      expect(refused.status).to.equal(200)
      expect(refused.text).to.contain('No lo aceptó: contestó 502 en').and.contain('<h1>Bad Gateway</h1>')
      await shop.press(endpoint, 'pause')
      shop.hooks.receiver.conduct(endpoint.path, answering(200, {}, 'listo'))
      expect((await shop.press(endpoint, 'ping')).text)
        .to.contain('Lo recibió: contestó 200 en')
        .and.contain('listo')
      const last = shop.hooks.receiver.at(endpoint.path).at(-1)
      expect(last?.event.type).to.equal('ping')
      expect(verifies(endpoint.secret, last!)).to.equal(true)
      expect(locationOf(await shop.owner.get(`${shop.at(endpoint)}/ping`))).to.equal(shop.at(endpoint))
    })

    it('changes URL and events, each alone: what another person changed meanwhile stays', async () => {
      const endpoint = await shop.hooks.register()
      const path = `${shop.at(endpoint)}/edit`
      const [mine, theirs] = [await shop.owner.form(path, '/edit'), await shop.owner.form(path, '/edit')]
      const url = shop.hooks.receiver.url('/moved')
      expect(locationOf(await shop.owner.post(mine.action, { ...mine.fields, url }))).to.equal(
        `${shop.at(endpoint)}?saved=updated`,
      )
      await shop.owner.post(theirs.action, { ...theirs.fields, which: 'some', 'event.payment.failed': 'on' })
      expect(await shop.row(endpoint.id)).to.include({ url, events: ' payment.failed ' })
      await shop.owner.send(path, { which: 'all' }, '/edit')
      expect(await shop.row(endpoint.id)).to.include({ url, events: null })
      expect(await shop.audited(endpoint.id)).to.deep.equal(Array(3).fill('webhook_endpoint.updated'))
      const wrong = await shop.owner.send(path, { url: 'nowhere' }, '/edit')
      expect(wrong.status).to.equal(422)
      expect(wrong.html).to.contain('value="nowhere"')
      const again = await shop.owner.post(`${shop.at(endpoint)}/edit`, { ...mine.fields, url: '', 'before.url': '' })
      expect(again.status).to.be.oneOf([303, 422])
      expect(await shop.row(endpoint.id)).to.include({ url })
    })

    it('replaces the secret at once or with an overlap, once for a double press', async () => {
      const endpoint = await shop.hooks.register()
      const { action, fields } = await shop.owner.form(`${shop.at(endpoint)}/secret`, '/secret')
      expect(fields['overlap']).to.equal('24')
      const made = await shop.owner.post(action, fields)
      expect(made.text).to.contain('El anterior sirve hasta')
      const repeated = await shop.owner.post(action, fields)
      expect(locationOf(repeated)).to.equal(`${shop.at(endpoint)}?saved=secret_before`)
      await shop.hooks.announce()
      const [both] = await shop.hooks.receiver.came(endpoint.path, 1)
      expect([endpoint.secret, secretIn(made)].map((one) => verifies(one, both!))).to.deep.equal([true, true])
      const sudden = await shop.owner.send(`${shop.at(endpoint)}/secret`, { overlap: '0' }, '/secret')
      expect(sudden.text).to.contain('El anterior ya no sirve.')
      await shop.hooks.announce()
      const [, alone] = await shop.hooks.receiver.came(endpoint.path, 2)
      expect([secretIn(made), secretIn(sudden)].map((one) => verifies(one, alone!))).to.deep.equal([false, true])
      for (const overlap of [null, '48', '-1', 'x']) {
        expect((await shop.owner.send(`${shop.at(endpoint)}/secret`, { overlap }, '/secret')).status).to.equal(422)
      }
    })

    it('deletes one after a question that says what waits; a second press does no harm', async () => {
      const endpoint = await shop.failing()
      await shop.hooks.announce(2)
      await shop.hooks.rested(endpoint)
      const path = `${shop.at(endpoint)}/delete`
      expect((await shop.owner.get(path)).text)
        .to.contain('¿Eliminar 127.0.0.1')
        .and.contain('2 avisos por entregar')
      const { action, fields } = await shop.owner.form(path, '/delete')
      const of = { endpoint_id: endpoint.id }
      const waiting = { status: 'scheduled', finished_at: null, next_attempt_at: '2100-01-01T00:00:00.000Z' }
      for (let twice = 0; twice < 2; twice++) {
        expect(locationOf(await shop.owner.post(action, fields))).to.equal(`${LIST}?saved=deleted`)
        expect((await shop.hooks.deliveries(endpoint)).map(({ status }) => status)).to.deep.equal([
          'stopped',
          'stopped',
        ])
        // As a process leaves them that dies just after the deletion.
        if (twice === 0) await shop.hooks.paylink.writer('webhook_deliveries').where(of).update(waiting)
      }
      expect((await shop.owner.get(`${LIST}?saved=deleted`)).text)
        .to.contain('Se eliminó.')
        .and.not.contain(endpoint.id)
      for (const page of ['', '/edit', '/secret', '/delete']) {
        expect((await shop.owner.get(shop.at(endpoint) + page)).status).to.equal(404)
      }
      expect(await shop.audited(endpoint.id)).to.deep.equal(['webhook_endpoint.deleted'])
    })

    it('asks who one is before a new endpoint, its edit, its secret and its end', async () => {
      const endpoint = await shop.hooks.register()
      const { fields } = await shop.owner.form(shop.at(endpoint), '/ping')
      shop.hooks.paylink.clock.advance(11 * 60_000)
      const before = JSON.stringify(await shop.row(endpoint.id))
      for (const path of [NEW, ...['/edit', '/secret', '/delete'].map((page) => shop.at(endpoint) + page)]) {
        expect(locationOf(await shop.owner.get(path)), path).to.contain('/confirm?next=')
        const typed = { ...fields, url: 'https://kept.example/', overlap: '0' }
        const reply = await shop.owner.post(path === NEW ? LIST : path, typed)
        expect(locationOf(reply), path).to.contain('/confirm?next=')
      }
      expect(JSON.stringify(await shop.row(endpoint.id))).to.equal(before)
      expect((await shop.owner.get(shop.at(endpoint))).status).to.equal(200)
      expect((await shop.owner.post(`${shop.at(endpoint)}/ping`, fields)).status).to.equal(200)
    })

    it('acts on nothing of another account or of the other mode (I46, I47)', async () => {
      const other = await ShopPerson.otherAccount(shop.hooks.paylink)
      const theirs = await shop.hooks.container
        .get(RegisterEndpoint)
        .run(actFor(OPERATOR, { accountId: other.id, livemode: false }), {
          ...{ url: shop.hooks.receiver.url('/theirs'), events: null },
        })
      const live = await shop.hooks.register({ livemode: true })
      const own = await shop.hooks.register()
      const [eventId] = await shop.hooks.announce()
      const { fields } = await shop.owner.form(shop.at(own), '/ping')
      for (const { id } of [theirs.endpoint, live]) {
        const before = JSON.stringify(await shop.row(id))
        for (const page of ['', '/edit', '/secret', '/delete', '/ping']) {
          expect((await shop.owner.get(shop.at({ id }) + page)).status, page).to.equal(404)
        }
        const acts = ['ping', 'pause', 'resume', 'resend', 'secret', 'edit', 'delete', `events/${eventId}/resend`]
        for (const act of acts) {
          const reply = await shop.owner.post(`${shop.at({ id })}/${act}`, {
            ...fields,
            overlap: '0',
            url: 'https://a.example/',
          })
          expect(reply.status, act).to.equal(404)
        }
        expect(JSON.stringify(await shop.row(id))).to.equal(before)
      }
      expect((await shop.owner.post(`${shop.at(own)}/events/evt_unknown/resend`, fields)).status).to.equal(404)
      expect((await shop.owner.get(LIST)).html)
        .not.to.contain(live.id)
        .and.not.contain(theirs.endpoint.id)
    })

    it('shows “1,000+” where more wait than are counted', async () => {
      const endpoint = await shop.failing()
      const [eventId] = await shop.hooks.announce()
      await shop.hooks.rested(endpoint)
      const [one] = await shop.hooks.paylink
        .db('webhook_deliveries')
        .where({ endpoint_id: endpoint.id, event_id: eventId })
      const due = new Date(shop.hooks.paylink.clock.now().getTime() + DAY).toISOString()
      const rows = Array.from({ length: 1005 }, (_, nth) => ({ ...one, id: `whd_many${nth}`, next_attempt_at: due }))
      for (let from = 0; from < rows.length; from += 50) {
        await shop.hooks.paylink.writer('webhook_deliveries').insert(rows.slice(from, from + 50))
      }
      expect((await shop.owner.get(shop.at(endpoint))).text).to.contain('1,000+ avisos por entregar')
      expect((await shop.owner.get(`${shop.at(endpoint)}/delete`)).text).to.contain('1,000+ avisos por entregar')
    })
  })
}
