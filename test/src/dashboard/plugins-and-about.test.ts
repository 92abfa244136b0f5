import { expect } from 'chai'
import { ROLES } from '@paylink/core/identity/role'
import { PluginHealth } from '@paylink/core/plugin-host/plugin-health'
import { TestAppliance } from '../support/appliance.js'
import { ShopPerson } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'
import { dataDirWith } from '../support/third-party.js'

const PLUGINS = '/dashboard/settings/plugins'
const ABOUT = '/dashboard/settings/about'
const HOSTILE = '<b onclick="x()">boom</b>'

for (const engine of ENGINES) {
  describe(`the pages of plugins and of the installation on ${engine}`, () => {
    let paylink: TestAppliance
    let admin: ShopPerson

    before(async () => {
      const dataDir = dataDirWith([{ id: 'cobra' }, { id: 'broken', main: 'throw new Error("no")' }])
      paylink = await TestAppliance.start(engine, { dataDir })
      admin = await ShopPerson.signIn(paylink, 'admin')
    })
    after(() => paylink.stop())

    it('are open to owner and admin, in both modes', async () => {
      for (const role of ROLES) {
        const person = await ShopPerson.signIn(paylink, role)
        for (const path of [PLUGINS, ABOUT]) {
          for (const mode of ['', '/test']) {
            const { status } = await person.get(path.replace('/dashboard', `/dashboard${mode}`))
            expect(status, `${role} ${path}`).to.equal(['owner', 'admin'].includes(role) ? 200 : 403)
          }
        }
      }
    })

    it('name each plugin, its kind, version and origin, and make no certificate up', async () => {
      const { text } = await admin.get(PLUGINS)
      expect(text).to.include('Forma de cobro · versión')
      expect(text).to.include('Viene con PayLink').and.to.include('De otro autor. Sin certificado en este equipo')
      expect(text).to.include('No se pudo cargar').and.to.include('No lo usas.')
      const english = await ShopPerson.signIn(paylink, 'owner', undefined, 'en')
      expect((await english.get(PLUGINS)).text)
        .to.include('Comes with PayLink')
        .and.to.include('No certificate on file')
    })

    it('tell what the account uses a plugin for, in which mode, and not what others use', async () => {
      const { text } = await admin.get(PLUGINS)
      expect(text).to.include('Lo usas en modo de prueba.')
      const elsewhere = await ShopPerson.signIn(paylink, 'owner', (await ShopPerson.otherAccount(paylink)).id)
      expect((await elsewhere.get(PLUGINS)).text).not.to.include('Lo usas en modo de prueba.')
    })

    it('show why a plugin is disabled, as text of bounded length, and how it is enabled', async () => {
      const health = paylink.container.get(PluginHealth)
      const cobra = { id: 'cobra', version: '0.1.0', origin: 'third-party' } as const
      for (let turn = 0; turn < 5; turn++) await health.recordFailure(cobra, HOSTILE + 'x'.repeat(5000))
      const { html, text } = await admin.get(PLUGINS)
      expect(html).not.to.include(HOSTILE)
      expect(text).to.include('Desactivado').and.to.include(HOSTILE.slice(0, 10))
      expect(text).to.include('paylink plugins enable cobra').and.not.to.include('x'.repeat(400))
    })

    it('let an owner of the first account enable it again, and no other person', async () => {
      const disable = async (): Promise<void> => {
        const cobra = { id: 'cobra', version: '0.1.0', origin: 'third-party' } as const
        for (let turn = 0; turn < 5; turn++) await paylink.container.get(PluginHealth).recordFailure(cobra, 'no answer')
      }
      await disable()
      const enable = `${PLUGINS}/cobra/enable`
      const others = [
        [admin, 403],
        [await ShopPerson.signIn(paylink, 'owner', (await ShopPerson.otherAccount(paylink)).id), 404],
      ] as const
      for (const [person, status] of others) {
        const { html, text } = await person.get(PLUGINS)
        expect(html).not.to.include(enable)
        expect(text).to.include('un titular del negocio para el que se instaló PayLink')
        const { fields } = await person.form(PLUGINS, '/language')
        expect((await person.post(enable, { csrf: fields['csrf'] ?? '' })).status).to.equal(status)
      }
      const owner = await ShopPerson.signIn(paylink)
      const { action, fields } = await owner.form(PLUGINS, '/enable')
      expect((await owner.get(PLUGINS)).text).to.include('Vale para toda la instalación.')
      for (let press = 0; press < 2; press++) {
        const reply = await owner.post(action, fields)
        expect(reply.headers.get('location')).to.equal(`${PLUGINS}?enabled=cobra`)
      }
      expect((await owner.get(`${PLUGINS}?enabled=cobra`)).text).to.include('está activo otra vez.')
      const entries = await paylink.db('audit_entries').where({ action: 'plugin.enabled', target: 'cobra' })
      expect(entries.map(({ actor }) => actor)).to.deep.equal([owner.userId])
      expect((await owner.post(`${PLUGINS}/nothing/enable`, fields)).status).to.equal(404)
      await disable()
      paylink.clock.advance(11 * 60_000)
      expect((await owner.post(action, fields)).headers.get('location')).to.include('/confirm?next=')
      expect((await owner.get(`${PLUGINS}?enabled=cobra`)).text, 'what is stored counts').not.to.include(
        'está activo otra vez.',
      )
      admin = await ShopPerson.signIn(paylink, 'admin')
    })

    it('tell version, database, address and subscription, and no secret', async () => {
      const { text, html } = await admin.get(ABOUT)
      expect(text)
        .to.include(engine === 'sqlite' ? 'SQLite' : 'Postgres')
        .and.to.include(paylink.url)
      expect(text)
        .to.match(/Versión \d+\.\d+\.\d+/)
        .and.to.match(/Suscripción (Activa|Inactiva)/)
      expect(html).to.include(`${paylink.url}/docs`)
      expect(html).not.to.match(/postgres:\/\/|sqlite:|secret\.key/)
      expect((await admin.get('/dashboard')).html + html).to.include('/settings/about')
    })
  })
}
