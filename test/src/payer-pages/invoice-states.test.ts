import { expect } from 'chai'
import { DAY_MS, HOUR_MS } from '@paylink/core/kernel/clock'
import { eventually } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { COMPANY, PayersShop, textOf } from '../invoicing/payers-shop.js'

const LANGUAGES = ['es', 'en'] as const

const REFUSED_FIELDS = [
  ['name', 'UNIVERSIDAD ROBOTICA', 'El SAT tiene otro nombre registrado con este RFC.', 'CFDI40145'],
  ['zip', '01000', 'El SAT tiene otro código postal registrado con este RFC.', 'CFDI40148'],
  ['regimenFiscal', '603', 'El SAT no tiene este régimen registrado con este RFC.', 'CFDI40159'],
  ['rfc', 'NOE010101AA1', 'El SAT no tiene activo este RFC.', 'CFDI40143'],
] as const

for (const engine of ENGINES) {
  describe(`the payer's page of an invoice on ${engine}`, () => {
    let shop: PayersShop
    before(async () => {
      shop = await PayersShop.open(engine)
    })
    after(() => shop?.close())

    const seen = async (link: { url: string }, language = 'es'): Promise<string> =>
      textOf((await shop.see(link, `?lang=${language}`)).html)

    it('is reached from the paid page of an invoiceable link, and from no other (R35, R248)', async () => {
      const labels = { es: 'Obtener mi factura', en: 'Get my invoice (CFDI)' }
      const paid = await shop.paidLink()
      const pageOf = async (address: string) => (await fetch(address)).text()
      for (const language of LANGUAGES) {
        for (const tail of ['', '/return']) {
          const html = await pageOf(`${paid.url}${tail}?lang=${language}`)
          expect(textOf(html)).to.include(labels[language])
          expect(html).to.include(
            `href="${new URL(paid.url).pathname}/invoice?lang=${language === 'es' ? 'es-MX' : 'en'}"`,
          )
        }
      }
      const others = [await shop.createLink(), await shop.paidLink({ invoiceable: false })]
      for (const { url } of others) expect(await pageOf(url)).to.not.include('/invoice')
      expect(textOf(await pageOf(others[0].url))).to.include('Después de pagar podrás pedir tu factura.')
      const stamped = textOf(await pageOf((await shop.stampedLink()).url))
      expect(stamped).to.include('Ver mi factura').and.to.not.include(labels.es)
    })

    it('is missing for a link that does not exist, files and form included', async () => {
      const none = { url: `${shop.paylink.url}/p/none-of-ours` }
      const answers = [await shop.see(none), await shop.see(none, '/pdf'), await shop.request(none, COMPANY)]
      for (const { status, html } of answers) {
        expect(status).to.equal(404)
        expect(textOf(html)).to.include('No encontramos este enlace')
      }
    })

    it('says why no invoice can be requested, and accepts no request', async () => {
      const closed = [
        [await shop.createLink(), 'Este enlace todavía no está pagado', 'This link hasn’t been paid yet'],
        [
          await shop.paidLink({ invoiceable: false }),
          'no se puede pedir factura',
          'An invoice for this payment can’t be',
        ],
      ] as const
      for (const [link, es, en] of closed) {
        const page = await shop.see(link)
        expect(page.status).to.equal(200)
        expect(page.html).to.include(`href="${new URL(link.url).pathname}"`)
        expect(page.html).to.not.include('<form')
        expect(await seen(link)).to.include(es)
        expect(await seen(link, 'en')).to.include(en)
        const asked = await shop.request(link, COMPANY, '?lang=es')
        expect(asked.status).to.equal(409)
        expect(textOf(asked.html)).to.include(es)
        expect((await shop.see(link, '/pdf')).status).to.equal(404)
      }
    })

    it('explains that a refunded payment cannot be invoiced (R236)', async () => {
      const link = await shop.createLink()
      await shop.paylink.pay(await shop.paylink.openCheckout(link), 'succeed')
      await shop.paidSoon(link)
      const [payment] = await shop.paylink.paymentsOf(link.id)
      await shop.paylink.refundAtProvider(payment.providerRef, payment.amountCentavos)
      await shop.paylink.post(`/v1/payments/${payment.id}/sync`)
      // The provider's notification may come first and already be verified.
      await eventually(
        () => seen(link),
        (text) => text.includes('Te devolvieron este pago'),
      )
      expect(await seen(link, 'en')).to.include('This payment was refunded')
      expect((await shop.request(link, COMPANY)).status).to.equal(409)
    })

    it('shows that it is being stamped, refreshing less and less often, and the masked address it will be sent to', async () => {
      await shop.behave({ stampSeconds: '864000' })
      const link = await shop.paidLink()
      await shop.request(link, { ...COMPANY, rfc: 'AAA010101AA2', email: 'compras@urs.example' })
      const refresh = async () => /http-equiv="refresh" content="(\d+)"/.exec((await shop.see(link)).html)?.[1]
      expect(await refresh()).to.equal('2')
      await shop.becomes(link, 'stamping')
      const text = await seen(link)
      expect(text).to.include('Estamos timbrando tu factura…').and.include('Puedes cerrar esta página')
      expect(text).to.include('el de c••••@urs.example solo se simula').and.not.include('compras@')
      expect(text).to.include('El dígito verificador de tu RFC no coincide.')
      expect(await seen(link, 'en'))
        .to.include('Your invoice is being stamped…')
        .and.include('You can close')
      expect((await shop.see(link)).html)
        .to.include('role="status"')
        .and.not.include('<form')
      for (const [ms, seconds] of [
        [30_000, '5'],
        [HOUR_MS / 10, '15'],
        [HOUR_MS, '60'],
      ] as const) {
        shop.paylink.clock.advance(ms)
        expect(await refresh()).to.equal(seconds)
      }
      expect(await seen(link)).to.include('Está tardando más de lo normal.')
      await shop.behave()
    })

    it('shows a refusal by the authority at its field, keeps the input, and accepts the correction (R98, R202)', async () => {
      for (const [field, value, words, code] of REFUSED_FIELDS) {
        const link = await shop.paidLink()
        await shop.request(link, { ...COMPANY, [field]: value, email: 'compras@urs.example' })
        await shop.becomes(link, 'failed')
        const { html } = await shop.see(link)
        expect(html).to.include(`<a href="#${field}">`).and.include('El SAT no aceptó tu factura')
        const fault = new RegExp(`<p class="fault" id="${field}-fault">(.*?)</p>`, 's').exec(html)?.[1]
        expect(fault).to.include(words)
        expect(textOf(html)).to.include(code)
        expect(html).to.match(/<q lang="es">[^<]{20,}/)
        expect(html).to.include('value="compras@urs.example"')
        expect(await seen(link, 'en')).to.include('The tax authority (SAT) rejected your invoice')
        expect((await shop.request(link, COMPANY)).status).to.equal(303)
        await shop.becomes(link, 'stamped')
        expect(await shop.invoiceIds(link)).to.have.length(2)
      }
    })

    it('does not blame the input for other failures, and accepts another request (R98)', async () => {
      await shop.behave({ stampSeconds: '60', stampingFails: 'on' })
      const link = await shop.paidLink()
      await shop.request(link, COMPANY)
      await shop.becomes(link, 'stamping')
      shop.paylink.clock.advance(2 * HOUR_MS)
      await shop.becomes(link, 'failed')
      await shop.prove(link)
      const { html } = await shop.see(link)
      expect(textOf(html)).to.include('Revisa tus datos y pídela otra vez').and.include('Respuesta del SAT:')
      expect(html).to.include(`value="${COMPANY.rfc}"`).and.not.include('class="fault"')
      expect(await seen(link, 'en')).to.include('Check your details and request it again')
      await shop.behave()
      expect((await shop.request(link, COMPANY)).status).to.equal(303)
      await shop.becomes(link, 'stamped')
    })

    it('shows the stamped invoice, with new signed URLs each time (R71, R193, I41)', async () => {
      const link = await shop.stampedLink()
      const { uuid } = await shop.invoiceOf(link)
      for (const language of LANGUAGES) {
        const text = await seen(link, language)
        for (const part of [uuid, COMPANY.rfc, COMPANY.name, '$300.00 MXN']) expect(text).to.include(part)
        expect(text).to.include({ es: 'Tu factura está lista', en: 'Your invoice is ready' }[language])
        expect(text).to.include({ es: 'sin validez fiscal', en: 'not valid for tax purposes' }[language])
      }
      const starts = { pdf: '%PDF-', xml: '<?xml' }
      for (const format of ['pdf', 'xml'] as const) {
        const { status, location, headers } = await shop.see(link, `/${format}`)
        expect([status, headers.get('cache-control')]).to.deep.equal([303, 'no-store'])
        const file = await fetch(location!)
        expect(file.headers.get('content-disposition')).to.include(`${uuid}.${format}`)
        expect((await file.text()).slice(0, 5)).to.equal(starts[format])
        shop.paylink.clock.advance(15 * 60_000 + 1000)
        expect((await fetch(location!)).status).to.equal(404)
        expect((await shop.see(link, `/${format}`)).location).to.match(/\/invoice$/)
        await shop.prove(link)
        expect((await fetch((await shop.see(link, `/${format}`)).location!)).status).to.equal(200)
      }
      expect((await shop.see(link, '/exe')).status).to.equal(404)
    })

    it('has no files before it is stamped, and says so while they cannot be downloaded (R254)', async () => {
      const link = await shop.paidLink()
      const none = await shop.see(link, '/xml?lang=en')
      expect([none.status, textOf(none.html)]).to.satisfy(
        ([status, text]: [number, string]) => status === 404 && text.includes('There’s no invoice yet'),
      )
      const stamped = await shop.stampedLink()
      const { id } = await shop.invoiceOf(stamped)
      await shop.paylink.writer('invoice_files').where({ invoice_id: id }).del()
      await shop.paylink.setFaults([{ kind: 'error_before', times: 50 }], 'invoicing_provider')
      const away = await shop.see(stamped, '/pdf')
      expect(away.status).to.equal(503)
      expect(textOf(away.html)).to.include('El archivo no está disponible por ahora').and.include('Ir a la página')
      await shop.paylink.setFaults([], 'invoicing_provider')
      expect((await shop.see(stamped, '/pdf')).status).to.equal(303)
    })

    it('shows a pending and a finished cancellation, and allows another request (R96, R97)', async () => {
      const link = await shop.stampedLink()
      const { uuid } = await shop.invoiceOf(link)
      await shop.behave({ cancelSeconds: '3600' })
      await shop.paylink.post(`/v1/payments/${link.paidPaymentId}/invoice/cancel`, { motivo: '02' })
      expect(await seen(link))
        .to.include('Cancelación en proceso')
        .and.include(uuid)
      expect(await seen(link, 'en')).to.include('Cancellation in progress')
      expect((await shop.see(link, '/pdf')).status).to.equal(303)
      expect((await shop.request(link, COMPANY)).status).to.equal(303)
      shop.paylink.clock.advance(2 * HOUR_MS)
      await shop.becomes(link, 'cancelled')
      expect(await seen(link))
        .to.include('Tu factura anterior fue cancelada')
        .and.not.include(uuid)
      expect(await seen(link, 'en')).to.include('Your previous invoice was canceled')
      await shop.behave()
      expect((await shop.request(link, COMPANY)).status).to.equal(303)
      await shop.becomes(link, 'stamped')
    })

    it('keeps the chosen language, and offers the other', async () => {
      const link = await shop.paidLink()
      const { html } = await shop.see(link, '?lang=en', { 'Accept-Language': 'es-MX' })
      expect(html).to.include('lang="en"').and.include('/invoice?lang=es"').and.include('/invoice?lang=en"')
      expect(html).to.match(/<option value="601" lang="es"/)
      const { location } = await shop.request(link, COMPANY, '?lang=en')
      expect(location).to.match(/\/invoice\?lang=en$/)
      expect((await shop.see(link, '', { 'Accept-Language': 'en-GB' })).html).to.include('lang="en"')
    })

    it('accepts requests until some days after the month of the payment, in Mexico City time (R249, R261)', async () => {
      const link = await shop.paidLink()
      const { clock } = shop.paylink
      const now = clock.now()
      // Central Mexico is six hours behind UTC all year.
      const local = new Date(now.getTime() - 6 * HOUR_MS)
      const end = Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + 1, 4) + 6 * HOUR_MS
      const words = new Intl.DateTimeFormat('es-MX', { day: 'numeric', month: 'long', timeZone: 'UTC' })
      expect(await seen(link)).to.include(`Puedes pedirla aquí hasta el ${words.format(end - DAY_MS)}`)
      clock.advance(end - now.getTime() - 60_000)
      expect((await shop.request(link, { ...COMPANY, zip: '1' })).status).to.equal(400)
      clock.advance(60_000)
      const late = await shop.request(link, COMPANY)
      expect(late.status).to.equal(403)
      expect(textOf(late.html)).to.include('Ya pasó el plazo para pedir tu factura aquí')
      expect(await seen(link, 'en')).to.include('The deadline to request your invoice here has passed')
      expect(await shop.invoiceIds(link)).to.deep.equal([])
      await shop.paylink.changeAccount({ invoiceDaysAfterMonth: 4 })
      expect((await shop.request(link, COMPANY)).status).to.equal(303)
    })
  })
}
