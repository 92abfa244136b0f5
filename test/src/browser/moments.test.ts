import { expect } from 'chai'
import { HOUR_MS, MINUTE_MS } from '@paylink/core/kernel/clock'
import { TestAppliance } from '../support/appliance.js'
import { Visitor } from '../support/browser.js'
import { axeFindings, overlaps } from './layout.js'
import { CLABE, linksInEveryState, type State, STATES } from './payer-states.js'
import { WORDS } from './words.js'

const TEXTS = {
  'es-MX': {
    until: /Puedes pagar hasta el \d+ de \S+ a las? \d\d:\d\d h\./,
    secure: 'Pagarás en la página segura de Stripe o Conekta.',
    voucher: ['CLABE', 'Banco STP', 'Beneficiario Flores Lupita S.A. de C.V.', 'Monto exacto $4,310.00 MXN'],
    cash: ['Da esta referencia en la caja', 'Dónde pagar OXXO, 7-Eleven', 'Paga a más tardar el '],
    otherWay: ['¿Prefieres pagar de otra forma?', 'cancelaremos esta referencia: después ya no la uses'],
    lapsed: ['Referencia vencida', 'ya no uses esta referencia'],
    paid: ['Pagado', 'recibió tu pago', 'Descargar recibo (PDF)', 'Folio'],
    refunded: ['Devuelto', 'te devolvió tu pago'],
    onThisPage: 'en cuanto se confirme lo verás en esta página',
    byMail: 'te avisaremos por correo',
    includesIva: 'IVA incluido',
  },
  en: {
    until: /You can pay until \S+ \d+ at \d+:\d\d [AP]M\./,
    secure: 'You’ll pay on a secure page by Stripe or Conekta.',
    voucher: ['CLABE', 'Bank STP', 'Beneficiary Flores Lupita S.A. de C.V.', 'Exact amount $4,310.00 MXN'],
    cash: ['Give this reference at the register', 'Where to pay OXXO, 7-Eleven', 'Pay no later than '],
    otherWay: ['Prefer to pay another way?', 'cancel this reference first. After that, don’t use it'],
    lapsed: ['Reference expired', 'don’t use this reference anymore'],
    paid: ['Paid', 'received your payment', 'Download receipt (PDF)', 'Receipt no.'],
    refunded: ['Refunded', 'refunded your payment'],
    onThisPage: 'you’ll see it on this page as soon as it is confirmed',
    byMail: 'we’ll email you',
    includesIva: 'VAT (IVA) included',
  },
}

const KINDS = [
  { locale: 'es-MX', width: 390 },
  { locale: 'es-MX', width: 1280, isDark: true },
  { locale: 'en', width: 390, isDark: true },
  { locale: 'en', width: 1280 },
] as const

const PICTURED = new Set<State>(['transfer', 'cash', 'paid', 'payable'])

describe('answers to payers, in a browser', () => {
  let paylink: TestAppliance
  let links: Record<State, any>
  before(async () => {
    paylink = await TestAppliance.start('sqlite')
    const { brand } = paylink.account
    const contact = { supportEmail: 'hola@flores.example', supportPhone: '+52 55 1234 5678' }
    await paylink.changeAccount({ name: 'Flores Lupita', brand: { ...brand, ...contact } })
    links = await linksInEveryState(paylink)
  })
  after(() => paylink?.stop())

  /** At an address that does not reload. */
  const still = (state: State): string => `${links[state].url}?since=0`

  it('the return page turns paid without a click or a script', async () => {
    const comeBack = async (kind: (typeof KINDS)[number]): Promise<void> => {
      const words = WORDS[kind.locale]
      const link = await paylink.createLink({ providers: ['provider_a'] })
      const visitor = await Visitor.arrive(kind)
      await visitor.page.goto(link.url)
      await visitor.press(words.pay)
      await visitor.press(words.payByCard)
      await visitor.page.getByText(words.paid, { exact: true }).waitFor()
      await visitor.picture(`moment-returned-${kind.locale}-${kind.width}`)
      expect(visitor.complaints).to.deep.equal([])
      await visitor.leave()
    }
    await Promise.all(KINDS.map(comeBack))
  })

  it('it reloads every 3 s for a minute, then every 15 s, for an hour at most, and not once it is over', async () => {
    const refreshOf = async (address: string): Promise<string | null> => {
      const response = await fetch(address)
      expect(response.status).to.equal(200)
      return response.headers.get('refresh')
    }
    const returned = `${links.processing.url}/return?lang=en`
    const first = await refreshOf(returned)
    expect(first).to.match(/^3; url=\/p\/\w+\/return\?lang=en&since=\d+$/)
    const again = new URL(first!.split('url=')[1]!, paylink.url).href
    expect(await refreshOf(again)).to.equal(first)
    for (const over of ['paid', 'refunded', 'expired', 'cash', 'lapsed'] as const) {
      expect(await refreshOf(`${links[over].url}/return`), over).to.equal(null)
      expect(await refreshOf(links[over].url), over).to.equal(null)
    }
    expect(await refreshOf(links.payable.url)).to.equal(null)
    expect(await refreshOf(`${links.transfer.url}/return`)).to.match(/^15; /)
    expect(await refreshOf(links.opening.url)).to.match(/^3; url=\/p\/\w+\?since=/)
    expect(await refreshOf(`${links.processing.url}/return?since=0`)).to.equal(null)
    expect(await refreshOf(`${links.processing.url}/return?since=9999999999`)).to.match(/^3; /)
    paylink.clock.advance(MINUTE_MS)
    expect(await refreshOf(again)).to.equal(first!.replace(/^3/, '15'))
    paylink.clock.advance(HOUR_MS)
    expect(await refreshOf(again)).to.equal(null)
  })

  for (const [index, kind] of KINDS.entries()) {
    const { locale, width } = kind
    it(`every page is clear and passes axe-core, in ${locale} at ${width} px`, async () => {
      const texts = TEXTS[locale]
      const visitor = await Visitor.arrive({ ...kind, scripts: true, bypassCSP: true })
      const text = {} as Record<State, string>
      for (const [place, state] of STATES.entries()) {
        await visitor.page.goto(still(state))
        text[state] = await visitor.text()
        expect(await overlaps(visitor), state).to.deep.equal([])
        expect(await visitor.overhang(), state).to.equal(0)
        // Each page light and dark, in either language.
        if ((place + index) % 2 === 0) expect(await axeFindings(visitor), state).to.deep.equal([])
        if (PICTURED.has(state)) await visitor.picture(`moment-${state}-${locale}-${width}`)
      }
      expect(text.payable).to.match(texts.until).and.to.include(texts.secure)
      expect(text.payable).to.include('OXXO').and.to.include('SPEI').and.to.include('WhatsApp')
      for (const said of [...texts.voucher, ...texts.otherWay]) expect(text.transfer).to.include(said)
      for (const said of [...texts.cash, ...texts.otherWay]) expect(text.cash).to.include(said)
      for (const said of texts.lapsed) expect(text.lapsed).to.include(said)
      for (const said of texts.paid) expect(text.paid).to.include(said)
      for (const said of texts.refunded) expect(text.refunded).to.include(said)
      expect(text.refunded).to.not.include(texts.paid[1]).and.to.not.include(texts.paid[2])
      expect(text.processing).to.include(texts.onThisPage).and.to.not.include(texts.byMail)
      const [payment] = await paylink.paymentsOf(links.paid.id)
      const end = payment.id.slice(-8).toUpperCase()
      expect(text.paid)
        .to.include(`${end.slice(0, 4)}-${end.slice(4)}`)
        .and.to.include(payment.id)
      await visitor.leave()
    })
  }

  it('a CLABE is copied without gaps, and a reference is given up by a form', async () => {
    const visitor = await Visitor.arrive({ scripts: true })
    const { page } = visitor
    await page.goto(links.transfer.url)
    const groups = await page.locator('.number span:not(.end)').allInnerTexts()
    expect(groups).to.deep.equal(['646', '180', '11181234567', '8'])
    const copied = `(getSelection().selectAllChildren(document.querySelector('.number')), getSelection().toString())`
    expect(await page.evaluate(copied)).to.equal(CLABE)
    const fields = (form: number) =>
      page.evaluate(`Object.fromEntries(new FormData(document.querySelectorAll('.other-ways form')[${form}]))`)
    expect(await fields(0)).to.deep.equal({ provider: 'provider_a', lang: 'es-MX', startOver: '1' })
    expect(await fields(1)).to.deep.equal({ provider: 'provider_b', lang: 'es-MX', startOver: '1' })
    await visitor.leave()
  })

  it('pages read at 200 % text and 400 % zoom without overlap, and no last digit is on its own line', async () => {
    for (const [width, textSize] of [
      [390, 200],
      [1280, 200],
      [320, 100],
    ] as const) {
      const visitor = await Visitor.arrive({ width, scripts: true, bypassCSP: true })
      for (const state of STATES) {
        await visitor.page.goto(still(state))
        await visitor.page.addStyleTag({ content: `html{font-size:${textSize}%}` })
        const where = `${state} at ${width} px, ${textSize} %`
        expect(await overlaps(visitor), where).to.deep.equal([])
        expect(await visitor.overhang(), where).to.equal(0)
        if (state === 'transfer') {
          const [account, digit] = await Promise.all(
            ['.end span:first-child', '.end span:last-child'].map((group) => visitor.page.locator(group).boundingBox()),
          )
          expect(digit?.y, where).to.equal(account?.y)
        }
        if (state === 'transfer' || state === 'paid') await visitor.picture(`moment-${state}-${width}-${textSize}`)
      }
      await visitor.leave()
    }
  })

  it('green means the same with every brand, and a black brand keeps its buttons in dark mode', async () => {
    const { brand } = paylink.account
    const colourOf = async (state: State, selector: string, isDark: boolean, property = 'color'): Promise<unknown> => {
      const visitor = await Visitor.arrive({ isDark, scripts: true })
      await visitor.page.goto(still(state))
      const colour = await visitor.page.evaluate(
        `getComputedStyle(document.querySelector('${selector}'))['${property}']`,
      )
      await visitor.leave()
      return colour
    }
    await paylink.changeAccount({ brand: { ...brand, color: '#c00000' } })
    expect(await colourOf('paid', '.seal', false)).to.equal('rgb(11, 102, 56)')
    expect(await colourOf('paid', '.state svg', false)).to.equal('rgb(11, 102, 56)')
    expect(await colourOf('refunded', '.amount', false)).to.equal(await colourOf('expired', '.amount', false))
    expect(await colourOf('refunded', '.amount', false)).to.not.equal(await colourOf('paid', '.amount', false))
    await paylink.changeAccount({ brand: { ...brand, color: '#111111' } })
    expect(await colourOf('payable', '.first', true, 'backgroundColor')).to.equal('rgb(241, 242, 245)')
    await paylink.changeAccount({ brand: { ...brand, color: '#ffffff' } })
    expect(await colourOf('payable', '.first', false, 'backgroundColor')).to.equal('rgb(22, 24, 29)')
    await paylink.changeAccount({ brand })
  })

  it('the proof prints on white, without buttons', async () => {
    const visitor = await Visitor.arrive({ width: 700, isDark: true, scripts: true })
    await visitor.page.goto(links.paid.url)
    await visitor.page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    expect(await visitor.page.evaluate('getComputedStyle(document.body).backgroundColor')).to.equal(
      'rgb(255, 255, 255)',
    )
    expect(await visitor.page.locator('.button:visible, .language:visible').count()).to.equal(0)
    await visitor.picture('moment-print')
    await visitor.leave()
  })

  it('the button is in sight below twenty lines, and IVA only if stated', async () => {
    const visitor = await Visitor.arrive()
    await visitor.page.goto(links.manyLines.url)
    const { y } = (await visitor.page.getByRole('button').first().boundingBox())!
    expect(y).to.be.below(700)
    expect(await visitor.text()).to.include(TEXTS['es-MX'].includesIva)
    await visitor.page.goto((await paylink.createLink()).url)
    expect(await visitor.text()).to.not.include('IVA')
    await visitor.leave()
  })

  it('an email is promised only if one will be sent', async () => {
    const { mail } = paylink.account
    await paylink.changeAccount({ mail: { ...mail, receipts: true } })
    const link = await paylink.createLink({ customerEmail: 'ana@example.com' })
    await paylink.openCheckout(link)
    const visitor = await Visitor.arrive({ locale: 'en' })
    await visitor.page.goto(link.url)
    expect(await visitor.text()).to.include(TEXTS.en.byMail)
    await visitor.page.goto(links.processing.url)
    expect(await visitor.text()).to.include(TEXTS.en.onThisPage)
    await visitor.leave()
  })
})
