import { expect } from 'chai'
import { CreateKey } from '@paylink/core/accounts/create-key'
import { actFor, OPERATOR } from '@paylink/core/kernel/principal'
import { PluginHealth } from '@paylink/core/plugin-host/plugin-health'
import { contrastsBelow } from '../browser/contrasts.js'
import { axeFindings } from '../browser/layout.js'
import { Visitor } from '../support/browser.js'
import { ShopPerson } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'
import { DAY, inMs } from '../support/links.js'
import { dataDirWith } from '../support/third-party.js'
import { Hooks } from '../webhooks/hooks.js'

const LOOKS = [
  { width: 1440, locale: 'es-MX', isDark: false },
  { width: 390, locale: 'en', isDark: true },
] as const

describe('agents, faults, plugins and what else a command does, in a browser', () => {
  let hooks: Hooks
  let visitor: Visitor
  before(async () => {
    hooks = await Hooks.start(ENGINES[0] ?? 'sqlite', { dataDir: dataDirWith([{ id: 'cobra' }]) })
    const { account, container } = hooks.paylink
    const principal = actFor(OPERATOR, { accountId: account.id, livemode: false })
    const make = (name: string, more: object = {}) => container.get(CreateKey).run(principal, { name, ...more })
    await make('Hoja de cálculo', { scopes: ['payments:read', 'invoices:read'] })
    const limits = { rateLimit: 60, expiresAt: inMs(hooks.paylink, 90 * DAY) }
    const { text } = await make('Asistente de pedidos', {
      ...{ scopes: ['links:read', 'links:write', 'payments:read'], ...limits },
    })
    await fetch(`${hooks.paylink.url}/v1/payment_links`, { headers: { Authorization: `Bearer ${text}` } })
  })
  after(() => hooks.stop())
  afterEach(() => visitor.leave())

  async function look(name: string): Promise<void> {
    await visitor.picture(name)
    expect(await visitor.overhang(), name).to.equal(0)
    expect(await contrastsBelow(visitor, 4.5), name).to.deep.equal([])
    expect(await axeFindings(visitor), name).to.deep.equal([])
    // What pictures and axe-core leave behind would be copied by a swap, against the policy.
    await visitor.page.evaluate("document.querySelectorAll('[style]').forEach((one) => one.removeAttribute('style'))")
  }

  async function disablePlugin(): Promise<void> {
    const cobra = { id: 'cobra', version: '0.1.0', origin: 'third-party' } as const
    const health = hooks.paylink.container.get(PluginHealth)
    for (let turn = 0; turn < 5; turn++) await health.recordFailure(cobra, 'connect ECONNREFUSED 10.0.0.7:443')
  }

  for (const { width, locale, isDark } of LOOKS) {
    const mark = `${width}-${locale === 'en' ? 'en' : 'es'}${isDark ? '-dark' : ''}`

    it(`fit, can be read, and leave axe nothing to find: ${mark}`, async () => {
      await disablePlugin()
      await hooks.paylink.setFaults([])
      visitor = await Visitor.arrive({ width, isDark, locale, scripts: true })
      await visitor.signIn(await ShopPerson.signIn(hooks.paylink, 'owner', undefined, locale))
      const { page } = visitor
      const open = async (path: string): Promise<void> =>
        void (await page.goto(`${hooks.paylink.url}/dashboard/test/settings${path}`))
      const submit = (): Promise<void> => page.locator('main form button.first').first().click()

      await open('/agents')
      await look(`agents-${mark}`)
      await page.locator('details:has(a[href*="/keys/new?"]) > summary').click()
      await page.locator('a[href*="/keys/new?"]').first().click()
      await page.locator('#name').waitFor()
      await look(`agents-key-${mark}`)

      await open('/connections/provider_a/faults')
      await submit()
      await page.locator('#faults').waitFor()
      await look(`faults-wrong-${mark}`)
      await page.locator('input[value="delay_before"]').check()
      await page.locator('#match').fill('POST /v1/checkout/sessions')
      await submit()
      await page.locator('.notice.good').waitFor()
      await page.locator('input[value="notification_twice"]').check()
      await submit()
      await page.locator('.setting-row').nth(1).waitFor()
      await look(`faults-${mark}`)
      await open('/connections')
      await look(`connections-failing-${mark}`)
      await page.locator('.way .notice a').first().click()
      await page.locator('.card-head form[action$="/off"] button').click()
      await page.locator('.setting-row').first().waitFor({ state: 'detached' })

      await open('/plugins')
      await look(`plugins-disabled-${mark}`)
      await page.locator('form[action$="/enable"] button').click()
      await page.locator('.notice.good').waitFor()
      await look(`plugins-enabled-${mark}`)

      const endpoint = await hooks.register()
      await hooks.announce(2)
      await hooks.receiver.came(endpoint.path, 2)
      await open(`/webhooks/${endpoint.id}`)
      await look(`webhook-resend-${mark}`)
      await page.locator('a[href$="/period"]').click()
      await page.locator('#sinceDay').fill('')
      await submit()
      await page.locator('#faults').waitFor()
      await look(`webhook-period-${mark}`)

      await open('/audit')
      await page.locator('.kept summary').click()
      await look(`audit-kept-${mark}`)
      await page.locator('#hash').fill('a'.repeat(64))
      await page.locator('.kept form button').click()
      await page.locator('.chain.broken').waitFor()
      await look(`audit-missing-${mark}`)
    })
  }
})
