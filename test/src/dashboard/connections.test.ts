import { CheckConnection } from '@paylink/core/connections/check-connection'
import { Connections } from '@paylink/core/connections/connections.repository'
import { ROLES } from '@paylink/core/identity/role'
import stripe from '@paylink/provider-a'
import { expect } from 'chai'
import { TestAppliance } from '../support/appliance.js'
import { CheckoutSandbox } from '../support/checkout-sandbox.js'
import { formsIn, ShopPerson } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'
import { freePort } from '../support/free-port.js'
import { LyingProvider } from '../support/lying-provider.js'
import { Merchant } from '../support/merchants.js'

const LIST = '/dashboard/test/settings/connections'
const FORM = `${LIST}/provider_a/connect`
const KEY = 'sk_test_sandboxharness0001'
const OTHER_KEY = 'sk_test_anotherAccount0001'
const MINUTE_MS = 60_000

for (const engine of ENGINES) {
  describe(`the ways to get paid in the dashboard, on ${engine} (R204)`, () => {
    let paylink: TestAppliance
    let owner: ShopPerson
    const provider = new CheckoutSandbox(stripe, {})

    before(async () => {
      await provider.start()
      paylink = await TestAppliance.start(engine, { outboundAllowPrivate: true }, { http: true, jobs: false })
    })
    after(async () => {
      await paylink.stop()
      await provider.stop()
    })
    beforeEach(async () => (owner = await ShopPerson.signIn(paylink)))

    const stored = () =>
      paylink.db('connections').where({ provider: 'provider_a', account_id: paylink.account.id }).orderBy('created_at')
    const inUse = async () => {
      const [one, ...others] = (await stored()).filter(({ status }) => status !== 'disconnected')
      expect(others).to.deep.equal([])
      return one
    }
    const keys = (secretKey: string, more: Record<string, string> = {}) => ({
      ...{ 'provider_a.secretKey': secretKey, 'provider_a.apiBase': provider.apiBase },
      ...more,
    })

    it('shows what each offers, its state and its notifications, and changes in one mode only', async () => {
      const { status, text } = await owner.get(LIST)
      expect(status).to.equal(200)
      expect(text).to.match(/Stripe Tarjetas.* · MXN y otras \d+ monedas Simulador/)
      expect(text).to.include('Conekta')
      expect(text).to.include('Avisos Del simulador, sin salir de este servidor; todavía no llega ninguno')
      const { address } = await paylink.opened()
      await paylink.pay(address, 'succeed')
      expect((await owner.get(LIST)).text).to.match(/el último llegó hace un momento/)
      const live = await owner.get('/dashboard/settings/connections')
      expect(live.text).to.not.include('Simulador')
      expect(formsIn(live.html).filter(({ action }) => action.includes('/connections/'))).to.deep.equal([])
    })

    it('lets owner and admin in, sends others away, and asks again who they are', async () => {
      const { id } = await inUse()
      const posts = [
        `${LIST}/provider_a/sandbox`,
        `${LIST}/${id}/check`,
        `${LIST}/${id}/test`,
        `${LIST}/${id}/disconnect`,
      ]
      for (const role of ROLES) {
        const person = await ShopPerson.signIn(paylink, role)
        const isAllowed = role === 'owner' || role === 'admin'
        for (const page of [LIST, FORM, `${LIST}/${id}/disconnect`]) {
          expect((await person.get(page)).status, `${role} ${page}`).to.equal(isAllowed ? 200 : 403)
        }
        const { fields } = await person.form('/dashboard/test/settings/security')
        for (const post of isAllowed ? [] : [...posts, FORM]) {
          expect((await person.post(post, fields)).status, `${role} ${post}`).to.equal(403)
        }
      }
      const { fields } = await owner.form(LIST, '/check')
      paylink.clock.advance(11 * MINUTE_MS)
      expect((await owner.get(LIST)).status).to.equal(200)
      for (const page of [FORM, `${LIST}/${id}/disconnect`]) {
        expect((await owner.get(page)).headers.get('location'), page).to.include('/confirm?next=')
      }
      for (const post of posts) {
        expect((await owner.post(post, fields)).headers.get('location'), post).to.include('/confirm?next=')
      }
      const asked = await owner.post(FORM, { ...fields, ...keys(KEY) })
      const { searchParams } = new URL(asked.headers.get('location') ?? '', paylink.url)
      const { html } = await (await ShopPerson.again(owner)).get(searchParams.get('next') ?? '')
      expect(html, 'what is no secret is kept').to.include(`value="${provider.apiBase}"`)
      expect(html).to.not.include(KEY)
      expect((await inUse()).id).to.equal(id)
    })

    it('connects with a key that is asked for as the plugin declares, never shown again and never logged', async () => {
      const { html, text } = await owner.get(FORM)
      expect(html).to.match(/<input[^>]*name="provider_a.secretKey"[^>]*type="password"[^>]* value [^>]*>/)
      expect(html).to.include('href="https://dashboard.stripe.com/apikeys"')
      expect(text).to.include('Dónde está')
      expect(text).to.include('Opciones que casi nadie necesita')
      const refused = await owner.send(FORM, keys(OTHER_KEY))
      expect(refused.status).to.equal(422)
      expect(refused.text).to.include('Stripe no aceptó esta llave. Revísala; no se guardó nada.')
      expect(refused.html).to.not.include(OTHER_KEY)
      expect(refused.html).to.include(`value="${provider.apiBase}"`)

      const done = await owner.send(FORM, keys(KEY))
      expect(done.status).to.equal(303)
      const { text: list, html: page } = await owner.get(done.headers.get('location') ?? '')
      expect(list).to.include('Stripe quedó conectado. Registramos allá la dirección de avisos')
      expect(list).to.match(/Última revisión hace un momento ?, todo bien/)
      expect(page).to.include(`${paylink.url}/hooks/provider_a/${(await inUse()).id}`)
      for (const html of [page, (await owner.get(FORM)).html]) expect(html).to.not.include(KEY)
      expect(JSON.stringify(await paylink.db('audit_entries').select())).to.not.include(KEY)
      expect(JSON.stringify(paylink.log.entries)).to.not.include(KEY)
    })

    it('names both modes for a key of the other mode, and what is missing on its field', async () => {
      const stranger = await LyingProvider.start()
      const ofLive = keys('sk_live_sandboxharness0001', { 'provider_a.apiBase': stranger.url })
      const before = await stored()
      const live = await owner.send(FORM, ofLive)
      expect(live.status).to.equal(422)
      expect(live.text).to.include('Stripe dice que esta llave es de cobros reales. Aquí conectas el modo de prueba')
      const empty = await owner.send(FORM, { 'provider_a.secretKey': '', 'provider_a.apiBase': 'nowhere' })
      expect(empty.text).to.include('Escribe: Llave secreta.')
      expect(empty.text).to.include('Escribe solo el principio de la dirección')
      expect(empty.html).to.match(/name="provider_a.secretKey"[^>]*aria-invalid="true"/)
      const away = await owner.send(FORM, keys(KEY, { 'provider_a.apiBase': `http://127.0.0.1:${await freePort()}` }))
      expect(away.status).to.equal(422)
      expect(away.text).to.include('No pudimos preguntarle a Stripe si la llave sirve.')
      const english = await ShopPerson.signIn(paylink, 'admin', undefined, 'en')
      expect((await english.send(FORM, ofLive)).text).to.include('Stripe says this is a live key')
      expect(await stored()).to.deep.equal(before)
      await stranger.stop()
    })

    it('keeps the id when the key is changed, also when it is pressed twice at once', async () => {
      await owner.send(FORM, keys(KEY))
      const { id } = await inUse()
      const count = (await stored()).length
      const { action, fields } = await owner.form(FORM, '/connect')
      expect(fields['provider_a.apiBase'], 'what is no secret stays').to.equal(provider.apiBase)
      await Promise.all([1, 2].map(() => owner.post(action, { ...fields, ...keys(KEY) })))
      expect((await inUse()).id).to.equal(id)
      expect((await stored()).length).to.equal(count)

      const fresh = await Merchant.join(paylink, { connected: false })
      const person = await ShopPerson.signIn(paylink, 'owner', fresh.account.id)
      const press = await person.form(LIST, '/provider_b/sandbox')
      const replies = await Promise.all([1, 2].map(() => person.post(press.action, press.fields)))
      expect(replies.map(({ status }) => status)).to.deep.equal([303, 303])
      const made = await paylink.db('connections').where({ account_id: fresh.account.id, provider: 'provider_b' })
      expect(made).to.have.length(1)
    })

    it('says what a refused key means, since when, and what the provider answered', async () => {
      await owner.send(FORM, keys(KEY))
      const { id } = await inUse()
      const check = paylink.container.get(CheckConnection)
      const connection = await paylink.container.get(Connections).find('payment', id)
      await check.recordRefusal({ connection: connection! }, 'Expired <b>key</b>')
      paylink.clock.advance(2 * 60 * MINUTE_MS)
      const later = await ShopPerson.signIn(paylink)
      const { text, html } = await later.get(LIST)
      expect(text).to.match(/Stripe rechaza tu llave desde .* a las? \d+:\d\d\./)
      expect(text).to.include('los enlaces que la ofrecían ahora solo muestran Conekta')
      expect(text).to.include('Suele pasar cuando alguien renueva o borra la llave en el panel de Stripe.')
      expect(text).to.include('Detalle: “Expired <b>key</b>”')
      expect(html).to.not.include('<b>key</b>')
      expect(text).to.include('Poner la llave nueva')
      const checked = await later.send(LIST, {}, `/${id}/check`)
      expect((await later.get(checked.headers.get('location') ?? '')).text).to.include(
        'Stripe contestó: la llave sirve.',
      )
    })

    it('asks before it disconnects, tells what is open, and still serves it', async () => {
      await owner.send(`${LIST}`, {}, '/check')
      const sandbox = await owner.get(FORM)
      const { fields } = formsIn(sandbox.html)[0]!
      await owner.post(`${LIST}/provider_a/sandbox`, fields)
      await paylink.opened()
      const { id } = await inUse()
      const leave = `${LIST}/${id}/disconnect`
      expect((await owner.get(leave)).text).to.match(/¿Desconectar Stripe\?.*Quedan 2 pagos abiertos\./)
      const done = await owner.send(leave, {})
      const { text } = await owner.get(done.headers.get('location') ?? '')
      expect(text).to.include('Stripe quedó desconectado. Ya no se ofrece a tus clientes.')
      expect(text).to.include('Quedan 2 pagos abiertos; los seguimos revisando con su llave de entonces.')
      const again = await owner.post(leave, fields)
      expect(again.status).to.equal(303)
      expect(await inUse()).to.equal(undefined)
    })

    it('answers 404 for what belongs to another account or mode', async () => {
      const other = await ShopPerson.otherAccount(paylink)
      const stranger = await ShopPerson.signIn(paylink, 'owner', other.id)
      const { id } = (await stored())[0]
      const { fields } = await stranger.form(LIST, '/sandbox')
      for (const act of ['check', 'test', 'disconnect']) {
        expect((await stranger.post(`${LIST}/${id}/${act}`, fields)).status, act).to.equal(404)
      }
      expect((await stranger.get(`${LIST}/${id}/disconnect`)).status).to.equal(404)
      expect((await owner.get(`/dashboard/settings/connections/${id}/disconnect`)).status).to.equal(404)
      for (const name of ['unknown', '__proto__', 'constructor', 'invoicing_provider']) {
        expect((await owner.get(`${LIST}/${name}/connect`)).status, name).to.equal(404)
      }
    })
  })
}
