import { DAY_MS } from '@paylink/core/kernel/clock'
import { Sandbox } from '@paylink/core/sandbox/sandbox'
import { expect } from 'chai'
import { eventually } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { COMPANY, PayersShop, PERSON, textOf } from '../invoicing/payers-shop.js'

const LANGUAGES = ['es', 'en'] as const

/** The input, the faulty field, and its message. */
const FAULTS: [Record<string, string>, string, Record<(typeof LANGUAGES)[number], string>][] = [
  [{ rfc: '' }, 'rfc', { es: 'Escribe tu RFC.', en: 'Enter your RFC.' }],
  [{ rfc: 'URE180429' }, 'rfc', { es: 'El RFC no es válido.', en: 'This RFC isn’t valid.' }],
  [{ rfc: 'URE181329TM6' }, 'rfc', { es: 'El RFC no es válido.', en: 'This RFC isn’t valid.' }],
  [{ ...PERSON, rfc: 'XEXX010101000' }, 'rfc', { es: 'residentes en el extranjero', en: 'residents abroad' }],
  [{ name: ' ' }, 'name', { es: 'Escribe el nombre', en: 'Enter your name' }],
  [{ name: 'Ñ'.repeat(301) }, 'name', { es: '300 caracteres como máximo', en: 'at most 300 characters' }],
  [{ name: 'UNO | DOS' }, 'name', { es: 'barra vertical', en: 'vertical bar' }],
  [{ name: 'UNO\nDOS' }, 'name', { es: 'un carácter invisible', en: 'an invisible character' }],
  [{ name: 'UNO\0DOS' }, 'name', { es: 'un carácter invisible', en: 'an invisible character' }],
  [{ zip: '' }, 'zip', { es: 'Escribe el código postal.', en: 'Enter the postal code.' }],
  [{ zip: '1234' }, 'zip', { es: 'lleva cinco dígitos', en: 'must have five digits' }],
  [{ zip: '00000' }, 'zip', { es: 'no existe', en: 'doesn’t exist' }],
  [{ regimenFiscal: '' }, 'regimenFiscal', { es: 'Elige tu régimen fiscal.', en: 'Choose your tax regime.' }],
  [{ regimenFiscal: '999' }, 'regimenFiscal', { es: 'Elige un régimen de la lista', en: 'a regime from the list' }],
  [{ regimenFiscal: '612' }, 'regimenFiscal', { es: 'Ese régimen no corresponde', en: 'That regime doesn’t match' }],
  [{ usoCfdi: '' }, 'usoCfdi', { es: 'Elige para qué vas a usar', en: 'Choose what you will use' }],
  [{ usoCfdi: 'X99' }, 'usoCfdi', { es: 'Elige un uso de la lista', en: 'Choose a use from the list' }],
  [{ usoCfdi: 'CP01' }, 'usoCfdi', { es: 'no aplica a una compra', en: 'doesn’t apply to a purchase' }],
  [{ usoCfdi: 'D01' }, 'usoCfdi', { es: 'Ese uso no corresponde', en: 'That use doesn’t match' }],
  [
    { ...PERSON, usoCfdi: 'D01', regimenFiscal: '616' },
    'usoCfdi',
    { es: 'El régimen fiscal no permite', en: 'The tax regime doesn’t' },
  ],
  [{ ...PERSON, rfc: 'XAXX010101000', usoCfdi: 'S01' }, 'regimenFiscal', { es: '616, Sin', en: '616, Sin' }],
  [
    { ...PERSON, rfc: 'XAXX010101000', regimenFiscal: '616', usoCfdi: 'G02' },
    'usoCfdi',
    { es: 'S01, Sin', en: 'S01, Sin' },
  ],
  [{ email: 'nadie' }, 'email', { es: 'Escribe un correo completo', en: 'a complete email address' }],
  [{ email: `${'x'.repeat(250)}@example.com` }, 'email', { es: 'Escribe un correo', en: 'a complete email' }],
  [{ formaPago: '' }, 'formaPago', { es: 'Elige con qué pagaste', en: 'Choose how you paid' }],
  [{ formaPago: '99' }, 'formaPago', { es: 'una de las formas de pago', en: 'one of the payment methods' }],
]

function valueOf(html: string, field: string): string | undefined {
  const select = new RegExp(`<select[^>]* name="${field}".*?</select>`, 's').exec(html)?.[0]
  if (select) return /<option value="([^"]*)"[^>]* selected/.exec(select)?.[1] ?? ''
  const input = new RegExp(`<input [^>]*name="${field}"[^>]* value(?:="([^"]*)")?`).exec(html)
  const value = input && (input[1] ?? '')
  return value?.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

const faultAt = (html: string, field: string): string =>
  textOf(new RegExp(`<p class="fault" id="${field}-fault">(.*?)</p>`, 's').exec(html)?.[1] ?? '')

for (const engine of ENGINES) {
  describe(`the form of an invoice on ${engine}`, () => {
    let shop: PayersShop
    let asked: any
    before(async () => {
      shop = await PayersShop.open(engine)
      asked = await shop.paidLink({ method: 'card' })
    })
    after(() => shop?.close())

    it('is one plain form that offers every regime and use by kind, and asks for no cookie (R61, R63, R72)', async () => {
      const { status, html, headers } = await shop.see(asked)
      expect(status).to.equal(200)
      expect(headers.get('set-cookie')).to.equal(null)
      expect(headers.get('cache-control')).to.equal('no-store')
      expect(html).to.not.match(/<script|https?:\/\//)
      expect(html.match(/<form /g)).to.have.length(1)
      const names = [...html.matchAll(/<(?:input|select)[^>]* name="([^"]+)"/g)].map(([, name]) => name)
      expect(names).to.deep.equal(['rfc', 'name', 'zip', 'regimenFiscal', 'usoCfdi', 'formaPago', 'email'])
      const offered = (field: string) => {
        const select = new RegExp(`<select[^>]* name="${field}".*?</select>`, 's').exec(html)?.[0] ?? ''
        return [...select.matchAll(/<option value="(\w+)"/g)].map(([, clave]) => clave)
      }
      expect(offered('regimenFiscal')).to.have.length(19)
      expect(offered('usoCfdi')).to.have.length(24)
      expect(offered('formaPago')).to.deep.equal(['04', '28'])
      expect(html.match(/<optgroup /g)).to.have.length(5)
    })

    it('asks for the payment form only where the payment does not determine it (R64)', async () => {
      const { html } = await shop.see(await shop.paidLink())
      expect(html).to.not.include('formaPago')
    })

    for (const language of LANGUAGES) {
      it(`shows each fault at its field in ${language}, and keeps the input`, async () => {
        for (const [changes, field, words] of FAULTS) {
          const typed: Record<string, string> = { ...COMPANY, formaPago: '04', email: 'ana@example.com', ...changes }
          const { status, html } = await shop.request(asked, typed, `?lang=${language}`)
          expect(status, JSON.stringify(changes)).to.equal(400)
          expect(faultAt(html, field), JSON.stringify(changes)).to.include(words[language])
          expect(html.match(/class="fault"/g), JSON.stringify(changes)).to.have.length(1)
          expect(html).to.match(new RegExp(`id="${field}"[^>]*aria-describedby="${field}-fault`))
          expect(html).to.match(new RegExp(`id="${field}"[^>]*aria-invalid="true"`))
          expect(html)
            .to.include(`<a href="#${field}">`)
            .and.include(`action="${new URL(asked.url).pathname}/invoice?lang=`)
          for (const [name, value] of Object.entries(typed)) {
            // A value that is not on the list cannot stay selected.
            const isUnknown = ['999', 'X99', '99'].includes(value)
            if (!value.includes('\0')) expect(valueOf(html, name)).to.equal(isUnknown ? '' : value)
          }
        }
        expect(await shop.invoiceIds(asked)).to.deep.equal([])
      })
    }

    it('finds the faults that the API finds, at the same fields', async () => {
      for (const [changes, field] of FAULTS) {
        const typed: Record<string, string> = { ...COMPANY, formaPago: '04', email: 'ana@example.com', ...changes }
        const { body } = await shop.paylink.post(`/v1/payments/${asked.paidPaymentId}/invoice`, typed)
        const paths: string[] = body.errors.map(({ path }: { path: string }) => path)
        expect(paths, JSON.stringify(changes)).to.deep.equal([field])
        expect(faultAt((await shop.request(asked, typed)).html, field), JSON.stringify(changes)).to.not.equal('')
      }
    })

    it('shows all faults at once', async () => {
      const { status, html } = await shop.request(asked, { email: 'nadie' })
      expect(status).to.equal(400)
      expect(html.match(/class="fault"/g)).to.have.length(7)
      expect(html.match(/<li><a href="#/g)).to.have.length(7)
    })

    it('accepts an RFC in lower case and with hyphens', async () => {
      const link = await shop.paidLink()
      expect((await shop.request(link, { ...COMPANY, rfc: ' ure-180429-tm6 ' })).status).to.equal(303)
      expect((await shop.becomes(link, 'stamped')).receiver.rfc).to.equal('URE180429TM6')
    })

    it('warns about a wrong check digit, and accepts the RFC', async () => {
      const link = await shop.paidLink()
      const doubtful = { ...COMPANY, rfc: 'AAA010101AA2' }
      const { html } = await shop.request(link, { ...doubtful, zip: '1' })
      expect(html).to.include('el dígito verificador no coincide').and.include('aria-describedby="rfc-doubt rfc-hint"')
      expect((await shop.request(link, doubtful)).status).to.equal(303)
      expect((await shop.becomes(link, 'stamped')).receiver.rfc).to.equal('AAA010101AA2')
    })

    it('narrows the choices to the RFC and the regime on request, and shows all of them again after that', async () => {
      const typed = { ...PERSON, rfc: 'funk671228ph6', regimenFiscal: '605', usoCfdi: '', name: 'KARLA' }
      const { status, html } = await shop.request(asked, { ...typed, step: 'narrow' })
      expect(status).to.equal(200)
      expect(html).to.not.include('class="fault"').and.not.include('value="601"').and.not.include('value="G03"')
      expect(html).to.include('value="612"').and.include('value="D01"').and.include('value="S01"')
      expect([valueOf(html, 'rfc'), valueOf(html, 'name'), valueOf(html, 'regimenFiscal')]).to.deep.equal([
        ...['funk671228ph6', 'KARLA', '605'],
      ])
      const company = await shop.request(asked, { ...COMPANY, step: 'narrow' })
      expect(company.html).to.include('value="601"').and.not.include('value="605"').and.not.include('value="D01"')
      const wrong = await shop.request(asked, { ...COMPANY, rfc: 'nada', step: 'narrow' })
      expect([wrong.status, wrong.html.match(/class="fault"/g)?.length]).to.deep.equal([400, 1])
      expect(wrong.html).to.include('value="601"').and.include('value="605"')
      expect((await shop.request(asked, { ...COMPANY, zip: '1' })).html).to.include('value="605"')
    })

    it('keeps names of 300 characters and with XML and HTML special characters exactly (I39)', async () => {
      const names = [
        `<script>alert(1)</script> & "O'Neil" <![CDATA[x]]> &lt;`,
        `${'Ñ&"<'.repeat(74)}SOCI`,
        '</title></option><b onmouseover=1>',
      ]
      for (const name of names) {
        const link = await shop.paidLink()
        const refused = await shop.request(link, { ...COMPANY, rfc: 'AAA010101AA2', name, zip: '1' })
        expect(valueOf(refused.html, 'name')).to.equal(name)
        expect(refused.html).to.not.include('<script').and.not.include('<b onm')
        expect((await shop.request(link, { ...COMPANY, rfc: 'AAA010101AA2', name })).status).to.equal(303)
        expect((await shop.becomes(link, 'stamped')).receiver.name).to.equal(name)
        const { html } = await shop.see(link)
        expect(html).to.not.include('<script').and.not.include('<b onm')
        expect(textOf(html)).to.include(name)
      }
    })

    it('treats repeated, malformed and overlong fields as input faults, never as an internal error', async () => {
      const { url } = asked
      const post = async (body: string, type = 'application/x-www-form-urlencoded') => {
        const headers = { 'Content-Type': type, 'Accept-Language': 'es' }
        const answer = await fetch(`${url}/invoice`, { method: 'POST', headers, body, redirect: 'manual' })
        return { status: answer.status, text: textOf(await answer.text()) }
      }
      const whole = new URLSearchParams({ ...COMPANY, formaPago: '04' }).toString()
      expect((await post(`${whole}&rfc=URE180429TM6`)).text).to.include('Escribe tu RFC.')
      expect((await post(whole.replace('rfc=', 'rfc[a]='))).text).to.include('Escribe tu RFC.')
      expect((await post(`${whole}&name=%ED%A0%80`)).status).to.equal(400)
      expect((await post(JSON.stringify(COMPANY), 'application/json')).text).to.include('Escribe tu RFC.')
      const long = await post(`${whole}&name=${'x'.repeat(9000)}`)
      expect(long.status).to.equal(413)
      expect(long.text).to.include('Tu factura no se pidió.')
      expect(await shop.invoiceIds(asked)).to.deep.equal([])
    })

    it('creates one invoice for two simultaneous submits and a third (I36, R95)', async () => {
      const link = await shop.paidLink()
      const presses = await Promise.all([1, 2, 3].map(() => shop.request(link, COMPANY)))
      expect(presses.map(({ status }) => status)).to.deep.equal([303, 303, 303])
      expect((await shop.request(link, { ...COMPANY, zip: '1' })).status).to.equal(303)
      await shop.becomes(link, 'stamped')
      expect((await shop.request(link, COMPANY)).status).to.equal(303)
      expect(await shop.invoiceIds(link)).to.have.length(1)
    })

    it('asks the provider at most five times a minute for one link, and ten times a day', async () => {
      const link = await shop.paidLink()
      const wrong = { ...COMPANY, name: 'OTRO NOMBRE' }
      const refusedFive = async (): Promise<void> => {
        for (let count = 0; count < 5; count++) {
          expect((await shop.request(link, wrong)).status).to.equal(303)
          await shop.becomes(link, 'failed')
        }
      }
      await refusedFive()
      const { status, html, headers } = await shop.request(link, wrong)
      expect(status).to.equal(429)
      expect(Number(headers.get('retry-after'))).to.be.within(1, 60)
      expect(textOf(html)).to.include('Espera un minuto')
      expect(valueOf(html, 'name')).to.equal('OTRO NOMBRE')
      shop.paylink.clock.advance(60_000)
      await refusedFive()
      shop.paylink.clock.advance(60_000)
      const late = await shop.request(link, wrong)
      expect(late.status).to.equal(429)
      expect(textOf(late.html)).to.include('Intenta de nuevo mañana')
      expect(valueOf(late.html, 'name')).to.equal('OTRO NOMBRE')
      shop.paylink.clock.advance(DAY_MS)
      expect((await shop.request(link, COMPANY)).status).to.equal(303)
    })

    it('asks the provider at most ten times a minute for files that are not stored', async () => {
      const link = await shop.stampedLink()
      // Its files are stored, and no worker polls it.
      await eventually(
        () => shop.paylink.db('invoices').where({ payment_id: link.paidPaymentId }).pluck('next_attempt_at'),
        ([next]) => next === null,
      )
      await shop.paylink.writer('invoice_files').delete()
      await shop.paylink.setFaults(
        [{ kind: 'error_before', match: 'GET /v2/invoices/', times: 20 }],
        'invoicing_provider',
      )
      for (let count = 0; count < 15; count++) expect((await shop.see(link, '/pdf')).status).to.equal(503)
      const [left] = await shop.paylink.container.get(Sandbox).faultsOf('invoicing_provider').list()
      await shop.paylink.setFaults([], 'invoicing_provider')
      expect(left?.times).to.equal(10)
      shop.paylink.clock.advance(60_000)
      expect((await shop.see(link, '/pdf')).location).to.include('/files/')
    })
  })
}
