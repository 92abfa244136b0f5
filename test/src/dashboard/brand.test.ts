import { Accounts } from '@paylink/core/accounts/accounts.repository'
import type { Composition } from '@paylink/core/composition/compose'
import { ReadAccount } from '@paylink/core/accounts/read-account'
import { type Plan, SubscriptionGate } from '@paylink/core/accounts/subscription'
import { ROLES } from '@paylink/core/identity/role'
import { expect } from 'chai'
import { TestAppliance } from '../support/appliance.js'
import { ShopPerson } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'
import { JPEG_LOGO, pngLogo, SVG } from '../support/pictures.js'

const PAGE = '/dashboard/test/settings/brand'

for (const engine of ENGINES) {
  describe(`brand and details, on ${engine}`, () => {
    let paylink: TestAppliance
    let owner: ShopPerson
    before(async () => (paylink = await TestAppliance.start(engine, {}, { http: true, jobs: false })))
    after(() => paylink.stop())
    beforeEach(async () => (owner = await ShopPerson.signIn(paylink)))

    const stored = async () =>
      (await paylink.container.get(Accounts).list()).find(({ id }) => id === paylink.account.id)!
    const sendFile = async (file: Buffer, changes: Record<string, string> = {}) => {
      const { action, fields } = await owner.form(PAGE, PAGE)
      const body = new FormData()
      for (const [name, value] of Object.entries({ ...fields, ...changes })) body.set(name, value)
      body.set('logo', new Blob([Uint8Array.from(file)], { type: 'image/png' }), 'logo.png')
      const headers = { Origin: paylink.url, Cookie: owner.cookie, Accept: 'text/html' }
      return fetch(paylink.url + action, { method: 'POST', redirect: 'manual', headers, body })
    }

    it('save what the form changed, and keep what another owner changed meanwhile', async () => {
      const { action, fields } = await owner.form(PAGE, PAGE)
      await owner.send(PAGE, { supportPhone: '33 3614 0921', color: '#7c3aed' })
      await owner.post(action, { ...fields, name: 'La Esperanza', timeZone: 'America/Tijuana' })
      const { name, brand } = await stored()
      expect(name).to.equal('La Esperanza')
      expect(brand).to.include({ supportPhone: '33 3614 0921', color: '#7c3aed', timeZone: 'America/Tijuana' })
      expect((await owner.get(`${PAGE}?saved=brand`)).text).to.include('Quedó guardado.')
    })

    it('name faults at their fields, and keep what was typed', async () => {
      const before = await stored()
      const reply = await owner.send(PAGE, { name: '', supportEmail: 'nope', otherColor: 'red', timeZone: 'Mars/Base' })
      expect(reply.status).to.equal(422)
      for (const field of ['name', 'supportEmail', 'otherColor', 'timeZone']) {
        expect(reply.html, field).to.include(`id="${field}-fault"`)
      }
      expect(reply.html).to.include('value="nope"').and.include('value="red"')
      expect(await stored()).to.deep.equal(before)
    })

    it('take a logo, refuse an SVG that is named .png, and remove it', async () => {
      const refused = await sendFile(SVG)
      expect(refused.status).to.equal(422)
      expect(await refused.text()).to.include('Otras, como SVG o GIF, no se pueden usar.')
      expect((await sendFile(JPEG_LOGO)).status).to.equal(303)
      expect((await stored()).brand.logoType).to.equal('image/jpeg')
      expect((await sendFile(pngLogo())).status).to.equal(303)
      const logo = await fetch(`${paylink.url}/dashboard/test/logo`, { headers: { Cookie: owner.cookie } })
      expect(logo.headers.get('content-type')).to.equal('image/png')
      await owner.send(PAGE, { removeLogo: 'on' })
      expect((await stored()).brand.logoType).to.equal(null)
      expect(await paylink.container.get(ReadAccount).logo(paylink.account.id)).to.equal(undefined)
    })

    it('show page, email and receipt of what is typed, for our own frame alone', async () => {
      const { fields } = await owner.form(PAGE, PAGE)
      for (const previewKind of ['page', 'mail', 'receipt']) {
        for (const previewScheme of ['light', 'dark']) {
          const typed = { ...fields, name: 'No guardado', color: '#be185d', previewKind, previewScheme }
          const { status, headers, html, text } = await owner.post(`${PAGE}/preview`, typed)
          expect(status).to.equal(200)
          expect(text).to.include('No guardado')
          expect(headers.get('x-frame-options')).to.equal('SAMEORIGIN')
          expect(headers.get('content-security-policy'))
            .to.include("frame-ancestors 'self'")
            .and.include("form-action 'none'")
          expect(html).to.not.include('prefers-color-scheme')
          expect(html).to.include(`content="${previewScheme}"`).and.include('#be185d')
        }
      }
      const pdf = await owner.post(`${PAGE}/preview/receipt.pdf`, fields)
      expect(pdf.headers.get('content-type')).to.equal('application/pdf')
      expect(pdf.html).to.match(/^%PDF/)
      expect((await stored()).name).to.not.equal('No guardado')
    })

    it('let the owner of the first account grant itself real charges, and others not', async () => {
      await paylink.change('accounts', paylink.account.id, { verified_at: null, subscription: 'inactive' })
      await owner.send(PAGE, {}, '/verify')
      await owner.send(PAGE, {}, '/activate')
      const active = await stored()
      expect([active.verifiedAt === null, active.subscription]).to.deep.equal([false, 'active'])
      const question = await owner.get(`${PAGE}/deactivate`)
      expect(question.text).to.include('Los enlaces reales que ya existen siguen activos')
      await owner.send(`${PAGE}/deactivate`, {})
      expect((await stored()).subscription).to.equal('inactive')
      const other = await ShopPerson.signIn(paylink, 'owner', (await ShopPerson.otherAccount(paylink)).id)
      const page = await other.get(PAGE)
      expect(page.text).to.include('Lo da quien opera esta instalación')
      const { fields } = await other.form(PAGE, PAGE)
      for (const act of ['verify', 'activate', 'deactivate']) {
        expect((await other.post(`${PAGE}/${act}`, fields)).status, act).to.equal(403)
      }
    })

    it('are for owners', async () => {
      for (const role of ROLES.filter((one) => one !== 'owner')) {
        const person = await ShopPerson.signIn(paylink, role)
        expect((await person.get(PAGE)).status, role).to.equal(403)
      }
    })

    it('have no page of a subscription without a billing service', async () => {
      expect((await owner.get('/dashboard/test/settings/subscription')).status).to.equal(404)
      expect((await owner.get(PAGE)).html).to.not.include('/settings/subscription')
    })
  })
}

describe('the subscription at a billing service', () => {
  class Billing extends SubscriptionGate {
    plan: Plan | null = null
    assertActive = () => Promise.resolve()
    override describePlan = () => (this.plan ? Promise.resolve(this.plan) : Promise.reject(new Error('away')))
  }

  it('is described to owners; while the service is away a sentence says so', async () => {
    const gate = new Billing()
    const roles = { http: true, jobs: false }
    const beforeServing = ({ container }: Composition): Promise<void> => {
      container.unbind(SubscriptionGate)
      container.bind(SubscriptionGate).toConstantValue(gate)
      return Promise.resolve()
    }
    const paylink = await TestAppliance.start(ENGINES[0] ?? 'sqlite', {}, roles, { beforeServing })
    try {
      const owner = await ShopPerson.signIn(paylink)
      const path = '/dashboard/settings/subscription'
      const away = await owner.get(path)
      expect([away.status, away.text.includes('No pudimos preguntar por tu plan.')]).to.deep.equal([200, true])
      gate.plan = {
        isActive: true,
        text: 'Plan <b>Tienda</b>',
        renewsAt: '2026-12-01T12:00:00Z',
        manageUrl: 'javascript:1',
      }
      const shown = await owner.get(path)
      expect(shown.text).to.include('Plan <b>Tienda</b>').and.include('Se renueva el 1 de diciembre')
      expect(shown.html).to.not.include('javascript:')
      expect(shown.html).to.include(`href="${path}"`)
    } finally {
      await paylink.stop()
    }
  })
})
