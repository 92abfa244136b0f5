import { expect } from 'chai'
import { contrastsBelow } from '../browser/contrasts.js'
import { axeFindings } from '../browser/layout.js'
import { TestAppliance } from '../support/appliance.js'
import { Visitor } from '../support/browser.js'
import { ShopPerson } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'

const LOOKS = [
  { width: 1440, locale: 'es-MX', isDark: false },
  { width: 390, locale: 'en', isDark: true },
] as const

describe('the settings of emails in a browser', () => {
  let paylink: TestAppliance
  let visitor: Visitor
  before(async () => {
    const mail = { smtpUrl: 'smtp://127.0.0.1:9', mailFrom: 'cobros@laesperanza.example' }
    paylink = await TestAppliance.start(ENGINES[0] ?? 'sqlite', mail, { http: true, jobs: false })
    const at = paylink.clock.now().toISOString()
    const row = { account_id: paylink.account.id, livemode: true, created_at: at }
    await paylink.writer('email_suppressions').insert([
      { ...row, address: 'ventas@cableados.example', reason: 'bounced', delivery_id: 'eml_a' },
      { ...row, address: 'r.palma@correo.example', reason: 'unsubscribed', delivery_id: 'eml_b' },
    ])
    const owner = await ShopPerson.signIn(paylink)
    await owner.send('/dashboard/settings/team', { email: 'nueva@laesperanza.example', role: 'admin' }, '/invitations')
  })
  after(() => paylink.stop())
  afterEach(() => visitor.leave())

  for (const { width, locale, isDark } of LOOKS) {
    const mark = `${width}-${locale === 'en' ? 'en' : 'es'}${isDark ? '-dark' : ''}`

    it(`fit, can be read, and leave axe nothing to find: ${mark}`, async () => {
      visitor = await Visitor.arrive({ width, isDark, locale, scripts: true })
      await visitor.signIn(await ShopPerson.signIn(paylink, 'owner', undefined, locale))
      const { page } = visitor
      const look = async (name: string): Promise<void> => {
        await visitor.picture(`email-${name}-${mark}`)
        expect(await visitor.overhang(), name).to.equal(0)
        expect(await contrastsBelow(visitor, 4.5), name).to.deep.equal([])
        expect(await axeFindings(visitor), name).to.deep.equal([])
      }
      const open = async (path: string): Promise<void> =>
        void (await page.goto(`${paylink.url}/dashboard/settings/email${path}`))
      await open('')
      await look('settings')
      await page.locator('form[action$="/test"] button').click()
      await page.locator('.notice.wrong').waitFor()
      await look('refused')
      await open('/preview/receipt')
      await look('preview')
      await open('/suppressed')
      await look('suppressed')
      await open('/suppressed/eml_b/allow')
      await look('allow')
      await open('/reports')
      await look('reports')
      await open('/sent')
      await look('sent')
      await page.locator('.sheet .title a').first().click()
      await page.locator('iframe.letter').waitFor()
      await look('one')
    })
  }
})
