import { expect } from 'chai'
import { contrastsBelow } from '../browser/contrasts.js'
import { axeFindings } from '../browser/layout.js'
import { TestAppliance } from '../support/appliance.js'
import { Visitor, type VisitorKind } from '../support/browser.js'
import { ShopPerson } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'
import { People } from '../support/people.js'

const SETTINGS = '/dashboard/settings'
const KINDS: [string, VisitorKind][] = [
  ['390', { width: 390 }],
  ['1440', { width: 1440 }],
  ['390-en-dark', { width: 390, isDark: true, locale: 'en' }],
  ['1440-en-dark', { width: 1440, isDark: true, locale: 'en' }],
]

describe('the pages of team, audit log, plugins and installation in a browser', () => {
  let paylink: TestAppliance
  let visitor: Visitor
  const pages: [string, string][] = []

  before(async () => {
    paylink = await TestAppliance.start(ENGINES[0] ?? 'sqlite')
    const people = new People(paylink)
    const email = 'alejandra.mondragon@mondragoncontadores.example'
    const { session } = await people.join(email, 'viewer')
    await paylink.change('users', session.user.id, { name: 'C.P. Alejandra Mondragón Ríos de la Garza' })
    await paylink.writer('passkeys').insert({
      ...{ id: 'pk_1', user_id: session.user.id, account_id: paylink.account.id, name: 'Phone', public_key: 'AA' },
      ...{ counter: 0, transports: '[]', created_at: paylink.clock.now().toISOString(), last_used_at: null },
    })
    await people.join('mariana@tienda.example', 'cashier')
    const [invitation = ''] = (await people.invite('hornos@tienda.example', 'cashier')).split('.')
    const one = `/team/people/${session.user.id}`
    pages.push(
      ['team', '/team'],
      ['team-person', one],
      ['team-remove', `${one}/remove`],
      ['team-second-factor', `${one}/second-factor`],
      ['team-invitation', `/team/invitations/${invitation}`],
      ['audit', '/audit'],
      ['audit-no-match', '/audit?q=zzzz&what=team'],
      ['plugins', '/plugins'],
      ['about', '/about'],
      ['security-email', '/security/email'],
    )
  })
  after(() => paylink.stop())
  afterEach(() => visitor.leave())

  for (const [name, kind] of KINDS) {
    it(`fit, can be read, and leave axe nothing to find: ${name}`, async () => {
      visitor = await Visitor.arrive({ scripts: true, ...kind })
      const person = await ShopPerson.signIn(paylink, 'owner', undefined, kind.locale === 'en' ? 'en' : null)
      // Longer than a line of a phone.
      const email = `${person.userId}.de.la.cruz@contabilidad.tienda.example`
      await paylink.change('users', person.userId, { email, email_key: email })
      await visitor.signIn(person)
      for (const [page, path] of pages) {
        await visitor.page.goto(paylink.url + SETTINGS + path)
        await visitor.picture(`${page}-${name}`)
        expect(await visitor.overhang(), page).to.equal(0)
        expect(await contrastsBelow(visitor, 4.5), page).to.deep.equal([])
        expect(await axeFindings(visitor), page).to.deep.equal([])
      }
    })
  }

  it('invite a person and show the address once, without JavaScript', async () => {
    visitor = await Visitor.arrive({ width: 390 })
    await visitor.signIn(await ShopPerson.signIn(paylink))
    const { page } = visitor
    await page.goto(`${paylink.url}${SETTINGS}/team`)
    await page.getByLabel('Correo', { exact: true }).fill('ana@tienda.example')
    await page.getByText('Crea y comparte enlaces').click()
    await visitor.press('Crear invitación')
    await page.getByRole('heading', { level: 1, name: 'Manda este enlace ahora' }).waitFor()
    await visitor.picture('team-address-390')
    const address = (await page.locator('.copyable code').textContent()) ?? ''
    expect((await fetch(address)).status).to.equal(200)
    await page.getByRole('link', { name: 'Listo, ya lo mandé' }).click()
    expect(await visitor.text()).to.include('ana@tienda.example')
  })
})
