import type { PaymentLinkView } from '@paylink/core/payment-links/payment-link.view'
import { expect } from 'chai'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { COMPANY, PayersShop, PERSON } from '../invoicing/payers-shop.js'
import { Visitor } from '../support/browser.js'
import { contrastsBelow } from './contrasts.js'
import { LANGUAGES, WORDS } from './words.js'

const INVOICE_WORDS = {
  'es-MX': {
    get: 'Obtener mi factura',
    submit: 'Pedir mi factura',
    narrow: 'Ver solo lo que corresponde a mi RFC',
    refusedName: 'El SAT tiene otro nombre registrado con este RFC.',
    see: 'Ver mi factura',
    stamped: 'Tu factura está lista',
    pdf: 'Descargar PDF',
    xml: 'Descargar XML',
  },
  en: {
    get: 'Get my invoice (CFDI)',
    submit: 'Request my invoice',
    narrow: 'Show only the options for my RFC',
    refusedName: 'The SAT has a different name on record for this RFC.',
    see: 'View my invoice',
    stamped: 'Your invoice is ready',
    pdf: 'Download PDF',
    xml: 'Download XML',
  },
}

/** Pages of every kind, each with its own link. */
const OPEN_STATES = ['form', 'refused', 'stamping', 'stamped', 'cancelPending', 'cancelled'] as const
const STRANGERS = ['refusedToStrangers', 'stampedToStrangers', 'genericToStrangers'] as const
const STATES = [...OPEN_STATES, ...STRANGERS, 'notPaid', 'notInvoiceable', 'tooLate'] as const
type State = (typeof STATES)[number]

const GENERIC = {
  ...{ rfc: 'XAXX010101000', name: 'ANA LUZ', zip: '42501', regimenFiscal: '616', usoCfdi: 'S01' },
}

const MAX_BYTES = 24_000

async function fill(page: Page, receiver: Record<string, string>): Promise<void> {
  for (const [field, value] of Object.entries(receiver)) {
    const control = page.locator(`#${field}`)
    if (field === 'regimenFiscal' || field === 'usoCfdi' || field === 'formaPago') await control.selectOption(value)
    else await control.fill(value)
  }
}

async function downloaded(page: Page, name: string): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name }).click()])
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

describe("the payer's invoice in a browser without scripts", () => {
  let shop: PayersShop
  const urls = {} as Record<State, string>
  const owned = {} as Record<State, { url: string }>

  /** As the payer who requested the invoice, or, for some states, as another visitor with the link. */
  async function goTo(page: Page, state: State): Promise<void> {
    const { name, value } = shop.cookieOf(owned[state])
    const isStranger = (STRANGERS as readonly string[]).includes(state)
    if (name !== '' && !isStranger) await page.context().addCookies([{ name, value, url: urls[state] }])
    await page.goto(urls[state])
    await page.context().clearCookies()
  }

  before(async () => {
    shop = await PayersShop.open('sqlite')
    const { brand } = shop.paylink.account
    const contact = { supportEmail: 'hola@barro.example', supportPhone: '+52 55 1234 5678' }
    await shop.paylink.changeAccount({ name: 'Barro y Fuego', brand: { ...brand, ...contact } })
    const links = {
      tooLate: await shop.paidLink({ paidAt: '2020-01-31T12:00:00.000Z' }),
      form: await shop.paidLink({ method: 'card', customerEmail: 'ana@cliente.example' }),
      refused: await shop.paidLink(),
      refusedToStrangers: await shop.paidLink(),
      stampedToStrangers: await shop.stampedLink({ ...COMPANY, email: 'compras@urs.example' }),
      genericToStrangers: await shop.stampedLink(GENERIC),
      stamped: await shop.stampedLink({ ...COMPANY, email: 'compras@urs.example' }),
      cancelPending: await shop.stampedLink(),
      cancelled: await shop.stampedLink(),
      stamping: await shop.paidLink(),
      notPaid: await shop.createLink(),
      notInvoiceable: await shop.paidLink({ invoiceable: false }),
    }
    for (const [state, link] of Object.entries(links)) {
      urls[state as State] = `${link.url}/invoice`
      owned[state as State] = link
    }
    await shop.request(links.refused, { ...COMPANY, name: 'UNIVERSIDAD ROBOTICA', email: 'compras@urs.example' })
    await shop.becomes(links.refused, 'failed')
    await shop.request(links.refusedToStrangers, { ...COMPANY, rfc: 'NOE010101AA1', email: 'compras@urs.example' })
    await shop.becomes(links.refusedToStrangers, 'failed')
    const cancel = (link: PaymentLinkView) =>
      shop.paylink.post(`/v1/payments/${link.paidPaymentId}/invoice/cancel`, { motivo: '02' })
    await cancel(links.cancelled)
    shop.paylink.clock.advance(10_000)
    await shop.becomes(links.cancelled, 'cancelled')
    await shop.behave({ cancelSeconds: '864000' })
    await cancel(links.cancelPending)
    await shop.behave({ stampSeconds: '864000' })
    await shop.request(links.stamping, { ...COMPANY, rfc: 'URE180429TM7', email: 'compras@urs.example' })
    await shop.becomes(links.stamping, 'stamping')
  })
  after(() => shop?.close())

  for (const locale of LANGUAGES) {
    it(`is paid for, requested, refused at its field, corrected, stamped and downloaded, in ${locale} (R8, R94, R98)`, async () => {
      await shop.behave()
      const words = INVOICE_WORDS[locale]
      const link = await shop.createLink({ providers: ['provider_a'] })
      const visitor = await Visitor.arrive({ locale })
      const { page } = visitor
      await page.goto(link.url)
      await visitor.press(WORDS[locale].pay)
      await visitor.press(WORDS[locale].payByCard)
      await visitor.reloadUntil(WORDS[locale].paid)
      await visitor.picture(`invoice-paid-${locale}`)
      await page.getByRole('link', { name: words.get }).click()
      await fill(page, { ...COMPANY, name: 'UNIVERSIDAD ROBOTICA' })
      // Enter presses the first button of the form: it must be the one that requests.
      await page.locator('#zip').press('Enter')
      await visitor.reloadUntil(words.refusedName)
      expect(await page.locator('#name-fault').innerText()).to.include(words.refusedName)
      expect(await page.evaluate('document.activeElement.id')).to.equal('faults')
      expect(await page.locator('#rfc').inputValue()).to.equal(COMPANY.rfc)
      await page.locator('#name').fill(COMPANY.name)
      await visitor.press(words.submit)
      await visitor.reloadUntil(words.stamped)
      const pdf = await downloaded(page, words.pdf)
      const xml = await downloaded(page, words.xml)
      const { body } = await shop.paylink.get(`/v1/payment_links/${link.id}`)
      const { uuid } = await shop.invoiceOf(body)
      expect([pdf.name, xml.name]).to.deep.equal([`${uuid}.pdf`, `${uuid}.xml`])
      expect(pdf.bytes.subarray(0, 5).toString()).to.equal('%PDF-')
      expect(xml.bytes.toString()).to.include(uuid).and.include(`Nombre="${COMPANY.name}"`)
      expect(visitor.origins()).to.deep.equal([shop.paylink.url])
      expect(visitor.complaints).to.deep.equal([])
      await visitor.leave()
    })

    it(`has one h1, a main, a language, a title and a label for every control, in ${locale}`, async () => {
      const visitor = await Visitor.arrive({ locale })
      const { page } = visitor
      for (const state of STATES) {
        await goTo(page, state)
        expect(await page.locator('h1').count(), state).to.equal(1)
        expect(await page.getByRole('main').count(), state).to.equal(1)
        expect(await page.locator('html').getAttribute('lang'), state).to.equal(locale)
        expect(await page.title(), state).to.include('Barro y Fuego')
        for (const control of await page.locator('input:not([type=checkbox]), select').all()) {
          const id = await control.getAttribute('id')
          expect(await page.locator(`label[for="${id}"]`).innerText(), `${state} ${id}`).to.not.equal('')
          const told = (await control.getAttribute('aria-describedby')) ?? ''
          for (const word of told.split(' '))
            expect(await page.locator(`#${word}`).count(), `${state} ${word}`).to.equal(1)
        }
      }
      await visitor.leave()
    })
  }

  it('can be read, light and dark: 4.5 to 1 at least', async () => {
    for (const isDark of [false, true]) {
      for (const [locale, width] of [
        ['es-MX', 390],
        ['en', 1280],
      ] as const) {
        const visitor = await Visitor.arrive({ locale, width, isDark, scripts: true })
        const look = async (name: string): Promise<void> => {
          expect(await contrastsBelow(visitor, 4.5), name).to.deep.equal([])
          await visitor.picture(`invoice-${name}-${locale}-${width}${isDark ? '-dark' : ''}`)
        }
        for (const state of STATES) {
          await goTo(visitor.page, state)
          await look(state)
        }
        await visitor.page.goto(urls.form)
        await fill(visitor.page, { ...PERSON, rfc: 'FUNK671228PH1', zip: '123', usoCfdi: 'G03', email: 'nadie' })
        await visitor.press(INVOICE_WORDS[locale].submit)
        await look('faults')
        await visitor.leave()
      }
    }
  })

  it('fits 195 px (390 px at 200 %) and 280 px, and has controls of 44 px', async () => {
    for (const width of [195, 280]) {
      const visitor = await Visitor.arrive({ width })
      for (const state of STATES) {
        await goTo(visitor.page, state)
        expect(await visitor.overhang(), `${state} at ${width}`).to.equal(0)
        await visitor.picture(`invoice-${state}-${width}`)
        for (const control of await visitor.page
          .locator('.button, .narrow, .tick, .field input, .field select')
          .all()) {
          expect((await control.boundingBox())?.height, `${state} at ${width}`).to.be.at.least(44)
        }
      }
      await visitor.leave()
    }
  })

  it('is one document without scripts and without other requests', async () => {
    for (const state of ['form', 'refused', 'stamped'] as const) {
      const visitor = await Visitor.arrive({ scripts: true })
      await goTo(visitor.page, state)
      const [request, ...others] = visitor.requests.filter((sent) => !sent.url().startsWith('data:'))
      expect(others, state).to.have.length(0)
      expect((await request!.sizes()).responseBodySize, state).to.be.below(MAX_BYTES)
      expect(await visitor.page.locator('script, iframe, object, embed').count(), state).to.equal(0)
      expect(visitor.complaints, state).to.deep.equal([])
      await visitor.leave()
    }
  })

  it('hides choices that do not fit while it is filled in, without scripts (R72)', async () => {
    const visitor = await Visitor.arrive({ scripts: true })
    const { page } = visitor
    await page.goto(urls.form)
    const offered = (field: string) =>
      page.evaluate<string[]>(
        `[...document.querySelectorAll('#${field} option')].filter((option) => option.value && getComputedStyle(option)` +
          `.display !== 'none' && getComputedStyle(option.parentElement).display !== 'none').map(({ value }) => value)`,
      )
    expect(await offered('regimenFiscal')).to.have.length(19)
    expect(await offered('usoCfdi')).to.have.length(24)
    await page.locator('#rfc').fill('funk-671228-ph6')
    expect(await offered('regimenFiscal'))
      .to.have.length(13)
      .and.not.include('601')
    await page.locator('#rfc').fill(COMPANY.rfc)
    expect(await offered('regimenFiscal')).to.have.length(19)
    await page.locator('#regimenFiscal').selectOption('605')
    expect((await offered('usoCfdi')).join()).to.equal('D01,D02,D03,D04,D05,D06,D07,D08,D09,D10,CN01,S01,CP01')
    await page.locator('#regimenFiscal').selectOption('616')
    expect((await offered('usoCfdi')).join()).to.equal('G02,S01,CP01')
    await page.locator('#regimenFiscal').selectOption('601')
    expect(await offered('usoCfdi'))
      .to.have.length(13)
      .and.not.include('D01')
    await page.locator('#rfc').fill(PERSON.rfc)
    await page.locator('#regimenFiscal').selectOption('605')
    await visitor.press(INVOICE_WORDS['es-MX'].narrow)
    expect(await page.locator('#regimenFiscal option').count()).to.equal(14)
    expect(await page.locator('#usoCfdi option').count()).to.equal(14)
    expect(await page.locator('#regimenFiscal').inputValue()).to.equal('605')
    await visitor.picture('invoice-narrowed')
    await visitor.leave()
  })

  it('asks another browser for the RFC once, and then offers the files', async () => {
    const visitor = await Visitor.arrive()
    const { page } = visitor
    await page.goto(urls.stampedToStrangers)
    await page.locator('#rfc').fill(PERSON.rfc)
    await visitor.press(INVOICE_WORDS['es-MX'].see)
    await page.getByText('No coincide con los datos').waitFor()
    await visitor.picture('invoice-wrong-receiver')
    await page.locator('#rfc').fill('ure180429tm6')
    await visitor.press(INVOICE_WORDS['es-MX'].see)
    await page.getByText(COMPANY.name).waitFor()
    expect((await downloaded(page, INVOICE_WORDS['es-MX'].pdf)).bytes.subarray(0, 5).toString()).to.equal('%PDF-')
    expect(visitor.complaints.filter((complaint) => !complaint.includes('403'))).to.deep.equal([])
    await visitor.leave()
  })

  it('reloads from stamping to the result', async () => {
    await shop.behave()
    const link = await shop.paidLink()
    const visitor = await Visitor.arrive()
    await visitor.page.goto(`${link.url}/invoice`)
    await fill(visitor.page, COMPANY)
    await visitor.press(INVOICE_WORDS['es-MX'].submit)
    await visitor.page.getByText(INVOICE_WORDS['es-MX'].stamped).waitFor()
    await visitor.leave()
  })
})
