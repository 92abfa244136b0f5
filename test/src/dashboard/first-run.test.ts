import { SetUpAddress } from '@paylink/core/identity/set-up-address'
import { expect } from 'chai'
import { axeFindings } from '../browser/layout.js'
import stripe from '@paylink/provider-a'
import conekta from '@paylink/provider-b'
import { TestAppliance } from '../support/appliance.js'
import { type PageLanguage, Visitor } from '../support/browser.js'
import { CheckoutSandbox } from '../support/checkout-sandbox.js'
import { ENGINES } from '../support/engines.js'
import { PASSWORD } from '../support/people.js'

interface Walk {
  scripts: boolean
  width: number
  locale: PageLanguage
  way: Way | null
}

/** A provider, as its simulator plays it over HTTP. Without one the simulator that is built in is chosen. */
interface Way {
  plugin: typeof stripe
  name: RegExp
  key: string
  right: string
  wrong: string
}

const STRIPE: Way = {
  ...{ plugin: stripe, name: /Stripe/, key: 'secretKey' },
  ...{ right: 'sk_test_sandboxharness0001', wrong: 'sk_test_anotherAccount0001' },
}
const CONEKTA: Way = {
  ...{ plugin: conekta, name: /Conekta/, key: 'privateKey' },
  ...{ right: 'key_sandboxharness0001', wrong: 'key_anotherAccount0001' },
}

/** A refused form, and axe-core that asks the frame of the preview. */
const EXPECTED = /status of 422|Failed to execute 'postMessage'/

const WALKS: readonly Walk[] = [
  { scripts: false, width: 390, locale: 'es-MX', way: STRIPE },
  { scripts: true, width: 1440, locale: 'es-MX', way: CONEKTA },
  { scripts: true, width: 390, locale: 'en', way: null },
]

const WORDS = {
  'es-MX': {
    ...{ name: 'Tu nombre', email: 'Correo', password: 'Contraseña', next: 'Seguir', business: 'Nombre' },
    ...{ color: 'Verde azulado', what: '¿Qué cobras?', amount: '¿Cuánto?', pay: 'Crear y pagar de prueba' },
    simulator: /simulador/,
    titles: ['Hola. Primero, tu acceso', 'Tu negocio', '¿Cómo cobras?', 'Tu primer enlace'],
    refused: 'no aceptó esta llave. Revísala; no se guardó nada.',
    used: 'Este enlace ya se usó o venció',
  },
  en: {
    ...{ name: 'Your name', email: 'E-mail', password: 'Password', next: 'Continue', business: 'Name' },
    ...{ color: 'Teal', what: 'What are you charging for?', amount: 'How much?', pay: 'Create and pay a test' },
    simulator: /simulator/,
    titles: ['Welcome. First, your sign-in', 'Your business', 'How will you get paid?', 'Your first link'],
    refused: 'didn’t accept this key. Check it; nothing was saved.',
    used: 'This link was used or has expired',
  },
}

for (const engine of ENGINES) {
  for (const { scripts, width, locale, way } of WALKS) {
    const kind = `${width} px, ${locale}, ${scripts ? 'with' : 'without'} scripts`
    describe(`the first run on ${engine} (${kind})`, () => {
      let paylink: TestAppliance
      let visitor: Visitor
      let address: string
      const sandbox = way && new CheckoutSandbox(way.plugin, {})

      before(async () => {
        await sandbox?.start()
        paylink = await TestAppliance.start(engine, { outboundAllowPrivate: true })
        const found = await paylink.container.get(SetUpAddress).find()
        address = `${found ?? ''}?lang=${locale === 'en' ? 'en' : 'es'}`
        visitor = await Visitor.arrive({ scripts, width, locale })
      })
      after(async () => {
        await visitor.leave()
        await paylink.stop()
        await sandbox?.stop()
      })

      const words = WORDS[locale]

      const look = async (name: string): Promise<void> => {
        if (engine === 'sqlite') await visitor.picture(`first-run-${name}-${width}-${locale}`)
        expect(await visitor.overhang(), 'wider than the window').to.equal(0)
        expect(visitor.complaints.filter((text) => !EXPECTED.test(text))).to.deep.equal([])
        if (!scripts) return
        expect(await axeFindings(visitor)).to.deep.equal([])
        // What pictures and axe-core leave behind would be copied by a swap, against the policy.
        await visitor.page.evaluate(
          "document.querySelectorAll('[style]').forEach((one) => one.removeAttribute('style'))",
        )
      }

      const reach = (step: number): Promise<void> =>
        visitor.page.getByRole('heading', { level: 1, name: words.titles[step], exact: true }).waitFor()

      const fill = (label: string, text: string): Promise<void> =>
        visitor.page.getByLabel(label, { exact: false }).first().fill(text)

      /** Everything but the last press, after a key that the provider refuses. */
      async function connect({ plugin, name, key, right, wrong }: Way, apiBase = ''): Promise<void> {
        const { page } = visitor
        const field = (setting: string) => page.locator(`[name="${plugin.manifest.id}.${setting}"]`)
        await page
          .locator('.unfold')
          .filter({ has: field(key) })
          .locator('summary')
          .click()
        await field('apiBase').fill(apiBase)
        await field(key).fill(wrong)
        await visitor.press(words.next)
        // The field is already marked as wrong: it was sent empty before.
        await page.getByText(words.refused).first().waitFor()
        await look('3-refused')
        expect(await field(key).getAttribute('aria-invalid')).to.equal('true')
        expect(await page.getByRole('radio', { name }).isChecked()).to.equal(true)
        expect(await field('apiBase').inputValue()).to.equal(apiBase)
        // A secret is never sent back.
        expect(await field(key).inputValue()).to.equal('')
        expect(await page.content()).to.not.include(wrong)
        expect(await paylink.db('connections').where({ sandbox: false })).to.have.length(0)
        await field(key).fill(right)
      }

      /** There and back, in the middle of the first run; it stays the person's own. */
      async function changeLanguage(): Promise<void> {
        const { page } = visitor
        await visitor.press('Español')
        await page.getByRole('heading', { level: 1, name: WORDS['es-MX'].titles[1] ?? '', exact: true }).waitFor()
        expect(await paylink.db('users').pluck('locale')).to.deep.equal(['es-MX'])
        await visitor.press('English')
        await reach(1)
      }

      it('leads in four steps from the address that up printed to a test payment', async () => {
        const { page } = visitor
        await page.goto(address)
        await reach(0)
        await look('1')
        await fill(words.name, 'Rubén Ávalos')
        await fill(words.email, 'ruben@hermanosavalos.mx')
        await fill(words.password, 'corta')
        await visitor.press(words.next)
        await visitor.page.locator('#faults').waitFor()
        await look('1-faults')
        expect(await page.getByLabel(words.name).inputValue()).to.equal('Rubén Ávalos')
        await fill(words.password, PASSWORD)
        await visitor.press(words.next)

        await reach(1)
        expect(new URL(page.url()).pathname).to.equal('/dashboard/test/setup/2')
        if (locale === 'en') await changeLanguage()
        await fill(words.business, 'Taller Mecánico Hermanos Ávalos')
        await page.getByLabel(words.color).check()
        await look('2')
        await visitor.press(words.next)

        await reach(2)
        await look('3')
        await page.getByRole('radio', { name: (way ?? STRIPE).name }).check()
        await visitor.press(words.next)
        await page.locator('#faults').waitFor()
        await look('3-faults')
        expect(await page.locator('[aria-invalid]').first().getAttribute('type')).to.equal('password')
        if (way) await connect(way, sandbox?.apiBase)
        else await page.getByRole('radio', { name: words.simulator }).check()
        await visitor.press(words.next)

        await reach(3)
        await fill(words.what, 'Afinación mayor')
        await fill(words.amount, '2,450.00')
        await look('4')
        await visitor.press(words.pay)
        await page.waitForURL(/\/p\//)
        expect(await visitor.text())
          .to.include('Taller Mecánico Hermanos Ávalos')
          .and.include('2,450.00')
      })

      it('verifies the business, which may then create live links, and makes one owner', async () => {
        const [account] = await paylink.db('accounts')
        expect(account.verified_at).not.to.equal(null)
        expect(account).to.include({
          brand_color: '#0f766e',
          subscription: 'active',
          support_email: 'ruben@hermanosavalos.mx',
        })
        expect(await paylink.db('users').pluck('role')).to.deep.equal(['owner'])
      })

      it('leaves the way that was chosen connected', async () => {
        const rows = await paylink
          .db('connections')
          .where({ provider: (way ?? STRIPE).plugin.manifest.id, status: 'active', livemode: false })
        expect(rows.map((row) => Boolean(row.sandbox))).to.deep.equal([way === null])
      })

      it('the address works once', async () => {
        await visitor.page.goto(address)
        expect(await visitor.title()).to.equal(words.used)
      })
    })
  }
}
