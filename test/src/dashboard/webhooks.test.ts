import { expect } from 'chai'
import { actFor, actForAccount, OPERATOR } from '@paylink/core/kernel/principal'
import { RegisterEndpoint } from '@paylink/core/webhooks/register-endpoint'
import { SwitchEndpoint } from '@paylink/core/webhooks/switch-endpoint'
import { eventually } from '../support/appliance.js'
import { type PageReply, ShopPerson } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'
import { DAY } from '../support/links.js'
import { answering, verifies } from '../support/receiver.js'
import { statementsDuring } from '../support/statements.js'
import { type EndpointOfTest, Hooks } from '../webhooks/hooks.js'

const LIST = '/dashboard/test/settings/webhooks'
const NEW = `${LIST}/new`

for (const engine of ENGINES) {
  describe(`webhooks in the dashboard (R143–R154, R235), on ${engine}`, () => {
    let hooks: Hooks
    let owner: ShopPerson

    before(async () => (hooks = await Hooks.start(engine)))
    after(() => hooks.stop())
    // Identity is confirmed for ten minutes.
    beforeEach(async () => (owner = await ShopPerson.signIn(hooks.paylink)))
    /** What is announced goes to every endpoint that is enabled. */
    afterEach(async () => {
      const accountId = hooks.paylink.account.id
      const own = { account_id: accountId, status: 'enabled' }
      const enabled: string[] = await hooks.paylink.db('webhook_endpoints').where(own).pluck('id')
      const operator = actForAccount(OPERATOR, accountId)
      for (const id of enabled) await hooks.container.get(SwitchEndpoint).disable(operator, id)
    })

    const at = ({ id }: { id: string }): string => `${LIST}/${id}`
    const locationOf = ({ headers }: PageReply): string => headers.get('location') ?? ''
    const secretIn = ({ text }: PageReply): string => /whsec_[A-Za-z0-9+/]{43}=/.exec(text)?.[0] ?? ''
    const row = (id: string): Promise<any> => hooks.paylink.db('webhook_endpoints').where({ id }).first()
    const idAt = async (url: string): Promise<string> =>
      (await hooks.paylink.db('webhook_endpoints').where({ url }).first('id')).id
    const audited = (id: string): Promise<string[]> =>
      hooks.paylink.db('audit_entries').where({ target: id, actor: owner.userId }).orderBy('seq').pluck('action')
    const press = (endpoint: { id: string }, act: string): Promise<PageReply> => owner.send(at(endpoint), {}, `/${act}`)
    const failing = async (): Promise<EndpointOfTest> => {
      const endpoint = await hooks.register()
      hooks.receiver.conduct(endpoint.path, answering(502, {}, '<h1>Bad Gateway</h1>'))
      return endpoint
    }

    it('adds one from the only field of an empty list, and shows its secret once', async () => {
      expect((await owner.get(LIST)).text).to.contain('Tu servidor puede enterarse solo')
      const url = hooks.receiver.url('/first')
      const made = await owner.send(LIST, { url }, '/webhooks')
      expect([made.status, made.headers.get('cache-control')]).to.deep.equal([200, 'no-store'])
      const secret = secretIn(made)
      const id = await idAt(url)
      expect(await row(id)).to.include({ events: null, created_by: `user:${owner.userId}` })
      await hooks.announce()
      const [came] = await hooks.receiver.came('/first', 1)
      expect(verifies(secret, came!)).to.equal(true)
      const page = await owner.get(at({ id }))
      expect(page.html).not.to.contain(secret)
      expect(page.text)
        .to.contain(`whsec_••••${secret.slice(-5, -1)}`)
        .and.contain('por Lupita owner')
      expect(await audited(id)).to.deep.equal(['webhook_endpoint.created'])
      expect((await owner.get(LIST)).text)
        .to.contain('127.0.0.1')
        .and.contain('Funciona')
    })

    it('adds one for chosen events; a form that is sent twice makes one', async () => {
      const url = hooks.receiver.url('/chosen')
      const { action, fields } = await owner.form(NEW, '/webhooks')
      const typed = { ...fields, url, which: 'some', 'event.payment.refunded': 'on', 'event.payment.failed': 'on' }
      const both = await Promise.all([owner.post(action, typed), owner.post(action, typed)])
      expect(both.map(({ status }) => status).sort()).to.deep.equal([200, 303])
      const made = await hooks.paylink.db('webhook_endpoints').where({ url })
      expect(made.map(({ events }) => events.trim())).to.deep.equal(['payment.failed payment.refunded'])
      const [repeated] = both.filter(({ status }) => status === 303)
      expect(locationOf(repeated!)).to.equal(`${LIST}/${made[0].id}?saved=secret_before`)
      expect((await owner.get(locationOf(repeated!))).text).to.contain('no se puede mostrar otra vez')
      expect(JSON.stringify(await hooks.paylink.db('idempotency_keys'))).not.to.contain('whsec_')
    })

    it('notes a host that does not resolve, and refuses what is no address or no event (R257)', async () => {
      const made = await owner.send(NEW, { url: 'https://tienda.invalid/hook' }, '/webhooks')
      expect(made.text).to.contain('tienda.invalid no se encuentra en este momento')
      const wrong: [Record<string, string>, string][] = [
        [{ url: 'tienda' }, 'Escribe una dirección pública'],
        [{ url: '' }, 'Escribe una dirección pública'],
        [{ url: 'ftp://tienda.example' }, 'Escribe una dirección pública'],
        [{ url: 'http://169.254.169.254/' }, 'Escribe una dirección pública'],
        [{ url: 'https://tienda.example/?a="<b>', which: 'some' }, 'Marca al menos un tipo'],
      ]
      for (const [typed, fault] of wrong) {
        const reply = await owner.send(NEW, typed, '/webhooks')
        expect([reply.status, reply.text.includes(fault)], typed['url']).to.deep.equal([422, true])
        expect(reply.html).not.to.contain('"<b>')
      }
    })

    it('shows deliveries with their attempts, and how many wait while an endpoint fails', async () => {
      const endpoint = await failing()
      await hooks.announce(3)
      await hooks.rested(endpoint)
      await hooks.nextAttempt(endpoint).catch(() => undefined)
      owner = await ShopPerson.signIn(hooks.paylink)
      const { text, html } = await owner.get(at(endpoint))
      expect(text).to.contain('3 avisos por entregar').and.contain('Insistimos con cada uno durante 44 horas')
      expect(text).to.contain('Pago recibido payment.succeeded').and.contain('Se reintentará')
      expect(text)
        .to.contain('intento: 502. El siguiente')
        .and.match(/\d+ ms/)
      expect(html).to.contain('&lt;h1>Bad Gateway').and.not.contain('<h1>Bad Gateway')
      expect((await owner.get(LIST)).text).to.contain('Falla desde')
      const english = await ShopPerson.signIn(hooks.paylink, 'admin', undefined, 'en')
      expect((await english.get(at(endpoint))).text)
        .to.contain('3 events to deliver')
        .and.contain('Will retry')
    })

    it('pages deliveries by status, both ways, without counting', async () => {
      const endpoint = await hooks.register()
      await hooks.announce(33)
      await hooks.rested(endpoint)
      const seen: string[] = []
      const idsIn = ({ html }: PageReply): string[] =>
        [...html.matchAll(/events\/(evt_\w+)\/resend/g)].map(([, id]) => id!)
      const linkIn = ({ html }: PageReply, direction: string): string | undefined =>
        new RegExp(`href="([^"]*${direction}=[^"]*)"`).exec(html)?.[1]?.replaceAll('&amp;', '&')
      let path: string | undefined = `${at(endpoint)}?status=delivered`
      let last: PageReply | undefined
      while (path !== undefined) {
        last = await owner.get(path)
        seen.push(...idsIn(last))
        path = linkIn(last, 'older')
      }
      expect(new Set(seen).size).to.equal(33)
      expect(seen).to.have.length(33)
      const newer = await owner.get(linkIn(last!, 'newer') ?? '')
      expect(idsIn(newer)).to.deep.equal(seen.slice(15, 30))
      expect((await owner.get(`${at(endpoint)}?status=waiting`)).text).to.contain('Ninguna por aquí')
      for (const sql of await statementsDuring(hooks.paylink, () => owner.get(at(endpoint)))) {
        expect(sql).not.to.match(/\bcount\s*\(|\boffset\b/i)
      }
    })

    it('resends one delivery, once for a double press', async () => {
      const endpoint = await hooks.register()
      const [eventId] = await hooks.announce()
      await hooks.rested(endpoint)
      const { action, fields } = await owner.form(at(endpoint), `/events/${eventId}/resend`)
      const replies = [await owner.post(action, fields), await owner.post(action, fields)]
      expect(replies.map(locationOf)).to.deep.equal([`${at(endpoint)}?resent=1`, `${at(endpoint)}?saved=resent_before`])
      await hooks.rested(endpoint)
      expect(hooks.receiver.at(endpoint.path).map(({ event }) => event.id)).to.deep.equal([eventId, eventId])
      expect((await owner.get(locationOf(replies[0]!))).text).to.contain('Se reenvía 1 aviso.')
    })

    it('resends everything undelivered, also what waits for its next attempt, and each once', async () => {
      const endpoint = await failing()
      const ids = await hooks.announce(2)
      await hooks.rested(endpoint)
      hooks.receiver.conduct(endpoint.path, answering(200))
      expect(locationOf(await press(endpoint, 'resend'))).to.equal(`${at(endpoint)}?resent=2`)
      expect(locationOf(await press(endpoint, 'resend'))).to.equal(`${at(endpoint)}?resent=0`)
      const deliveries = await hooks.rested(endpoint)
      expect(deliveries.map(({ status }) => status)).to.have.members([
        ...['delivered', 'delivered'],
        ...['stopped', 'stopped'],
      ])
      const came = hooks.receiver.at(endpoint.path).slice(2)
      expect(came.map(({ event }) => event.id)).to.have.members(ids)
    })

    it('pauses and resumes, and offers to resend what was missed', async () => {
      const endpoint = await hooks.register()
      for (let twice = 0; twice < 2; twice++) {
        const { fields } = await owner.form(at(endpoint), '/ping')
        const paused = await owner.post(`${at(endpoint)}/pause`, fields)
        expect(locationOf(paused)).to.equal(`${at(endpoint)}?saved=paused`)
      }
      const page = await owner.get(at(endpoint))
      expect(page.text).to.contain('En pausa desde el').and.contain('Volver a mandar')
      expect(page.html).not.to.match(/\/resend"/)
      const [missed] = await hooks.announce()
      const resumed = await press(endpoint, 'resume')
      const offer = await owner.get(locationOf(resumed))
      expect(offer.text).to.contain('Otra vez se le manda.').and.contain('Reenviar lo no entregado')
      await owner.send(locationOf(resumed), {}, '/resend')
      const [came] = await hooks.receiver.came(endpoint.path, 1)
      expect(came!.event.id).to.equal(missed)
      const acts = ['webhook_endpoint.disabled', 'webhook_endpoint.enabled', 'events.resent']
      expect(await audited(endpoint.id)).to.deep.equal(acts)
    })

    it('says when and why sending stopped by itself', async () => {
      const endpoint = await hooks.register()
      hooks.receiver.conduct(endpoint.path, answering(410))
      await hooks.announce()
      await eventually(
        () => row(endpoint.id),
        ({ status }) => status === 'disabled',
      )
      expect((await owner.get(at(endpoint))).text).to.match(/Dejamos de mandarle el \d+ de \w+( de \d+)?: contestó que/)
      const failed = await hooks.register()
      await hooks.paylink
        .writer('webhook_endpoints')
        .where({ id: failed.id })
        .update({
          ...{ status: 'disabled', disabled_reason: 'failing', disabled_at: '2026-11-14T18:00:00.000Z' },
        })
      expect((await owner.get(at(failed))).text).to.match(/el 14 de noviembre( de 2026)?: cinco días sin contestar\./)
    })

    it('sends a test now and shows the answer, also to a paused one', async () => {
      const endpoint = await failing()
      const refused = await press(endpoint, 'ping')
      expect(refused.status).to.equal(200)
      expect(refused.text).to.contain('No lo aceptó: contestó 502 en').and.contain('<h1>Bad Gateway</h1>')
      await press(endpoint, 'pause')
      hooks.receiver.conduct(endpoint.path, answering(200, {}, 'listo'))
      expect((await press(endpoint, 'ping')).text)
        .to.contain('Lo recibió: contestó 200 en')
        .and.contain('listo')
      const last = hooks.receiver.at(endpoint.path).at(-1)
      expect(last?.event.type).to.equal('ping')
      expect(verifies(endpoint.secret, last!)).to.equal(true)
      expect(locationOf(await owner.get(`${at(endpoint)}/ping`))).to.equal(at(endpoint))
    })

    it('changes URL and events, each alone: what another person changed meanwhile stays', async () => {
      const endpoint = await hooks.register()
      const path = `${at(endpoint)}/edit`
      const [mine, theirs] = [await owner.form(path, '/edit'), await owner.form(path, '/edit')]
      const url = hooks.receiver.url('/moved')
      expect(locationOf(await owner.post(mine.action, { ...mine.fields, url }))).to.equal(
        `${at(endpoint)}?saved=updated`,
      )
      await owner.post(theirs.action, { ...theirs.fields, which: 'some', 'event.payment.failed': 'on' })
      expect(await row(endpoint.id)).to.include({ url, events: ' payment.failed ' })
      await owner.send(path, { which: 'all' }, '/edit')
      expect(await row(endpoint.id)).to.include({ url, events: null })
      expect(await audited(endpoint.id)).to.deep.equal(Array(3).fill('webhook_endpoint.updated'))
      const wrong = await owner.send(path, { url: 'nowhere' }, '/edit')
      expect(wrong.status).to.equal(422)
      expect(wrong.html).to.contain('value="nowhere"')
      const again = await owner.post(`${at(endpoint)}/edit`, { ...mine.fields, url: '', 'before.url': '' })
      expect(again.status).to.be.oneOf([303, 422])
      expect(await row(endpoint.id)).to.include({ url })
    })

    it('replaces the secret at once or with an overlap, once for a double press', async () => {
      const endpoint = await hooks.register()
      const { action, fields } = await owner.form(`${at(endpoint)}/secret`, '/secret')
      expect(fields['overlap']).to.equal('24')
      const made = await owner.post(action, fields)
      expect(made.text).to.contain('El anterior sirve hasta')
      const repeated = await owner.post(action, fields)
      expect(locationOf(repeated)).to.equal(`${at(endpoint)}?saved=secret_before`)
      await hooks.announce()
      const [both] = await hooks.receiver.came(endpoint.path, 1)
      expect([endpoint.secret, secretIn(made)].map((one) => verifies(one, both!))).to.deep.equal([true, true])
      const sudden = await owner.send(`${at(endpoint)}/secret`, { overlap: '0' }, '/secret')
      expect(sudden.text).to.contain('El anterior ya no sirve.')
      await hooks.announce()
      const [, alone] = await hooks.receiver.came(endpoint.path, 2)
      expect([secretIn(made), secretIn(sudden)].map((one) => verifies(one, alone!))).to.deep.equal([false, true])
      for (const overlap of [null, '48', '-1', 'x']) {
        expect((await owner.send(`${at(endpoint)}/secret`, { overlap }, '/secret')).status).to.equal(422)
      }
    })

    it('deletes one after a question that says what waits; a second press does no harm', async () => {
      const endpoint = await failing()
      await hooks.announce(2)
      await hooks.rested(endpoint)
      const path = `${at(endpoint)}/delete`
      expect((await owner.get(path)).text)
        .to.contain('¿Eliminar 127.0.0.1')
        .and.contain('2 avisos por entregar')
      const { action, fields } = await owner.form(path, '/delete')
      for (let twice = 0; twice < 2; twice++) {
        expect(locationOf(await owner.post(action, fields))).to.equal(`${LIST}?saved=deleted`)
      }
      expect((await owner.get(`${LIST}?saved=deleted`)).text)
        .to.contain('Se eliminó.')
        .and.not.contain(endpoint.id)
      for (const page of ['', '/edit', '/secret', '/delete']) {
        expect((await owner.get(at(endpoint) + page)).status).to.equal(404)
      }
      expect(await audited(endpoint.id)).to.deep.equal(['webhook_endpoint.deleted'])
    })

    it('asks who one is before a new endpoint, its edit, its secret and its end', async () => {
      const endpoint = await hooks.register()
      const { fields } = await owner.form(at(endpoint), '/ping')
      hooks.paylink.clock.advance(11 * 60_000)
      const before = JSON.stringify(await row(endpoint.id))
      for (const path of [NEW, ...['/edit', '/secret', '/delete'].map((page) => at(endpoint) + page)]) {
        expect(locationOf(await owner.get(path)), path).to.contain('/confirm?next=')
        const typed = { ...fields, url: 'https://kept.example/', overlap: '0' }
        const reply = await owner.post(path === NEW ? LIST : path, typed)
        expect(locationOf(reply), path).to.contain('/confirm?next=')
      }
      expect(JSON.stringify(await row(endpoint.id))).to.equal(before)
      expect((await owner.get(at(endpoint))).status).to.equal(200)
      expect((await owner.post(`${at(endpoint)}/ping`, fields)).status).to.equal(200)
    })

    it('acts on nothing of another account or of the other mode (I46, I47)', async () => {
      const other = await ShopPerson.otherAccount(hooks.paylink)
      const theirs = await hooks.container
        .get(RegisterEndpoint)
        .run(actFor(OPERATOR, { accountId: other.id, livemode: false }), {
          ...{ url: hooks.receiver.url('/theirs'), events: null },
        })
      const live = await hooks.register({ livemode: true })
      const own = await hooks.register()
      const [eventId] = await hooks.announce()
      const { fields } = await owner.form(at(own), '/ping')
      for (const { id } of [theirs.endpoint, live]) {
        const before = JSON.stringify(await row(id))
        for (const page of ['', '/edit', '/secret', '/delete', '/ping']) {
          expect((await owner.get(at({ id }) + page)).status, page).to.equal(404)
        }
        const acts = ['ping', 'pause', 'resume', 'resend', 'secret', 'edit', 'delete', `events/${eventId}/resend`]
        for (const act of acts) {
          const reply = await owner.post(`${at({ id })}/${act}`, { ...fields, overlap: '0', url: 'https://a.example/' })
          expect(reply.status, act).to.equal(404)
        }
        expect(JSON.stringify(await row(id))).to.equal(before)
      }
      expect((await owner.post(`${at(own)}/events/evt_unknown/resend`, fields)).status).to.equal(404)
      expect((await owner.get(LIST)).html)
        .not.to.contain(live.id)
        .and.not.contain(theirs.endpoint.id)
    })

    it('shows “1,000+” where more wait than are counted', async () => {
      const endpoint = await failing()
      const [eventId] = await hooks.announce()
      await hooks.rested(endpoint)
      const [one] = await hooks.paylink.db('webhook_deliveries').where({ endpoint_id: endpoint.id, event_id: eventId })
      const due = new Date(hooks.paylink.clock.now().getTime() + DAY).toISOString()
      const rows = Array.from({ length: 1005 }, (_, nth) => ({ ...one, id: `whd_many${nth}`, next_attempt_at: due }))
      for (let from = 0; from < rows.length; from += 50) {
        await hooks.paylink.writer('webhook_deliveries').insert(rows.slice(from, from + 50))
      }
      expect((await owner.get(at(endpoint))).text).to.contain('1,000+ avisos por entregar')
      expect((await owner.get(`${at(endpoint)}/delete`)).text).to.contain('1,000+ avisos por entregar')
    })
  })
}
