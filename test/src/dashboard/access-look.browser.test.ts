import { expect } from 'chai'
import { SetUpAddress } from '@paylink/core/identity/set-up-address'
import { RequestReset } from '@paylink/core/identity/request-reset'
import { actForAccount, OPERATOR } from '@paylink/core/kernel/principal'
import { contrastsBelow } from '../browser/contrasts.js'
import { axeFindings } from '../browser/layout.js'
import { TestAppliance } from '../support/appliance.js'
import { Visitor } from '../support/browser.js'
import { ShopPerson } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'
import { People } from '../support/people.js'

const EMAIL = 'lupita@tienda.example'
const BASE = '/dashboard/test'

/** In English and dark; the walks through these pages look at them in Spanish and light. */
describe('the pages of signing in and of the first run, in the dark', () => {
  let paylink: TestAppliance
  let people: People
  let visitor: Visitor

  before(async () => {
    paylink = await TestAppliance.start(ENGINES[0] ?? 'sqlite')
    people = new People(paylink)
    visitor = await Visitor.arrive({ width: 390, isDark: true, locale: 'en', scripts: true })
  })
  after(async () => {
    await visitor.leave()
    await paylink.stop()
  })

  async function look(name: string, address: string): Promise<void> {
    await visitor.page.goto(address.startsWith('http') ? address : paylink.url + address)
    expect(await visitor.page.locator('html').getAttribute('lang'), name).to.equal('en')
    await visitor.picture(`${name}-390-en-dark`)
    expect(await visitor.overhang(), name).to.equal(0)
    expect(await contrastsBelow(visitor, 4.5), name).to.deep.equal([])
    expect(await axeFindings(visitor), name).to.deep.equal([])
  }

  it('fit a phone, can be read, and leave axe nothing to find without a session', async () => {
    await look('setup-1', (await paylink.container.get(SetUpAddress).find()) ?? '')
    await people.owner(EMAIL)
    await look('sign-in', '/dashboard/sign-in')
    await look('forgot', '/dashboard/sign-in/forgot')
    await look('invitation', `/dashboard/invitation/${await people.invite('chuy@tienda.example', 'cashier')}`)
    const account = actForAccount(OPERATOR, paylink.account.id)
    const reset = await paylink.container.get(RequestReset).forMember(account, EMAIL, { clearsSecondFactor: false })
    await look('reset', reset.address)
    await look('used', '/dashboard/reset/invt_x.y')
  })

  it('fit a phone, can be read, and leave axe nothing to find with one', async () => {
    await visitor.signIn(await ShopPerson.signIn(paylink, 'owner', undefined, 'en'))
    for (const step of ['2', '3', '4']) await look(`setup-${step}`, `${BASE}/setup/${step}`)
    const security = `${BASE}/settings/security`
    await look('security', security)
    for (const page of ['code', 'password', 'passkeys/new']) {
      await look(`security-${page.replace('/', '-')}`, `${security}/${page}`)
    }
    await look('confirm', `${BASE}/confirm?next=${security}/password`)
  })
})
