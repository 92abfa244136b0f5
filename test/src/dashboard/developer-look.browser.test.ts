import { expect } from 'chai'
import { settingsOf } from '@paylink/core/accounts/account-settings'
import { Accounts } from '@paylink/core/accounts/accounts.repository'
import { CreateKey } from '@paylink/core/accounts/create-key'
import { UnitOfWork } from '@paylink/core/database/unit-of-work'
import { actFor, OPERATOR } from '@paylink/core/kernel/principal'
import { contrastsBelow } from '../browser/contrasts.js'
import { axeFindings } from '../browser/layout.js'
import { Visitor } from '../support/browser.js'
import { ShopPerson } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'
import { DAY, inMs } from '../support/links.js'
import { answering } from '../support/receiver.js'
import { Hooks } from '../webhooks/hooks.js'

const LOOKS = [
  { width: 1440, locale: 'es-MX', isDark: false },
  { width: 390, locale: 'en', isDark: true },
  { width: 390, locale: 'es-MX', isDark: false },
] as const

describe('API keys and webhooks in a browser', () => {
  let hooks: Hooks
  let visitor: Visitor
  before(async () => (hooks = await Hooks.start(ENGINES[0] ?? 'sqlite')))
  after(() => hooks.stop())
  afterEach(() => visitor.leave())

  async function makeKeys(livemode: boolean): Promise<void> {
    const { account, container } = hooks.paylink
    const principal = actFor(OPERATOR, { accountId: account.id, livemode })
    const make = (name: string, more: object = {}) => container.get(CreateKey).run(principal, { name, ...more })
    await make('Tienda en línea')
    await make('Sistema de pedidos', { scopes: ['links:read', 'links:write'], rateLimit: 60 })
    const expiresAt = inMs(hooks.paylink, 60 * DAY)
    await make('Hoja de Google de Alejandra', { scopes: ['payments:read', 'invoices:read'], expiresAt })
  }

  async function goLive(): Promise<void> {
    const { account, container } = hooks.paylink
    const live = { ...account, name: 'Panadería La Esperanza', verifiedAt: inMs(hooks.paylink, 0) }
    const settings = settingsOf({ ...live, subscription: 'active' })
    await container.get(UnitOfWork).run((tx) => container.get(Accounts).update(tx, account.id, settings))
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
      await goLive()
      visitor = await Visitor.arrive({ width, isDark, locale, scripts: true })
      await visitor.signIn(await ShopPerson.signIn(hooks.paylink, 'owner', undefined, locale))
      const { page } = visitor
      const open = async (path: string): Promise<void> =>
        void (await page.goto(`${hooks.paylink.url}/dashboard${path}`))
      const submit = (): Promise<void> =>
        page.locator('main form button.first, main form .button.danger').first().click()

      if (width === 1440) await makeKeys(true)
      await open('/settings/keys')
      await look(`keys-${mark}`)
      await open('/settings/keys/new')
      await look(`key-new-${mark}`)
      await page.locator('#name').fill(`Inventario <${mark}>`)
      await page.locator('input[name="can"][value="some"]').check()
      await submit()
      await page.locator('#faults').waitFor()
      await look(`key-faults-${mark}`)
      await page.locator('input[name="scope.links:read"]').check()
      await submit()
      await page.locator('.copyable').waitFor()
      await look(`key-shown-${mark}`)
      await page.reload()
      await page.locator('table').waitFor()
      expect(await page.locator('.copyable').count()).to.equal(0)
      await page.locator('td a.ask').first().click()
      await page.locator('.confirm').waitFor()
      await look(`key-revoke-${mark}`)
      await submit()
      await page.locator('.notice.good').waitFor()
      await look(`keys-revoked-${mark}`)

      if (width === 1440) await open('/settings/webhooks').then(() => look(`webhooks-empty-${mark}`))
      await open('/settings/webhooks/new')
      await look(`webhook-new-${mark}`)
      const path = `/hooks/${mark}`
      await page.locator('#url').fill(hooks.receiver.url(path))
      await submit()
      await page.locator('.copyable').waitFor()
      await look(`webhook-secret-${mark}`)
      await hooks.announce(1, { livemode: true, type: 'payment.invoiced' })
      await hooks.receiver.came(path, 1)
      hooks.receiver.conduct(path, answering(502, {}, '<html><h1>502 Bad Gateway</h1><center>nginx</center></html>'))
      await hooks.announce(3, { livemode: true })
      await hooks.receiver.came(path, 4)
      await open('/settings/webhooks')
      await look(`webhooks-${mark}`)
      await page.locator('.sheet .title a').first().click()
      await page.locator('.delivery').first().waitFor()
      await page.locator('.delivery summary').first().click()
      await look(`webhook-${mark}`)
      await page.locator('form[action$="/ping"] button').click()
      await page.locator('.ping-answer').waitFor()
      await look(`webhook-ping-${mark}`)
      for (const act of ['edit', 'secret', 'delete']) {
        await page.locator(`a[href$="/${act}"]`).click()
        await page.locator('main form button').first().waitFor()
        await look(`webhook-${act}-${mark}`)
        await page.goBack()
      }
      await page.locator('form[action$="/pause"] button').click()
      await page.locator('form[action$="/resume"]').waitFor()
      await look(`webhook-paused-${mark}`)
      await page.locator('form[action$="/resume"] button').click()
      await page.locator('.notice form[action$="/resend"] button').click()
      await page.getByText(/Se reenvía|Resending/).waitFor()
    })
  }
})
