import { CreateGrant } from '@paylink/core/agents/create-grant'
import type { Controls } from '@paylink/core/kernel/principal'
import { UnitOfWork } from '@paylink/core/database/unit-of-work'
import { expect } from 'chai'
import { contrastsBelow } from '../browser/contrasts.js'
import { axeFindings } from '../browser/layout.js'
import { linkBody, TestAppliance } from '../support/appliance.js'
import { Visitor } from '../support/browser.js'
import { ShopPerson } from '../support/dashboard.js'
import { ONE_ENGINE } from '../support/engines.js'

const LOOKS = [
  { width: 1440, locale: 'es-MX', isDark: false },
  { width: 1440, locale: 'en', isDark: true },
  { width: 390, locale: 'es-MX', isDark: true },
  { width: 390, locale: 'en', isDark: false },
] as const

const AGENTS = '/dashboard/test/settings/agents'

const CONTROLS: Controls = {
  ...{ currency: 'MXN', dailyLimit: 20_000_00, linkLimit: 5_000_00 },
  askFirst: ['mark_payment_link_paid', 'cancel_payment_invoice'],
}

for (const engine of ONE_ENGINE) {
  describe('agents and their limits in a browser', () => {
    let paylink: TestAppliance
    let visitor: Visitor

    before(async () => {
      paylink = await TestAppliance.start(engine, {}, { http: true, jobs: false })
      await paylink.changeAccount({ name: 'Panadería La Esperanza' })
      const lupita = await ShopPerson.signIn(paylink, 'owner')
      const chuy = await ShopPerson.signIn(paylink, 'admin')
      await paylink.change('users', lupita.userId, { name: 'Lupita Hernández' })
      await paylink.change('users', chuy.userId, { name: 'Chuy', role: 'viewer' })
      await connect(lupita, 'Asistente de IA del mostrador', 'asistente.example')
      await connect(chuy, 'Un programa con un nombre tan largo que no cabe en una línea'.padEnd(80, 'x'), null)
      const { text } = await paylink.newKey({
        ...{ name: 'Tienda en línea', scopes: ['links:read', 'links:write'], rateLimit: 60 },
        controls: { ...CONTROLS, linkLimit: null },
      })
      const items = [{ name: 'Pastel', quantity: 1, unitPriceCentavos: 12_345_67 }]
      await paylink.post('/v1/payment_links', linkBody({ items }), { key: text, idempotencyKey: 'k-1' })
    })
    after(() => paylink.stop())
    afterEach(() => visitor.leave())

    async function connect(person: ShopPerson, clientName: string, clientHost: string | null): Promise<void> {
      const { container, account } = paylink
      const who = { kind: 'user', id: person.userId } as const
      const principal = { surface: 'dashboard', who, scopes: null, accountId: account.id, livemode: false } as const
      const input = { clientId: clientName, clientName, clientHost, redirectHost: '127.0.0.1:33418' }
      await container.get(UnitOfWork).run((tx) =>
        container.get(CreateGrant).run(tx, principal, {
          ...{ ...input, scopes: ['links:read', 'links:write', 'payments:read', 'email:send'], controls: CONTROLS },
        }),
      )
    }

    async function look(name: string): Promise<void> {
      await visitor.picture(name)
      expect(await visitor.overhang(), name).to.equal(0)
      expect(await contrastsBelow(visitor, 4.5), name).to.deep.equal([])
      expect(await axeFindings(visitor), name).to.deep.equal([])
    }

    for (const { width, locale, isDark } of LOOKS) {
      const mark = `${width}-${locale === 'en' ? 'en' : 'es'}${isDark ? '-dark' : ''}`

      it(`fit, can be read, and leave axe nothing to find: ${mark}`, async () => {
        visitor = await Visitor.arrive({ width, locale, isDark, scripts: true })
        await visitor.signIn(await ShopPerson.signIn(paylink, 'owner', undefined, locale))
        const { page } = visitor
        const submit = (): Promise<void> => page.locator('main form button').first().click()

        await page.goto(paylink.url + AGENTS)
        await page.locator('.card summary').first().click()
        await look(`agents-${mark}`)
        await page.locator('a[href*="settings/agents/grt_"][href$="/limits"]').first().click()
        await page.locator('#linkLimit').waitFor()
        await look(`agent-limits-${mark}`)
        await page.locator('#linkLimit').fill('muchos')
        await submit()
        await page.locator('#faults').waitFor()
        await look(`agent-limits-faults-${mark}`)
        await page.locator('#linkLimit').fill('7,500')
        await submit()
        await page.locator('.notice.good').waitFor()
        await look(`agents-saved-${mark}`)
        await page.locator('a[href$="/revoke"]').first().click()
        await page.locator('.confirm').waitFor()
        await look(`agent-revoke-${mark}`)
        await page.goto(paylink.url + AGENTS.replace('agents', 'keys'))
        await look(`keys-limits-${mark}`)
        await page.goto(paylink.url + AGENTS)
        await page.locator('.card summary').first().click()
        await page.locator('a[href*="/keys/new?"]').first().click()
        await page.locator('#linkLimit').waitFor()
        await look(`key-new-limits-${mark}`)
        await page.goto(paylink.url + AGENTS.replace('/test', ''))
        await look(`agents-live-locked-${mark}`)
      })
    }
  })
}
