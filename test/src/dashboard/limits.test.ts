import { expect } from 'chai'
import { CALLBACK, callMcp, Program } from '../oauth/program.js'
import { linkBody, TestAppliance } from '../support/appliance.js'
import { type PageReply, ShopPerson } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'
import { MINUTE } from '../support/links.js'

const SETTINGS = '/dashboard/test/settings'
const KEYS = `${SETTINGS}/keys`
const AGENTS = `${SETTINGS}/agents`

for (const engine of ENGINES) {
  describe(`limits in the dashboard, on ${engine}`, () => {
    let paylink: TestAppliance
    let owner: ShopPerson

    before(async () => {
      paylink = await TestAppliance.start(engine, {}, { http: true, jobs: false })
      paylink.clock.stop()
    })
    after(() => paylink.stop())
    beforeEach(async () => (owner = await ShopPerson.signIn(paylink)))

    const controlsOf = async (id: string): Promise<any> => {
      const table = id.startsWith('key_') ? 'api_keys' : 'agent_grants'
      const { controls } = await paylink.db(table).where({ id }).first('controls')
      return JSON.parse(controls)
    }
    const auditOf = (id: string, action: string) => paylink.db('audit_entries').where({ target: id, action })

    /** A key, and an agent that was connected, with where their limits are changed. */
    const holders = {
      key: async () => {
        const { key, text } = await paylink.newKey({ name: 'Mostrador' })
        return { id: key.id, token: text, path: `${KEYS}/${key.id}/limits`, list: KEYS, action: 'key.limited' }
      },
      agent: async () => {
        const program = await Program.register(paylink, { name: 'Mostrador' })
        const { access } = await program.connect(owner, {}, { linkLimit: '', dailyLimit: '' })
        const { id } = await paylink.db('agent_grants').where({ client_id: program.clientId }).first('id')
        return { id, token: access, path: `${AGENTS}/${id}/limits`, list: AGENTS, action: 'grant.limited' }
      },
    }

    it('are given to a new key, and told in the list', async () => {
      const typed = {
        ...{ name: 'Asistente', linkLimit: '$1,500.50', dailyLimit: '20000' },
        ...{ 'ask.disable_payment_link': 'on', 'ask.create_payment_link': 'on' },
      }
      expect((await owner.send(`${KEYS}/new`, typed, '/keys')).status).to.equal(200)
      const { id } = await paylink.db('api_keys').where({ name: 'Asistente' }).first('id')
      expect(await controlsOf(id)).to.deep.equal({
        ...{ currency: 'MXN', linkLimit: 150_050, dailyLimit: 2_000_000 },
        askFirst: ['create_payment_link', 'disable_payment_link'],
      })
      const { text } = await owner.get(KEYS)
      expect(text)
        .to.contain('Hasta $1,500.50 MXN por enlace')
        .and.contain('Hasta $20,000.00 MXN al día')
        .and.contain('Pide permiso para 2 operaciones')
      expect(await controlsOf((await holders.key()).id), 'without any').to.equal(null)
    })

    for (const field of ['linkLimit', 'dailyLimit']) {
      it(`are refused at their field of a new key, and what was typed is kept: ${field}`, async () => {
        for (const amount of ['mucho', '0', '-5', '1.234', '1e3', '1000000000.01', '9'.repeat(400)]) {
          const reply = await owner.send(`${KEYS}/new`, { name: 'Mal', [field]: amount }, '/keys')
          expect([reply.status, amount], reply.text).to.deep.equal([422, amount])
          expect(reply.text).to.contain('Escribe un monto de 0.01 a 1,000,000,000.00')
          expect(reply.html).to.contain(`value="${amount}"`)
        }
        expect(await paylink.db('api_keys').where({ name: 'Mal' })).to.deep.equal([])
      })
    }

    for (const kind of ['key', 'agent'] as const) {
      describe(`of one ${kind}`, () => {
        it('are shown, changed, and taken away again', async () => {
          const { id, path, list, action } = await holders[kind]()
          const page = await owner.get(path)
          expect(page.text).to.contain('Límites de “Mostrador”')
          const ask = { 'ask.create_payment_link': 'on', 'ask.nope': 'on', 'ask.mark_payment_link_paid': null }
          const changes = { linkLimit: '1,500', dailyLimit: ' $20,000.00 ', 'ask.cancel_payment_invoice': null, ...ask }
          const saved = await owner.send(path, changes)
          expect(saved.headers.get('location')).to.equal(`${list}?saved=limits`)
          expect(await controlsOf(id)).to.deep.equal({
            ...{ currency: 'MXN', linkLimit: 150_000, dailyLimit: 2_000_000 },
            askFirst: ['create_payment_link'],
          })
          expect((await owner.get(saved.headers.get('location') ?? '')).text).to.contain('Los límites se guardaron.')
          const { fields } = await owner.form(path, '/limits')
          expect(fields).to.include({
            ...{ linkLimit: '1,500.00', dailyLimit: '20,000.00', 'ask.create_payment_link': 'on' },
          })
          await owner.send(path, { linkLimit: '', dailyLimit: '', 'ask.create_payment_link': null })
          expect(await controlsOf(id)).to.equal(null)
          const told = await auditOf(id, action)
          expect(told.map(({ actor }) => actor)).to.deep.equal([owner.userId, owner.userId])
        })

        it('hold from its next call on', async () => {
          const { token, path } = await holders[kind]()
          await owner.send(path, { linkLimit: '100', dailyLimit: '150' })
          const items = (pesos: number) => [{ name: 'Pan', quantity: 1, unitPriceCentavos: pesos * 100 }]
          const create = async (pesos: number): Promise<string> => {
            const given = { ...linkBody({ items: items(pesos) }), idempotencyKey: `${kind}-${pesos}` }
            const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'create_payment_link' } }
            const reply = await paylink.post(
              '/mcp/test',
              { ...body, params: { ...body.params, arguments: given } },
              { key: token, headers: { Accept: 'application/json, text/event-stream' } },
            )
            return /"isError":true/.test(reply.text) ? reply.text : 'created'
          }
          expect(await create(101)).to.contain('may ask for at most MXN 100.00')
          expect(await create(100)).to.equal('created')
          expect(await create(51)).to.contain('50.00 is left today')
          const { text } = await owner.get(AGENTS)
          expect(text).to.contain('$100.00 MXN de $150.00 MXN')
        })

        it('are refused at the field, and what was typed is kept', async () => {
          const { id, path } = await holders[kind]()
          const before = await controlsOf(id)
          for (const field of ['linkLimit', 'dailyLimit']) {
            for (const amount of ['mucho', '0', '-1', '1.234', '1000000000.01']) {
              const reply = await owner.send(path, { [field]: amount, 'ask.email_payment_link': 'on' })
              expect([reply.status, reply.text.includes('Escribe un monto de 0.01')]).to.deep.equal([422, true])
              expect(reply.html)
                .to.contain(`value="${amount}"`)
                .and.match(/name="ask.email_payment_link"[^>]* checked/)
            }
          }
          expect(await controlsOf(id)).to.deep.equal(before)
        })

        it('are changed once by a form that is sent twice', async () => {
          const { id, path, action } = await holders[kind]()
          const { action: to, fields } = await owner.form(path, '/limits')
          const press = (): Promise<PageReply> => owner.post(to, { ...fields, linkLimit: '10' })
          const replies = [...(await Promise.all([press(), press()])), await press()]
          expect(replies.map(({ status }) => status)).to.deep.equal([303, 303, 303])
          expect(await auditOf(id, action)).to.have.length(1)
        })

        it('ask who one is, and keep what was typed meanwhile', async () => {
          const { id, path } = await holders[kind]()
          const { action, fields } = await owner.form(path, '/limits')
          const before = await controlsOf(id)
          paylink.clock.advance(11 * MINUTE)
          const reply = await owner.post(action, { ...fields, linkLimit: '77' })
          expect(reply.headers.get('location')).to.contain('/confirm?next=')
          expect(await controlsOf(id)).to.deep.equal(before)
          const next = new URL(reply.headers.get('location') ?? '', paylink.url).searchParams.get('next') ?? ''
          const confirmed = await ShopPerson.again(owner)
          expect((await confirmed.form(next, '/limits')).fields['linkLimit']).to.equal('77')
        })

        it('of another account or mode are not found', async () => {
          const { id, path } = await holders[kind]()
          const other = await ShopPerson.signIn(paylink, 'owner', (await ShopPerson.otherAccount(paylink)).id)
          const live = path.replace('/test', '')
          for (const [person, address] of [
            [other, path],
            [owner, live],
          ] as const) {
            expect((await person.get(address)).status).to.equal(404)
            const { fields } = await person.form(address.replace(/settings.*/, 'settings/security'), '/language')
            expect((await person.post(address, { ...fields, linkLimit: '1' })).status).to.equal(404)
          }
          expect((await controlsOf(id))?.linkLimit ?? null).to.equal(null)
        })
      })
    }

    describe('and the access of an agent that was connected', () => {
      it('are on a card: who connected it, from where, what it can, when it was used', async () => {
        const { token } = await holders.agent()
        expect((await owner.get(AGENTS)).text).to.contain('Sin usar todavía')
        expect((await callMcp(paylink, token)).status).to.equal(200)
        const { text } = await owner.get(AGENTS)
        expect(text).to.contain('“Mostrador” Nombre sin verificar · lo conectó Lupita owner el')
        expect(text).to.contain(new URL(CALLBACK).host)
        expect(text).to.match(/Crear, cambiar y desactivar enlaces No puede: Leer pagos/)
        expect((await owner.get(AGENTS.replace('/test', ''))).text, 'of this mode alone').not.to.contain('“Mostrador”')
      })

      it('lead to its links, and to those of no other', async () => {
        const { id, token } = await holders.agent()
        const given = { ...linkBody({ title: 'Del agente' }), idempotencyKey: id }
        const params = { name: 'create_payment_link', arguments: given }
        await paylink.post(
          '/mcp/test',
          { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
          { key: token, headers: { Accept: 'application/json, text/event-stream' } },
        )
        await paylink.createLink({ title: 'De una llave' })
        const { html } = await owner.get(AGENTS)
        const [, href = ''] = new RegExp(`href="([^"]*/links\\?by=grant%3A${id})"`).exec(html) ?? []
        const list = await owner.get(href)
        expect(list.text).to.contain('Del agente').and.contain('Agente · Mostrador').and.not.contain('De una llave')
      })

      it('end after a question that names it; a second press changes nothing', async () => {
        const { id, token } = await holders.agent()
        const path = `${AGENTS}/${id}/revoke`
        const question = await owner.get(path)
        expect(question.text).to.contain('¿Quitar el acceso a “Mostrador”?')
        const { action, fields } = await owner.form(path, '/revoke')
        for (let press = 0; press < 2; press++) {
          expect((await owner.post(action, fields)).headers.get('location')).to.equal(`${AGENTS}?saved=revoked`)
        }
        expect((await callMcp(paylink, token)).status).to.equal(401)
        expect((await auditOf(id, 'grant.revoked')).map(({ actor }) => actor)).to.deep.equal([owner.userId])
        const page = await owner.get(`${AGENTS}?saved=revoked`)
        expect(page.text).to.contain('Se le quitó el acceso.').and.contain('Ya sin acceso')
        expect(page.html).not.to.contain(path)
        for (const act of ['revoke', 'limits']) {
          const reply = await owner.get(`${AGENTS}/${id}/${act}`)
          expect(reply.headers.get('location')).to.equal(`${AGENTS}?saved=revoked`)
        }
      })

      it('end with the role of the user who connected them, and the card shows it', async () => {
        const admin = await ShopPerson.signIn(paylink, 'admin')
        const program = await Program.register(paylink, { name: 'De Chuy' })
        const { access } = await program.connect(admin)
        await paylink.change('users', admin.userId, { role: 'cashier', name: 'Chuy' })
        const { text } = await owner.get(AGENTS)
        expect(text).to.contain('Sin acceso').and.contain('trabaja a nombre de Chuy, que ya no puede conectar agentes')
        expect((await callMcp(paylink, access)).status).to.equal(401)
      })
    })
  })
}
