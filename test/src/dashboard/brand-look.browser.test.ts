import { expect } from 'chai'
import { contrastsBelow } from '../browser/contrasts.js'
import { TestAppliance } from '../support/appliance.js'
import { Visitor, type VisitorKind } from '../support/browser.js'
import { ShopPerson } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'

const PAGE = '/dashboard/settings/brand'
const KINDS: [string, VisitorKind][] = [
  ['390', { width: 390 }],
  ['1440', { width: 1440 }],
  ['390-en-dark', { width: 390, isDark: true, locale: 'en' }],
  ['1440-en', { width: 1440, locale: 'en' }],
]

describe('brand and details in a browser', () => {
  let paylink: TestAppliance
  let visitor: Visitor
  before(async () => {
    paylink = await TestAppliance.start(ENGINES[0] ?? 'sqlite')
    await paylink.change('accounts', paylink.account.id, { subscription: 'active' })
  })
  after(() => paylink.stop())
  afterEach(() => visitor.leave())

  for (const [name, kind] of KINDS) {
    it(`fit and can be read: ${name}`, async () => {
      visitor = await Visitor.arrive({ scripts: true, ...kind })
      await visitor.signIn(await ShopPerson.signIn(paylink, 'owner', undefined, kind.locale === 'en' ? 'en' : null))
      for (const [page, path] of [
        ['brand', PAGE],
        ['brand-deactivate', `${PAGE}/deactivate`],
      ] as const) {
        await visitor.page.goto(paylink.url + path)
        await visitor.picture(`${page}-${name}`)
        expect(await visitor.overhang(), page).to.equal(0)
        expect(await contrastsBelow(visitor, 4.5), page).to.deep.equal([])
      }
    })
  }
})
