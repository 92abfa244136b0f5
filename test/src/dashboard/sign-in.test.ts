import { ChangeAccount } from '@paylink/core/accounts/change-account'
import { RequestReset } from '@paylink/core/identity/request-reset'
import { actForAccount, OPERATOR } from '@paylink/core/kernel/principal'
import { expect } from 'chai'
import { TOTP } from 'otpauth'
import { axeFindings } from '../browser/layout.js'
import { TestAppliance } from '../support/appliance.js'
import { Visitor } from '../support/browser.js'
import { ONE_ENGINE } from '../support/engines.js'
import { PASSWORD, People } from '../support/people.js'

const EMAIL = 'lupita@tienda.example'
/** Chromium tells of every refused form. */
const EXPECTED = /status of 4(22|29|04)/

for (const engine of ONE_ENGINE) {
  for (const { scripts, width } of [
    { scripts: false, width: 390 },
    { scripts: true, width: 1440 },
  ]) {
    describe(`signing in on ${engine} (${width} px, ${scripts ? 'with' : 'without'} scripts)`, () => {
      let paylink: TestAppliance
      let people: People
      let visitor: Visitor

      before(async () => {
        paylink = await TestAppliance.start(engine)
        people = new People(paylink)
        await people.owner(EMAIL)
      })
      after(() => paylink.stop())
      beforeEach(async () => {
        paylink.clock.advance(2 * 3600_000)
        visitor = await Visitor.arrive({ scripts, width })
      })
      afterEach(() => visitor.leave())

      const at = (path: string): Promise<unknown> => visitor.page.goto(`${paylink.url}/dashboard${path}`)

      const look = async (name: string): Promise<void> => {
        expect(visitor.complaints.filter((text) => !EXPECTED.test(text))).to.deep.equal([])
        await visitor.picture(`${name}-${width}`)
        expect(await visitor.overhang(), 'wider than the window').to.equal(0)
        if (!scripts) return
        expect(await axeFindings(visitor)).to.deep.equal([])
        // What pictures and axe-core leave behind would be copied by a swap, against the policy.
        await visitor.page.evaluate(
          "document.querySelectorAll('[style]').forEach((one) => one.removeAttribute('style'))",
        )
      }

      const reach = (title: string): Promise<void> =>
        visitor.page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()

      const fill = (label: string, text: string): Promise<void> =>
        visitor.page.getByLabel(label, { exact: true }).fill(text)

      /** Where the browser knows passkeys, the button for the password is not the only one. */
      const enter = async (email = EMAIL, password = PASSWORD): Promise<void> => {
        await fill('Correo', email)
        await fill('Contraseña', password)
        await visitor.page.getByRole('button', { name: 'Entrar', exact: true }).click()
      }

      const path = (): string => visitor.page.url().slice(paylink.url.length)

      it('leads back to the page that was asked for, and nowhere else', async () => {
        await at('/settings/security?from=mail')
        await reach('Entra a tu panel')
        await look('sign-in')
        await enter()
        await reach('Tu acceso')
        await look('security')
        expect(path()).to.equal('/dashboard/settings/security?from=mail')
        await visitor.page.context().clearCookies()
        for (const next of ['https://example.com/', '//example.com/dashboard', '/p/x', '/dashboard/../p']) {
          await at(`/sign-in?next=${encodeURIComponent(next)}`)
          expect(await visitor.page.locator('input[name=next]').first().inputValue(), next).to.equal('/dashboard')
        }
      })

      it('refuses in the same words for every cause, keeps the address, and makes a guesser wait', async () => {
        await at('/sign-in')
        await enter(EMAIL, 'not the password')
        await visitor.page.getByText('No pudimos entrar con esos datos.').waitFor()
        expect(await visitor.page.getByLabel('Correo').inputValue()).to.equal(EMAIL)
        expect(await visitor.page.getByLabel('Contraseña', { exact: true }).inputValue()).to.equal('')
        await look('sign-in-refused')
        await enter('no-one@tienda.example', 'not the password')
        await visitor.page.getByText('No pudimos entrar con esos datos.').waitFor()
        while ((await people.guess('no-one@tienda.example', '127.0.0.1')) === 0);
        await visitor.page.context().clearCookies()
        await enter('no-one@tienda.example', 'not the password')
        await visitor.page.getByText('Espera un minuto e intenta otra vez.').waitFor()
      })

      it('asks for a code, takes a backup code, and shows those once', async () => {
        const person = await people.join(`ana${width}@tienda.example`, 'admin')
        await at('/sign-in?next=/dashboard/settings/security')
        await enter(person.email)
        await reach('Tu acceso')
        await visitor.page.getByRole('link', { name: 'Activar' }).click()
        await reach('Activa el código de seis números')
        await look('security-code')
        const secret = (await visitor.page.locator('[data-secret]').innerText()).replace(/\s/g, '')
        const code = (): string => new TOTP({ secret }).generate({ timestamp: paylink.clock.now().getTime() })
        await fill('Código', '000000')
        await visitor.page.getByRole('button', { name: 'Activar' }).click()
        await visitor.page.locator('#faults').waitFor()
        await fill('Código', code())
        await visitor.page.getByRole('button', { name: 'Activar' }).click()
        await reach('El código quedó activo')
        await look('security-recovery')
        const [backup = ''] = await visitor.page.locator('.recovery-codes li').allInnerTexts()
        await visitor.page.getByRole('link', { name: 'Ya los guardé' }).click()
        await reach('Tu acceso')
        expect(await visitor.text()).to.include('Te quedan 10 de 10')

        await visitor.page.context().clearCookies()
        paylink.clock.advance(60_000)
        await at('/sign-in')
        await enter(person.email)
        await reach('Falta tu código')
        await look('second-factor')
        await fill('Código', '000 000')
        await visitor.page.getByRole('button', { name: 'Entrar', exact: true }).click()
        await visitor.page.getByText('Ese código no es').waitFor()
        await visitor.page.getByRole('link', { name: 'Usar un código de respaldo' }).click()
        await reach('Usa un código de respaldo')
        await fill('Código de respaldo', backup.toUpperCase())
        await visitor.page.getByRole('button', { name: 'Entrar', exact: true }).click()
        await visitor.page.waitForURL((url) => !url.pathname.includes('sign-in'))
        await at('/settings/security')
        expect(await visitor.text()).to.include('Te quedan 9 de 10')
      })

      it('asks who it is before what is dangerous, once in ten minutes, and carries what was typed along', async () => {
        const person = await people.join(`eva${width}@tienda.example`, 'viewer')
        await at('/sign-in?next=/dashboard/test/settings/security')
        await enter(person.email)
        await reach('Tu acceso')
        const before = (await visitor.page.context().cookies()).find(({ name }) => name === 'paylink_session')
        paylink.clock.advance(11 * 60_000)
        await visitor.page.locator('a[href$="/security/password"]').click()
        await reach('Confirma que eres tú')
        expect(await visitor.text()).to.include('Vas a cambiar cómo entras.')
        await look('re-authentication')
        await fill('Contraseña', 'not the password')
        await visitor.press('Confirmar')
        await visitor.page.getByText('No pudimos confirmar que eres tú con eso.').waitFor()
        await fill('Contraseña', PASSWORD)
        await visitor.press('Confirmar')
        await reach('Contraseña nueva')
        const after = (await visitor.page.context().cookies()).find(({ name }) => name === 'paylink_session')
        expect(after?.value).not.to.equal(before?.value)
        expect(after).to.include({ httpOnly: true, sameSite: 'Lax', path: '/' })
        await fill('Contraseña nueva', 'another password of hers')
        await visitor.press('Guardar')
        await visitor.page.getByText('Tu contraseña cambió').waitFor()
        expect(path()).to.match(/^\/dashboard\/test\/settings\/security/)
        expect((await people.signIn(person.email)).outcome).to.equal('refused')
      })

      it('sets a new password by a one-time address, which works once', async () => {
        const person = await people.join(`fer${width}@tienda.example`, 'cashier')
        await at('/sign-in')
        await visitor.page.getByRole('link', { name: 'Olvidé mi contraseña' }).click()
        await reach('Contraseña nueva')
        expect(await visitor.text()).to.include('paylink users reset-password')
        const principal = actForAccount(OPERATOR, paylink.account.id)
        const reset = paylink.container.get(RequestReset)
        const { address } = await reset.forMember(principal, person.email, { clearsSecondFactor: false })
        await visitor.page.goto(address)
        await reach('Pon tu contraseña nueva')
        await fill('Contraseña nueva', 'corta')
        await visitor.press('Guardar contraseña')
        await visitor.page.locator('#faults').waitFor()
        await look('reset')
        await fill('Contraseña nueva', 'another password of his')
        await visitor.press('Guardar contraseña')
        await reach('Entra a tu panel')
        await enter(person.email, 'another password of his')
        await visitor.page.waitForURL((url) => !url.pathname.includes('sign-in'))
        await visitor.page.goto(address)
        await reach('Este enlace ya se usó o venció')
        await look('used')
      })

      it('accepts an invitation, with its role in words', async () => {
        const token = await people.invite(`sofi${width}@tienda.example`, 'cashier')
        await at(`/invitation/${token}`)
        await reach(`Te invitaron a ${paylink.account.name}`)
        expect(await visitor.text()).to.include('Caja: crea enlaces y ve sus cobros')
        await look('invitation')
        await fill('Tu nombre', 'Sofi')
        await fill('Contraseña', PASSWORD)
        await visitor.press('Crear mi acceso')
        await visitor.page.waitForURL(/\/dashboard\/?$/)
        await at('/settings/security')
        await reach('Tu acceso')
        const [user] = await paylink.db('users').where({ email_key: `sofi${width}@tienda.example` })
        expect(user).to.include({ name: 'Sofi', role: 'cashier' })
      })

      it('closes other sessions, and signs out', async () => {
        const person = await people.join(`dani${width}@tienda.example`, 'admin')
        await at('/sign-in?next=/dashboard/settings/security')
        await enter(person.email)
        await reach('Tu acceso')
        await visitor.press('Cerrar las demás')
        await visitor.page.getByText('Se cerraron las demás sesiones.').waitFor()
        expect(await people.find(person.token)).to.equal(undefined)
        const [cookie] = (await visitor.page.context().cookies()).filter(({ name }) => name === 'paylink_session')
        expect(await people.find(cookie?.value ?? '')).not.to.equal(undefined)
        await visitor.page.evaluate("document.querySelector('form[action$=sign-out] button')?.click()")
        if (scripts) {
          await reach('Entra a tu panel')
          expect(await people.find(cookie?.value ?? '')).to.equal(undefined)
        }
      })

      it('shows a person nothing else until they have the second factor that the account requires', async () => {
        const person = await people.join(`beto${width}@tienda.example`, 'admin')
        const change = paylink.container.get(ChangeAccount)
        const principal = actForAccount(OPERATOR, paylink.account.id)
        await change.run(principal, { requiresSecondFactor: true })
        await at('/sign-in?next=/dashboard/links/new')
        await enter(person.email)
        await reach('Tu acceso')
        expect(await visitor.text()).to.include('Tu negocio pide un segundo paso.')
        await look('security-required')
        await change.run(principal, { requiresSecondFactor: false })
      })
    })
  }
}
