import { expect } from 'chai'
import { axeFindings } from '../browser/layout.js'
import { TestAppliance } from '../support/appliance.js'
import { Visitor } from '../support/browser.js'
import { ENGINES } from '../support/engines.js'
import { PASSWORD, People } from '../support/people.js'

const EMAIL = 'lupita@tienda.example'

for (const engine of ENGINES) {
  describe(`passkeys in a browser on ${engine}`, () => {
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
      visitor = await Visitor.arrive({ scripts: true, width: 390 })
      const devtools = await visitor.page.context().newCDPSession(visitor.page)
      await devtools.send('WebAuthn.enable')
      await devtools.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
          ...{ isUserVerified: true, automaticPresenceSimulation: true },
        },
      })
    })
    afterEach(() => visitor.leave())

    const reach = (title: string): Promise<void> =>
      visitor.page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()

    it('are added, sign in without a name, confirm, and are removed', async () => {
      const { page } = visitor
      await page.goto(`${paylink.url}/dashboard/sign-in?next=/dashboard/settings/security`)
      await page.getByLabel('Correo').fill(EMAIL)
      await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
      await page.getByRole('button', { name: 'Entrar', exact: true }).click()
      await reach('Tu acceso')
      await page.getByRole('link', { name: 'Agregar' }).click()
      await reach('Agregar huella o rostro')
      if (engine === 'sqlite') await visitor.picture('security-passkey-new-390')
      await page.getByLabel('¿Cómo se llama este equipo?').fill('Celular de Lupita')
      await visitor.press('Agregar')
      await page.getByText('Tu huella o rostro quedó agregada.').waitFor()
      if (engine === 'sqlite') await visitor.picture('security-passkey-390')
      expect(await axeFindings(visitor)).to.deep.equal([])

      await page.context().clearCookies()
      await page.goto(`${paylink.url}/dashboard/sign-in?next=/dashboard/settings/security`)
      if (engine === 'sqlite') await visitor.picture('sign-in-passkey-390')
      expect(await axeFindings(visitor)).to.deep.equal([])
      await visitor.press('Entrar con huella o rostro')
      await reach('Tu acceso')
      expect(await visitor.text()).to.include('Celular de Lupita')

      await page.getByRole('link', { name: 'Cambiar nombre' }).click()
      await reach('Cambiar el nombre de “Celular de Lupita”')
      await page.getByLabel('¿Cómo se llama este equipo?').fill('x'.repeat(201))
      await visitor.press('Guardar')
      await page.locator('#faults').getByText('hasta 200').waitFor()
      await page.getByLabel('¿Cómo se llama este equipo?').fill('Teléfono nuevo')
      await visitor.press('Guardar')
      await page.getByText('Quedó el nombre nuevo.').waitFor()
      const renamed = await paylink.db('audit_entries').where({ action: 'user.passkey_renamed' })
      expect(renamed).to.have.length(1)

      await page.locator('a[href$="/security/password"]').click()
      await reach('Contraseña nueva')
      paylink.clock.advance(11 * 60_000)
      await page.getByLabel('Contraseña nueva').fill('another password of hers')
      await visitor.press('Guardar')
      await reach('Confirma que eres tú')
      await visitor.press('Usar huella o rostro')
      await reach('Contraseña nueva')
      await page.getByLabel('Contraseña nueva').fill('another password of hers')
      await visitor.press('Guardar')
      await page.getByText('La cambiaste el').waitFor()
      if (engine === 'sqlite') await visitor.picture('security-password-changed-390')

      paylink.clock.advance(11 * 60_000)
      await page.getByRole('link', { name: 'Quitar' }).first().click()
      await reach('Confirma que eres tú')
      if (engine === 'sqlite') await visitor.picture('re-authentication-passkey-390')
      await visitor.press('Usar huella o rostro')
      await reach('¿Quitar “Teléfono nuevo”?')
      if (engine === 'sqlite') await visitor.picture('security-remove-390')
      await visitor.press('Quitar')
      await page.getByText('Se quitó. Ya no sirve para entrar.').waitFor()
      expect(visitor.complaints.filter((text) => !/status of 422/.test(text))).to.deep.equal([])
    })

    it('make the sign-in of an invitation', async () => {
      const token = await people.invite('ana@tienda.example', 'admin')
      const { page } = visitor
      await page.goto(`${paylink.url}/dashboard/invitation/${token}`)
      await page.getByLabel('Tu nombre').fill('Ana')
      await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
      const box = page.getByLabel('Agregar mi huella o rostro ahora')
      await box.check()
      await visitor.press('Crear mi acceso')
      await page.waitForURL(/\/dashboard\/?$/)
      const [user] = await paylink.db('users').where({ email_key: 'ana@tienda.example' })
      expect(await paylink.db('passkeys').where({ user_id: user.id })).to.have.length(1)
    })

    it('that are refused leave the form as it is', async () => {
      const { page } = visitor
      await page.goto(`${paylink.url}/dashboard/sign-in`)
      await page.getByLabel('Correo').fill(EMAIL)
      await visitor.press('Entrar con huella o rostro')
      await page.getByText('No se pudo con tu huella o rostro.').waitFor()
      expect(await page.getByLabel('Correo').inputValue()).to.equal(EMAIL)
    })
  })
}
