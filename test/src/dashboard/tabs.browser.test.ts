import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { Accounts } from '@paylink/core/accounts/accounts.repository'
import { Connections } from '@paylink/core/connections/connections.repository'
import { UnitOfWork } from '@paylink/core/database/unit-of-work'
import { Ids } from '@paylink/core/kernel/ids'
import { TestAppliance } from '../support/appliance.js'
import { Visitor } from '../support/browser.js'
import { ENGINES } from '../support/engines.js'
import { PASSWORD, People } from '../support/people.js'
import { storedConnection } from '../support/stored-connection.js'

const EMAIL = 'lupita@tienda.example'
const LIVE = '/dashboard/links/new'
const TEST = '/dashboard/test/links/new'

/** The session and the mode do not depend on the engine. */
const [engine = 'sqlite'] = ENGINES

for (const scripts of [false, true]) {
  describe(`two tabs and the back button, ${scripts ? 'with' : 'without'} scripts`, () => {
    let paylink: TestAppliance
    let visitor: Visitor
    let one: Page
    let other: Page

    before(async () => {
      paylink = await TestAppliance.start(engine)
      await new People(paylink).owner(EMAIL)
      await goLive()
    })
    after(() => paylink.stop())
    beforeEach(async () => {
      visitor = await Visitor.arrive({ scripts, width: 1280 })
      one = visitor.page
      other = await one.context().newPage()
      await one.goto(`${paylink.url}/dashboard/sign-in`)
      await signIn(one)
      await one.waitForURL('**/dashboard')
    })
    afterEach(() => visitor.leave())

    /** With a connection that is only written down. */
    async function goLive(): Promise<void> {
      await paylink.changeAccount({ verifiedAt: new Date().toISOString(), subscription: 'active' })
      const { container } = paylink
      const [account] = await container.get(Accounts).list()
      const id = container.get(Ids).next('conn')
      const createdAt = paylink.clock.now().toISOString()
      const connection = storedConnection({ id, accountId: account?.id ?? '', livemode: true, createdAt })
      await container.get(UnitOfWork).run((tx) => container.get(Connections).put(tx, connection))
    }

    async function signIn(page: Page): Promise<void> {
      await page.getByLabel('Correo').fill(EMAIL)
      await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
      await page.getByRole('button', { name: 'Entrar', exact: true }).click()
    }

    async function type(page: Page, path: string, title: string): Promise<void> {
      await page.goto(paylink.url + path)
      await page.fill('[name=title]', title)
      await page.fill('[name="items[0].unitPrice"]', '245.50')
    }

    const send = (page: Page): Promise<void> => page.locator('[name=title]').press('Enter')

    const modesOf = async (title: string): Promise<boolean[]> =>
      (await paylink.db('payment_links').where({ title }).pluck('livemode')).map(Boolean)

    it('keep test and live apart, whichever form is sent first', async () => {
      await type(one, LIVE, 'De verdad')
      await type(other, TEST, 'De prueba')
      await send(other)
      await other.waitForURL(/\/dashboard\/test\/links\/plink_\w+\?created=1/)
      await send(one)
      await one.waitForURL(/\/dashboard\/links\/plink_\w+\?created=1/)
      expect([await modesOf('De verdad'), await modesOf('De prueba')]).to.deep.equal([[true], [false]])
    })

    it('never let a form of a test page act at a live address', async () => {
      await type(other, TEST, 'Cruzado')
      await other.evaluate(`document.querySelector('form[action="${TEST}"]').setAttribute('action', '${LIVE}')`)
      await send(other)
      await other.getByRole('heading', { name: 'Este formulario ya no vale' }).waitFor()
      expect(await modesOf('Cruzado')).to.deep.equal([])
    })

    it('bring back what was typed when the session ended in the other tab', async () => {
      await type(other, TEST, 'Lo que ya escribí')
      await one.getByRole('button', { name: 'Salir' }).first().click()
      await one.waitForURL(/sign-in/)
      await send(other)
      await other.waitForURL(/sign-in\?next=/)
      await signIn(other)
      await other.waitForURL(/links\/new\?held=/)
      expect(await other.inputValue('[name=title]')).to.equal('Lo que ya escribí')
      expect(await other.inputValue('[name="items[0].unitPrice"]')).to.equal('245.50')
      await send(other)
      await other.waitForURL(/plink_\w+\?created=1/)
      expect(await modesOf('Lo que ya escribí')).to.deep.equal([false])
    })

    it('make no second link of a form that is sent again after going back', async () => {
      await type(one, TEST, 'Una sola vez')
      await send(one)
      await one.waitForURL(/created=1/)
      await one.goBack()
      await one.locator('[name=title]').waitFor()
      // An empty form, of another key: what it made is not sent along.
      expect(await one.inputValue('[name=title]')).to.equal('')
      await send(one)
      await one.locator('#faults').waitFor()
      expect(await modesOf('Una sola vez')).to.deep.equal([false])
    })

    it('show a decision as made after going back to it', async () => {
      const link = await paylink.createLink({ title: 'Cobrado dos veces' })
      await paylink.pay(await paylink.openCheckout(link), 'succeed')
      await paylink.sweep()
      const [{ id }] = await paylink.paymentsOf(link.id)
      await paylink.change('payments', id, { review_reason: 'duplicate', review_since: new Date().toISOString() })
      await one.goto(`${paylink.url}/dashboard/test/review/${id}`)
      await one.locator('[name=decision][value=keep]').check()
      await one.fill('[name=reason]', 'Son dos pedidos')
      await one.locator('main button[type=submit]').last().click()
      await one.waitForURL(/done=1/)
      await one.goBack()
      await one.getByText('Este pago ya no espera ninguna decisión.').waitFor()
      expect(await one.locator('[name=decision]').count()).to.equal(0)
    })

    it('show nothing of the shop after signing out and going back', async () => {
      await paylink.createLink({ title: 'Pedido secreto' })
      await one.goto(`${paylink.url}/dashboard/test/links`)
      await one.getByText('Pedido secreto').first().waitFor()
      await one.getByRole('button', { name: 'Salir' }).first().click()
      await one.waitForURL(/sign-in/)
      await one.goBack()
      await one.getByRole('heading', { name: 'Entra a tu panel' }).waitFor()
      expect(await one.locator('html').innerHTML()).to.not.include('Pedido secreto')
    })
  })
}
