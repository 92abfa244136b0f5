import { CreateKey } from '@paylink/core/accounts/create-key'
import { ROLES } from '@paylink/core/identity/role'
import { actFor, OPERATOR } from '@paylink/core/kernel/principal'
import { expect } from 'chai'
import { linkBody, TestAppliance } from '../support/appliance.js'
import { ShopPerson } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'
import { DAY, inMs } from '../support/links.js'

const AGENTS = '/dashboard/test/settings/agents'
const KEYS = '/dashboard/test/settings/keys'
const HOSTILE = '<b onclick="x()">Asistente</b>'

for (const engine of ENGINES) {
  describe(`the page of agents, on ${engine}`, () => {
    let paylink: TestAppliance
    let owner: ShopPerson
    const made: string[] = []

    before(async () => (paylink = await TestAppliance.start(engine)))
    after(() => paylink.stop())
    beforeEach(async () => {
      await paylink
        .writer('api_keys')
        .whereIn('id', made.splice(0))
        .update({ revoked_at: inMs(paylink, 0) })
      owner = await ShopPerson.signIn(paylink)
    })

    async function make(name: string, more: object = {}, accountId = paylink.account.id) {
      const { key, text } = await paylink.container
        .get(CreateKey)
        .run(actFor(OPERATOR, { accountId, livemode: false }), { name, ...more })
      made.push(key.id)
      return { key, text }
    }

    it('is open to owner and admin, in both modes', async () => {
      for (const role of ROLES) {
        const person = await ShopPerson.signIn(paylink, role)
        for (const path of [AGENTS, AGENTS.replace('/test', '')]) {
          const { status } = await person.get(path)
          expect(status, `${role} ${path}`).to.equal(['owner', 'admin'].includes(role) ? 200 : 403)
        }
      }
    })

    it('lists limited keys of this mode and account alone, with what each can and its limits', async () => {
      const scopes = ['links:read', 'links:write']
      const { key, text } = await make(HOSTILE, { scopes, rateLimit: 60, expiresAt: inMs(paylink, 90 * DAY) })
      await make('Puede todo')
      await make('De otro negocio', { scopes }, (await ShopPerson.otherAccount(paylink)).id)
      await make('Revocada', { scopes })
      await paylink
        .writer('api_keys')
        .where({ name: 'Revocada' })
        .update({ revoked_at: inMs(paylink, 0) })
      const page = await owner.get(AGENTS)
      expect(page.text).to.contain(`“${HOSTILE}”`).and.contain('Sin usar todavía')
      expect(page.html).not.to.contain(HOSTILE)
      expect(page.html).not.to.contain(text)
      expect(page.text).to.match(/Crear, cambiar y desactivar enlaces No puede: Leer pagos/)
      expect(page.text)
        .to.contain('60 peticiones')
        .and.match(/Caduca \d+ \w+ 20\d\d/)
      for (const name of ['Puede todo', 'De otro negocio', 'Revocada']) expect(page.text).not.to.contain(name)
      expect(page.html).to.contain(`${KEYS}/${key.id}/revoke`)
    })

    it('says that keys without a limit are not for assistants', async () => {
      await make('Puede todo')
      const { text, html } = await owner.get(AGENTS)
      expect(text)
        .to.match(/Hay (una llave|\d+ llaves) que pueden? todo\./)
        .and.contain('Ningún agente tiene acceso')
      expect(html).to.contain(`${paylink.url}/v1`).and.contain(`${paylink.url}/openapi.json`)
    })

    it('leads to the links and the acts of one key, and of no other', async () => {
      const { key, text } = await make('Asistente', { scopes: ['links:read', 'links:write', 'payments:write'] })
      const headers = {
        Authorization: `Bearer ${text}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': 'agent-1',
      }
      const body = JSON.stringify({ ...linkBody(), title: 'Del asistente' })
      const created = await fetch(`${paylink.url}/v1/payment_links`, { method: 'POST', headers, body })
      expect(created.status).to.equal(201)
      const { id } = (await created.json()) as { id: string }
      const disabled = await fetch(`${paylink.url}/v1/payment_links/${id}/disable`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${text}` },
      })
      expect(disabled.status).to.equal(200)
      await paylink.createLink({ title: 'De otra llave' })
      const page = await owner.get(AGENTS)
      expect(page.text).to.contain('Con acceso')
      const at = (pattern: RegExp): string => (pattern.exec(page.html)?.[1] ?? '').replaceAll('&amp;', '&')
      const links = await owner.get(at(new RegExp(`href="([^"]*/links\\?by=key%3A${key.id})"`)))
      expect(links.text).to.contain('Del asistente').and.contain('API · Asistente').and.not.contain('De otra llave')
      const acts = await owner.get(at(new RegExp(`href="([^"]*/settings/audit\\?by=key%3A${key.id})"`)))
      expect(acts.text).to.contain('Desactivó un enlace')
      const cashier = await ShopPerson.signIn(paylink, 'cashier')
      const theirs = await cashier.get(`/dashboard/test/links?by=key:${key.id}`)
      expect(theirs.text).not.to.contain('Del asistente')
    })

    it('suggests a limited key, whose form can still be changed', async () => {
      const { html } = await owner.get(AGENTS)
      const suggested = [...html.matchAll(/href="([^"]*\/keys\/new\?[^"]*)"/g)].map(([, href = '']) =>
        href.replaceAll('&amp;', '&'),
      )
      expect(suggested).to.have.length(2)
      const { action, fields } = await owner.form(suggested[0] ?? '', '/keys')
      const scopes = Object.keys(fields).filter((name) => name.startsWith('scope.'))
      expect(scopes).to.have.members(['scope.links:read', 'scope.links:write', 'scope.payments:read'])
      expect(fields).to.include({ can: 'some', rateLimit: '60', expires: '90' })
      await owner.post(action, { ...fields, name: 'Sugerida', 'scope.payments:read': null, rateLimit: '30' })
      const stored = await paylink.db('api_keys').where({ name: 'Sugerida' }).first()
      expect([JSON.parse(stored.scopes), stored.rate_limit]).to.deep.equal([['links:read', 'links:write'], 30])
      const refused = await owner.post(action, { ...fields, name: '', 'scope.payments:read': null })
      expect([refused.status, /name="scope.payments:read"[^>]* checked/.test(refused.html)]).to.deep.equal([422, false])
    })

    it('takes no other suggestion from an address', async () => {
      const form = await owner.form(
        `${KEYS}/new?scopes=all+links:delete&rateLimit=<b>&expires=1000&can=some&name=x`,
        '/keys',
      )
      expect(form.fields).to.include({ can: 'all', rateLimit: '', expires: 'never', name: '' })
    })

    it('offers no live key before the business is described', async () => {
      const { text, html } = await owner.get(AGENTS.replace('/test', ''))
      expect(text).to.contain('Para conectar un agente con cobros reales')
      expect(html).not.to.contain('/keys/new')
    })

    it('speaks English', async () => {
      const english = await ShopPerson.signIn(paylink, 'admin', undefined, 'en')
      expect((await english.get(AGENTS)).text)
        .to.contain('Connect an agent')
        .and.contain('Key that only reads')
    })
  })
}
