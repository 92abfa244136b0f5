import { CheckConnection } from '@paylink/core/connections/check-connection'
import { Connections } from '@paylink/core/connections/connections.repository'
import { Generation } from '@paylink/core/database/generation'
import { ROLES } from '@paylink/core/identity/role'
import { Plugins } from '@paylink/core/plugin-host/registry'
import { ProviderUnavailableError } from '@paylink/plugin-api'
import { expect } from 'chai'
import { TestAppliance } from '../support/appliance.js'
import { formsIn, ShopPerson } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'
import { InvoiceShop } from '../support/invoice-shop.js'

const PAGE = '/dashboard/test/settings/invoicing'
const FORM = `${PAGE}/invoicing_provider/connect`
const SANDBOX = `${PAGE}/invoicing_provider/sandbox`
const SECRET = 'sk_test_ofNoOrganization'
const MINUTE_MS = 60_000

for (const engine of ENGINES) {
  describe(`the settings of invoicing, on ${engine} (R21, R59, R249)`, () => {
    let paylink: TestAppliance
    let shop: InvoiceShop
    let owner: ShopPerson

    before(async () => {
      paylink = await TestAppliance.start(engine, {}, { http: true, jobs: false })
      shop = InvoiceShop.over(paylink)
    })
    after(() => paylink.stop())
    beforeEach(async () => (owner = await ShopPerson.signIn(paylink)))

    const inUse = async () => {
      await paylink.container.get(Generation).refresh()
      const found = await paylink.container.get(Connections).listInUse('invoicing', shop.scope)
      expect(found.length).to.be.below(2)
      return found[0]
    }
    const press = (path: string, fields: Record<string, string>) => owner.post(path, fields)

    it('lead from nothing to the simulator in one press, also when it is pressed twice at once', async () => {
      const { text } = await owner.get(PAGE)
      expect(text).to.match(/Por hacer: Conectar Facturapi/)
      expect(text).to.include('Se elige cuando esté conectado.')
      expect((await owner.get('/dashboard/settings/invoicing')).text).to.not.include('simulador')
      const { fields } = await owner.form(PAGE, '/sandbox')
      const replies = await Promise.all([1, 2].map(() => press(SANDBOX, fields)))
      for (const { status, headers } of replies) {
        expect([status, headers.get('location')]).to.deep.equal([303, `${PAGE}?saved=connected`])
      }
      expect(await paylink.db('invoicing_connections').select()).to.have.length(1)
      const page = await owner.get(`${PAGE}?saved=connected`)
      expect(page.text).to.include('El simulador de Facturapi quedó conectado.')
      expect(page.text).to.include('Falta elegir a nombre de quién.')
      expect(page.html).to.include(`${paylink.url}/hooks/invoicing_provider/${(await inUse())?.id}`)
    })

    it('choose in whose name, once', async () => {
      const [first, second] = await shop.issuers()
      expect((await owner.get(PAGE)).text).to.include(`RFC ${first?.rfc}`)
      const { action, fields } = await owner.form(PAGE, PAGE)
      expect(fields['issuer']).to.equal(undefined)
      await press(action, { ...fields, issuer: first?.id ?? '' })
      const chosen = await inUse()
      expect(chosen?.issuer?.id).to.equal(first?.id)
      await press(action, { ...fields, issuer: first?.id ?? '' })
      expect((await inUse())?.updatedAt).to.equal(chosen?.updatedAt)
      expect((await owner.get(`${PAGE}?saved=settings`)).text).to.match(/Facturación Lista .*Quedó guardado/)

      const unknown = await owner.send(PAGE, { issuer: 'org_unknown', days: '7' })
      expect(unknown.status).to.equal(422)
      expect(unknown.text).to.include('Esa organización no está entre las de esta llave de Facturapi.')
      expect(unknown.html).to.match(/name="days"[^>]*value="7"/)
      expect((await inUse())?.issuer?.id).to.equal(first?.id)
      await owner.send(PAGE, { issuer: second?.id ?? '' })
      expect((await inUse())?.issuer?.id).to.equal(second?.id)
    })

    it('change only what was changed, and say until when customers can ask', async () => {
      const form = await owner.form(PAGE, PAGE)
      await owner.send(PAGE, { days: '10' })
      const days = async () =>
        (await paylink.db('accounts').where({ id: paylink.account.id }).first()).invoice_days_after_month
      expect(await days()).to.equal(10)
      const month = new Intl.DateTimeFormat('es-MX', { month: 'long', timeZone: 'America/Mexico_City' })
      expect((await owner.get(PAGE)).text).to.match(
        new RegExp(
          `Lo pagado en ${month.format(paylink.clock.now())}, hasta el 10 de \\w+( de \\d+)?\\. Vale en los dos modos\\.`,
        ),
      )
      // A form that was opened before, and changes something else.
      const [first] = await shop.issuers()
      await press(form.action, { ...form.fields, issuer: first?.id ?? '' })
      expect(await days()).to.equal(10)
      for (const wrong of ['', '61', '-1', '1.5', 'x']) {
        const refused = await owner.send(PAGE, { days: wrong })
        expect(refused.status, wrong).to.equal(422)
        expect(refused.text).to.include('Escribe un número de días, de 0 a 60.')
      }
      expect(await days()).to.equal(10)
    })

    it('work without the provider’s answer', async () => {
      const provider = paylink.container.get(Plugins).provider('invoicing', 'invoicing_provider')!
      const { listIssuers } = provider
      provider.listIssuers = () => Promise.reject(new ProviderUnavailableError('away'))
      const { status, text } = await owner.get(PAGE)
      provider.listIssuers = listIssuers
      expect(status).to.equal(200)
      expect(text).to.include('No pudimos preguntarle a Facturapi por tus organizaciones.')
      expect(text).to.include((await inUse())?.issuer?.rfc)
    })

    it('show an issuer that is not ready in grey, with what is missing there', async () => {
      const provider = paylink.container.get(Plugins).provider('invoicing', 'invoicing_provider')!
      const { listIssuers } = provider
      const issuers = [
        { id: 'org_new', legalName: '<i>HORNOS</i>', problem: 'falta subir su certificado <b>(CSD)</b>' },
      ]
      provider.listIssuers = () => Promise.resolve(issuers)
      const { html, text } = await owner.get(PAGE)
      provider.listIssuers = listIssuers
      expect(text).to.include('<i>HORNOS</i> Todavía no: falta subir su certificado <b>(CSD)</b>')
      expect(html).to.match(/<input[^>]*value="org_new"[^>]*disabled/)
      expect(html).to.not.include('<i>HORNOS')
      expect((await inUse())?.issuer, 'the chosen one stays listed').to.not.equal(null)
      expect(text).to.include((await inUse())?.issuer?.rfc)
    })

    it('refuse a key on its field, and never show or keep it', async () => {
      const refused = await owner.send(FORM, { 'invoicing_provider.secretKey': 'sk_live_ofTheOtherMode' })
      expect(refused.status).to.equal(422)
      const { html, text } = await owner.send(FORM, { 'invoicing_provider.secretKey': 'wrong' })
      expect(text).to.include('Revisa: Llave secreta.')
      expect(html).to.match(/name="invoicing_provider.secretKey"[^>]*aria-invalid="true"/)
      const form = await owner.form(FORM, '/connect')
      paylink.clock.advance(11 * MINUTE_MS)
      const asked = await press(form.action, { ...form.fields, 'invoicing_provider.secretKey': SECRET })
      const { pathname, searchParams } = new URL(asked.headers.get('location') ?? '', paylink.url)
      expect(pathname).to.equal('/dashboard/test/confirm')
      const again = await (await ShopPerson.again(owner)).get(searchParams.get('next') ?? '')
      expect(again.status).to.equal(200)
      expect(again.html).to.not.include(SECRET)
      expect((await inUse())?.sandbox).to.equal(true)
    })

    it('tell since when a key is refused, and check it again', async () => {
      const connection = await inUse()
      const check = paylink.container.get(CheckConnection)
      await check.recordRefusal({ connection: connection! }, 'no longer valid')
      expect((await owner.get(PAGE)).text).to.match(/Facturapi rechaza tu llave desde .*Detalle: “no longer valid”/)
      const { headers } = await owner.send(PAGE, {}, '/check')
      expect((await owner.get(headers.get('location') ?? '')).text).to.include('Facturapi contestó: la llave sirve.')
      const tested = await owner.send(PAGE, {}, '/test')
      expect(tested.text).to.include('La dirección no se ve desde internet.')
    })

    it('show what waits, with why', async () => {
      await paylink.container.get(Generation).refresh()
      const { paymentId } = await shop.paid()
      await shop.request(paymentId)
      paylink.clock.advance(2 * MINUTE_MS)
      await paylink.writer('invoices').update({ waits_for: 'no quedan <b>timbres</b>' })
      const { text, html } = await (await ShopPerson.signIn(paylink)).get(PAGE)
      expect(text).to.match(/Una factura espera para timbrarse\..*: no quedan <b>timbres<\/b>/)
      expect(html).to.include(`/dashboard/test/payments/${paymentId}`)
    })

    it('are for owner and admin, of their account and mode alone', async () => {
      const posts = [PAGE, FORM, SANDBOX, `${PAGE}/check`, `${PAGE}/test`]
      for (const role of ROLES) {
        const person = await ShopPerson.signIn(paylink, role, undefined, 'en')
        const isAllowed = role === 'owner' || role === 'admin'
        for (const page of [PAGE, FORM]) {
          const { status, text } = await person.get(page)
          expect(status, `${role} ${page}`).to.equal(isAllowed ? 200 : 403)
          if (isAllowed && page === PAGE) expect(text).to.include('Until when can they ask?')
        }
        const { fields } = await person.form('/dashboard/test/settings/security')
        for (const post of isAllowed ? [] : posts) {
          expect((await person.post(post, fields)).status, `${role} ${post}`).to.equal(403)
        }
      }
      const { fields } = await owner.form(PAGE, PAGE)
      const other = await ShopPerson.otherAccount(paylink)
      const stranger = await ShopPerson.signIn(paylink, 'owner', other.id)
      const form = formsIn((await stranger.get(PAGE)).html).find(({ action }) => action.endsWith('/sandbox'))
      for (const path of ['/check', '/test']) {
        expect((await stranger.post(PAGE + path, form?.fields ?? {})).status, path).to.equal(404)
      }
      for (const name of ['provider_a', 'constructor', '__proto__']) {
        expect((await owner.get(`${PAGE}/${name}/connect`)).status, name).to.equal(404)
      }
      paylink.clock.advance(11 * MINUTE_MS)
      for (const post of posts) {
        expect((await press(post, fields)).headers.get('location'), post).to.include('/confirm?next=')
      }
    })
  })
}
