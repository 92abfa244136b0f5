import { expect } from 'chai'
import { Visitor } from '../support/browser.js'
import { ShopPerson } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'
import { InvoiceShop, XENON } from '../support/invoice-shop.js'

const PAYMENTS = '/dashboard/test/payments'
const WRONG = { ...XENON, rfc: 'XIA19', zip: '7', email: 'no es un correo' }

/** A refused form. */
const EXPECTED = /status of 422/

const REJECTIONS = [
  ['es-MX', 'El SAT no aceptó la factura', 'El SAT tiene otro código postal registrado con este RFC.'],
  ['en', 'The SAT rejected the invoice', 'The SAT has a different postal code on record for this RFC.'],
] as const

for (const engine of ENGINES) {
  describe(`the invoice of a payment in the dashboard, on ${engine} (R83–R96)`, () => {
    let shop: InvoiceShop
    let owner: ShopPerson

    before(async () => {
      shop = await InvoiceShop.open(engine)
      owner = await ShopPerson.signIn(shop.paylink)
    })
    after(() => shop.close())

    const page = async (id: string): Promise<string> => (await owner.get(`${PAYMENTS}/${id}`)).text

    async function stamped(): Promise<string> {
      const { paymentId } = await shop.stamped()
      return paymentId
    }

    it('is requested with all faults at their fields first, once however often the form is sent', async () => {
      const { paymentId } = await shop.paid({ title: 'Mesa de postres' })
      expect(await page(paymentId)).to.include('Pedir factura')
      const path = `${PAYMENTS}/${paymentId}/invoice`
      const { fields } = await owner.form(path, '/invoice')
      const refused = await owner.post(path, { ...fields, ...WRONG })
      expect(refused.status).to.equal(422)
      const faulty = [...refused.html.matchAll(/<(?:input|select)[^>]*aria-invalid[^>]*>/g)].map(
        ([tag]) => /name="(\w+)"/.exec(tag)?.[1],
      )
      expect(faulty).to.deep.equal(['rfc', 'zip', 'email'])
      for (const name of faulty) expect(refused.html).to.include(`href="#${name}"`)
      expect(refused.html).to.include('value="XIA19"').and.include('value="XENON INDUSTRIAL ARTICLES"')
      expect(refused.html).to.match(/<option value="601" selected/)
      expect(await shop.paylink.db('invoices').where({ payment_id: paymentId })).to.have.length(0)

      for (let times = 1; times <= 2; times++) {
        const reply = await owner.post(path, { ...fields, ...XENON })
        expect(reply.headers.get('location')).to.equal(`${PAYMENTS}/${paymentId}?invoice=requested`)
      }
      const { text } = await owner.get(`${PAYMENTS}/${paymentId}?invoice=requested`)
      expect(text).to.include('La factura se timbra en un momento.').and.not.include('Pedir factura')
      expect((await owner.get(path)).headers.get('location')).to.equal(`${PAYMENTS}/${paymentId}`)
      await shop.settle()
      const { uuid } = await shop.invoiceOf(paymentId)
      expect(await page(paymentId))
        .to.include('Timbrada')
        .and.include(uuid ?? 'no folio')
      expect(await shop.paylink.db('invoices').where({ payment_id: paymentId })).to.have.length(1)
    })

    it('has its files, which hold its folio', async () => {
      const paymentId = await stamped()
      const { uuid } = await shop.invoiceOf(paymentId)
      const file = async (format: string): Promise<Response> => {
        const { status, headers } = await owner.get(`${PAYMENTS}/${paymentId}/invoice/${format}`)
        expect(status).to.equal(303)
        return fetch(new URL(headers.get('location') ?? '', shop.paylink.url))
      }
      const [pdf, xml] = [await file('pdf'), await file('xml')]
      expect([pdf.status, pdf.headers.get('content-type')]).to.deep.equal([200, 'application/pdf'])
      expect(xml.status).to.equal(200)
      expect((await xml.text()).toLowerCase()).to.include((uuid ?? 'no folio').toLowerCase())
    })

    it('is mailed again, once however often the form is sent, and its mail can be read', async () => {
      const paymentId = await stamped()
      const path = `${PAYMENTS}/${paymentId}/invoice/email`
      expect((await owner.get(`${PAYMENTS}/${paymentId}`)).html).to.include(`href="${path}"`)
      const refused = await owner.send(path, { to: 'no es un correo' }, '/email')
      expect(refused.status).to.equal(422)
      expect(refused.html).to.match(/name="to"[^>]*aria-invalid="true"/)
      expect(refused.html).to.include('value="no es un correo"')
      const { fields } = await owner.form(path, '/email')
      for (let times = 1; times <= 2; times++) {
        const reply = await owner.post(path, { ...fields, to: 'otra@cliente.example' })
        expect(reply.headers.get('location')).to.equal(`${PAYMENTS}/${paymentId}?mailed=otra%40cliente.example`)
      }
      const sent = { kind: 'invoice', payment_id: paymentId, recipient: 'otra@cliente.example' }
      const [mail, ...more] = await shop.paylink.db('email_deliveries').where(sent)
      expect(more).to.deep.equal([])
      expect(mail.created_by).to.equal(`user:${owner.userId}`)
      const acts = await shop.paylink.db('audit_entries').where({ action: 'invoice.sent', target: paymentId })
      expect(acts).to.have.length(1)
      const list = '/dashboard/test/settings/email/sent'
      for (const about of [paymentId, mail.link_id]) {
        expect((await owner.get(`${list}?about=${about}`)).html).to.include(mail.id)
      }
      expect((await owner.get(`${list}?about=plink_unknown`)).html).to.not.include(mail.id)
      const shown = await owner.get(`${list}/${mail.id}`)
      expect(shown.html).to.not.include(mail.token)
      const letter = await owner.get(`${list}/${mail.id}/letter`)
      expect(letter.status).to.equal(200)
      expect(letter.html).to.not.include(mail.token).and.not.include('open.gif')
      expect((await owner.get(`${list}/${mail.id}/pdf`)).html.slice(0, 5)).to.equal('%PDF-')
      const viewer = await ShopPerson.signIn(shop.paylink, 'viewer')
      expect((await viewer.get(path)).status).to.equal(403)
    })

    for (const motivo of ['02', '03']) {
      it(`is cancelled with motivo ${motivo}, and can be requested again`, async () => {
        const paymentId = await stamped()
        const path = `${PAYMENTS}/${paymentId}/invoice/cancel`
        const silent = await owner.send(path, {}, '/cancel')
        expect(silent.status).to.equal(422)
        expect(silent.text).to.include('Elige el motivo.')
        const { fields } = await owner.form(path, '/cancel')
        for (let times = 1; times <= 2; times++) {
          const reply = await owner.post(path, { ...fields, motivo })
          expect(reply.headers.get('location'), reply.text).to.equal(`${PAYMENTS}/${paymentId}?invoice=canceled`)
        }
        expect((await owner.get(`${PAYMENTS}/${paymentId}?invoice=canceled`)).text).to.include(
          'La cancelación está en trámite.',
        )
        for (let tries = 0; tries < 5 && (await shop.invoiceOf(paymentId)).status !== 'cancelled'; tries++) {
          shop.paylink.clock.advance(60_000)
          await shop.settle()
        }
        expect(await page(paymentId))
          .to.include('Cancelada')
          .and.include('Pedir factura')
        const acts = await shop.paylink.db('audit_entries').where({ action: 'invoice.cancel_requested' })
        expect(acts.map(({ details }) => JSON.stringify(details)).join()).to.include(motivo)
      })
    }

    for (const [locale, title, fault] of REJECTIONS) {
      it(`opens from the list as a form with all data and what the SAT refused, once it is rejected (${locale})`, async () => {
        const person = await ShopPerson.signIn(shop.paylink, 'owner', undefined, locale)
        const { paymentId } = await shop.paid({ title: 'Mesa de dulces' })
        await shop.request(paymentId, { zip: '06700', email: 'compras@xenon.example' })
        await shop.settle()
        expect((await shop.invoiceOf(paymentId)).status).to.equal('failed')
        const list = await person.get('/dashboard/test/invoices?kind=rejected')
        const path = `${PAYMENTS}/${paymentId}/invoice`
        expect(list.html).to.include(`href="${path}"`)
        expect(list.text).to.include(fault)
        const viewer = await ShopPerson.signIn(shop.paylink, 'viewer')
        expect((await viewer.get('/dashboard/test/invoices')).html).to.include(`href="${PAYMENTS}/${paymentId}"`)

        const form = await person.get(path)
        expect(form.status).to.equal(200)
        expect(form.text).to.include(title).and.include('DomicilioFiscalReceptor')
        const { fields } = await person.form(path, '/invoice')
        expect(fields).to.include({ ...XENON, zip: '06700', email: 'compras@xenon.example' })
        expect(form.html.match(/aria-invalid="true"/g)).to.have.length(1)
        expect(form.html).to.match(/<input[^>]*name="zip"[^>]*aria-invalid="true"/)
        expect(form.html).to.include('href="#zip"').and.include(fault)

        const reply = await person.post(path, { ...fields, zip: XENON.zip })
        expect(reply.headers.get('location')).to.equal(`${PAYMENTS}/${paymentId}?invoice=requested`)
        await shop.settle()
        expect((await shop.invoiceOf(paymentId)).status).to.equal('stamped')
      })
    }

    it('shows one that was cancelled by someone else meanwhile as it is', async () => {
      const paymentId = await stamped()
      const path = `${PAYMENTS}/${paymentId}/invoice/cancel`
      const { fields } = await owner.form(path, '/cancel')
      expect((await shop.cancel(paymentId)).status).to.equal(200)
      const reply = await owner.post(path, { ...fields, motivo: '03' })
      expect(reply.status).to.be.oneOf([303, 409])
      expect(await shop.paylink.db('invoices').where({ payment_id: paymentId })).to.have.length(1)
    })

    // How the page behaves does not depend on the engine.
    for (const scripts of engine === ENGINES[0] ? [false, true] : []) {
      it(`is requested and cancelled in a browser, ${scripts ? 'with' : 'without'} scripts`, async () => {
        const { paymentId } = await shop.paid({ title: 'Pastel de bodas' })
        const visitor = await Visitor.arrive({ scripts, width: 390 })
        await visitor.signIn(owner)
        const visitorPage = visitor.page
        await visitorPage.goto(`${shop.paylink.url}${PAYMENTS}/${paymentId}`)
        await visitorPage.getByRole('link', { name: 'Pedir factura' }).click()
        await visitorPage.getByLabel('RFC').fill(XENON.rfc)
        await visitorPage.locator('[name=name]').fill(XENON.name)
        await visitor.press('Pedir factura')
        await visitorPage.locator('#faults:focus').waitFor()
        expect(await visitorPage.getByLabel('RFC').inputValue()).to.equal(XENON.rfc)
        await visitorPage.locator('[name=zip]').fill(XENON.zip)
        await visitorPage.locator('[name=regimenFiscal]').selectOption(XENON.regimenFiscal)
        await visitorPage.locator('[name=usoCfdi]').selectOption(XENON.usoCfdi)
        await visitor.press('Pedir factura')
        await visitorPage.getByText('La factura se timbra en un momento.').waitFor()
        await shop.settle()
        await visitorPage.goto(`${shop.paylink.url}${PAYMENTS}/${paymentId}`)
        await visitorPage.getByText('Timbrada').first().waitFor()
        await visitor.picture(`payment-invoiced-390${scripts ? '-scripts' : ''}`)
        await visitorPage.getByRole('link', { name: 'Cancelar factura' }).click()
        await visitorPage.locator('[name=motivo][value="03"]').check()
        await visitor.press('Cancelar factura')
        await visitorPage.getByText('La cancelación está en trámite.').waitFor()
        expect(visitor.complaints.filter((text) => !EXPECTED.test(text))).to.deep.equal([])
        await visitor.leave()
      })
    }
  })
}
