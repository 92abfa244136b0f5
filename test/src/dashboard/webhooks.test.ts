import { expect } from 'chai'
import { type PageReply, ShopPerson } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'
import { answering, verifies } from '../support/receiver.js'
import { statementsDuring } from '../support/statements.js'
import { LIST, locationOf, NEW, secretIn, WebhookShop } from './webhook-shop.js'

for (const engine of ENGINES) {
  describe(`webhooks in the dashboard (R143–R154, R235), on ${engine}`, () => {
    const shop = new WebhookShop(engine)

    it('adds one from the only field of an empty list, and shows its secret once', async () => {
      expect((await shop.owner.get(LIST)).text).to.contain('Tu servidor puede enterarse solo')
      const url = shop.hooks.receiver.url('/first')
      const made = await shop.owner.send(LIST, { url }, '/webhooks')
      expect([made.status, made.headers.get('cache-control')]).to.deep.equal([200, 'no-store'])
      const secret = secretIn(made)
      const { id } = await shop.hooks.paylink.db('webhook_endpoints').where({ url }).first('id')
      expect(await shop.row(id)).to.include({ events: null, created_by: `user:${shop.owner.userId}` })
      await shop.hooks.announce()
      const [came] = await shop.hooks.receiver.came('/first', 1)
      expect(verifies(secret, came!)).to.equal(true)
      const page = await shop.owner.get(shop.at({ id }))
      expect(page.html).not.to.contain(secret)
      expect(page.text)
        .to.contain(`whsec_••••${secret.slice(-5, -1)}`)
        .and.contain('por Lupita owner')
      expect(await shop.audited(id)).to.deep.equal(['webhook_endpoint.created'])
      expect((await shop.owner.get(LIST)).text)
        .to.contain('127.0.0.1')
        .and.contain('Funciona')
    })

    it('adds one for chosen events; a form that is sent twice makes one', async () => {
      const url = shop.hooks.receiver.url('/chosen')
      const { action, fields } = await shop.owner.form(NEW, '/webhooks')
      const typed = { ...fields, url, which: 'some', 'event.payment.refunded': 'on', 'event.payment.failed': 'on' }
      const both = await Promise.all([shop.owner.post(action, typed), shop.owner.post(action, typed)])
      expect(both.map(({ status }) => status).sort()).to.deep.equal([200, 303])
      const made = await shop.hooks.paylink.db('webhook_endpoints').where({ url })
      expect(made.map(({ events }) => events.trim())).to.deep.equal(['payment.failed payment.refunded'])
      const [repeated] = both.filter(({ status }) => status === 303)
      expect(locationOf(repeated!)).to.equal(`${LIST}/${made[0].id}?saved=secret_before`)
      expect((await shop.owner.get(locationOf(repeated!))).text).to.contain('no se puede mostrar otra vez')
      expect(JSON.stringify(await shop.hooks.paylink.db('idempotency_keys'))).not.to.contain('whsec_')
    })

    it('notes a host that does not resolve, and refuses what is no address or no event (R257)', async () => {
      const made = await shop.owner.send(NEW, { url: 'https://tienda.invalid/hook' }, '/webhooks')
      expect(made.text).to.contain('tienda.invalid no se encuentra en este momento')
      const wrong: [Record<string, string>, string][] = [
        [{ url: 'tienda' }, 'Escribe una dirección pública'],
        [{ url: '' }, 'Escribe una dirección pública'],
        [{ url: 'ftp://tienda.example' }, 'Escribe una dirección pública'],
        [{ url: 'http://169.254.169.254/' }, 'Escribe una dirección pública'],
        [{ url: 'https://tienda.example/?a="<b>', which: 'some' }, 'Marca al menos un tipo'],
      ]
      for (const [typed, fault] of wrong) {
        const reply = await shop.owner.send(NEW, typed, '/webhooks')
        expect([reply.status, reply.text.includes(fault)], typed['url']).to.deep.equal([422, true])
        expect(reply.html).not.to.contain('"<b>')
      }
    })

    it('shows deliveries with their attempts, and how many wait while an endpoint fails', async () => {
      const endpoint = await shop.failing()
      await shop.hooks.announce(3)
      await shop.hooks.rested(endpoint)
      await shop.hooks.nextAttempt(endpoint).catch(() => undefined)
      await shop.signIn()
      const { text, html } = await shop.owner.get(shop.at(endpoint))
      expect(text).to.contain('3 avisos por entregar').and.contain('Insistimos con cada uno durante 44 horas')
      expect(text).to.contain('Pago recibido payment.succeeded').and.contain('Se reintentará')
      expect(text)
        .to.contain('intento: 502. El siguiente')
        .and.match(/\d+ ms/)
      expect(html).to.contain('&lt;h1>Bad Gateway').and.not.contain('<h1>Bad Gateway')
      expect((await shop.owner.get(LIST)).text).to.contain('Falla desde')
      const english = await ShopPerson.signIn(shop.hooks.paylink, 'admin', undefined, 'en')
      expect((await english.get(shop.at(endpoint))).text)
        .to.contain('3 events to deliver')
        .and.contain('Will retry')
    })

    it('pages deliveries by status, both ways, without counting', async () => {
      const endpoint = await shop.hooks.register()
      await shop.hooks.announce(33)
      await shop.hooks.rested(endpoint)
      const seen: string[] = []
      const idsIn = ({ html }: PageReply): string[] =>
        [...html.matchAll(/events\/(evt_\w+)\/resend/g)].map(([, id]) => id!)
      const linkIn = ({ html }: PageReply, direction: string): string | undefined =>
        new RegExp(`href="([^"]*${direction}=[^"]*)"`).exec(html)?.[1]?.replaceAll('&amp;', '&')
      let path: string | undefined = `${shop.at(endpoint)}?status=delivered`
      let last: PageReply | undefined
      while (path !== undefined) {
        last = await shop.owner.get(path)
        seen.push(...idsIn(last))
        path = linkIn(last, 'older')
      }
      expect(new Set(seen).size).to.equal(33)
      expect(seen).to.have.length(33)
      const newer = await shop.owner.get(linkIn(last!, 'newer') ?? '')
      expect(idsIn(newer)).to.deep.equal(seen.slice(15, 30))
      expect((await shop.owner.get(`${shop.at(endpoint)}?status=waiting`)).text).to.contain('Ninguna por aquí')
      for (const sql of await statementsDuring(shop.hooks.paylink, () => shop.owner.get(shop.at(endpoint)))) {
        expect(sql).not.to.match(/\bcount\s*\(|\boffset\b/i)
      }
    })

    it('resends one delivery, once for a double press', async () => {
      const endpoint = await shop.hooks.register()
      const [eventId] = await shop.hooks.announce()
      await shop.hooks.rested(endpoint)
      const { action, fields } = await shop.owner.form(shop.at(endpoint), `/events/${eventId}/resend`)
      const replies = [await shop.owner.post(action, fields), await shop.owner.post(action, fields)]
      expect(replies.map(locationOf)).to.deep.equal([
        `${shop.at(endpoint)}?resent=1`,
        `${shop.at(endpoint)}?saved=resent_before`,
      ])
      await shop.hooks.rested(endpoint)
      expect(shop.hooks.receiver.at(endpoint.path).map(({ event }) => event.id)).to.deep.equal([eventId, eventId])
      expect((await shop.owner.get(locationOf(replies[0]!))).text).to.contain('Se reenvía 1 aviso.')
    })

    it('resends everything undelivered, also what waits for its next attempt, and each once', async () => {
      const endpoint = await shop.failing()
      const ids = await shop.hooks.announce(2)
      await shop.hooks.rested(endpoint)
      shop.hooks.receiver.conduct(endpoint.path, answering(200))
      expect(locationOf(await shop.press(endpoint, 'resend'))).to.equal(`${shop.at(endpoint)}?resent=2`)
      expect(locationOf(await shop.press(endpoint, 'resend'))).to.equal(`${shop.at(endpoint)}?resent=0`)
      const deliveries = await shop.hooks.rested(endpoint)
      expect(deliveries.map(({ status }) => status)).to.have.members([
        ...['delivered', 'delivered'],
        ...['stopped', 'stopped'],
      ])
      const came = shop.hooks.receiver.at(endpoint.path).slice(2)
      expect(came.map(({ event }) => event.id)).to.have.members(ids)
    })
  })
}
