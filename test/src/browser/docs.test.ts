import { expect } from 'chai'
import { TestAppliance } from '../support/appliance.js'
import { Visitor } from '../support/browser.js'
import { contrastsBelow } from './contrasts.js'
import { LANGUAGES } from './words.js'

const TEXTS = {
  'es-MX': { title: 'Referencia de la API', contents: 'Contenido', responses: 'Respuestas', copy: 'Copiar' },
  en: { title: 'API reference', contents: 'Contents', responses: 'Responses', copy: 'Copy' },
} as const
const MAX_HEIGHT = 16_000

describe('the reference in a browser', () => {
  let paylink: TestAppliance
  before(async () => (paylink = await TestAppliance.start('sqlite', {}, { http: true, jobs: false })))
  after(() => paylink?.stop())

  for (const locale of LANGUAGES) {
    const texts = TEXTS[locale]
    for (const [width, isDark] of [
      [390, true],
      [1280, false],
    ] as const) {
      it(`is short, folded and readable at ${width} px, in ${locale}`, async () => {
        const visitor = await Visitor.arrive({ locale, width, isDark, scripts: true })
        const { page } = visitor
        await page.goto(`${paylink.url}/docs`)
        expect(await visitor.title()).to.equal(texts.title)
        expect(await page.evaluate<number>('document.documentElement.scrollHeight')).to.be.below(MAX_HEIGHT)
        expect(await visitor.overhang()).to.equal(0)
        expect(await contrastsBelow(visitor, 4.5)).to.deep.equal([])
        expect(await page.getByRole('navigation', { name: texts.contents }).count()).to.equal(width > 1000 ? 1 : 0)
        expect(await page.getByText(texts.responses, { exact: true }).count()).to.be.above(10)
        await visitor.picture(`docs-${locale}-${width}${isDark ? '-dark' : ''}`, false)
        await page.goto(`${paylink.url}/docs#PaymentLink`)
        await page.locator('details#PaymentLink[open]').waitFor()
        expect(visitor.complaints).to.deep.equal([])
        expect(visitor.origins()).to.deep.equal([paylink.url])
        await visitor.leave()
      })
    }
  }

  it('copies an example with one click, and can be read without scripts', async () => {
    const visitor = await Visitor.arrive({ locale: 'en', scripts: true })
    const { page } = visitor
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: paylink.url })
    await page.goto(`${paylink.url}/docs`)
    const section = page.locator('#create_payment_link')
    await section.getByRole('button', { name: TEXTS.en.copy }).click()
    await section.getByRole('button', { name: 'Copied' }).waitFor()
    const copied = await page.evaluate<string>('navigator.clipboard.readText()')
    expect(copied).to.include('curl -X POST').and.include('/v1/payment_links"')
    await visitor.leave()

    const plain = await Visitor.arrive({ locale: 'en', width: 1280 })
    await plain.page.goto(`${paylink.url}/docs`)
    await plain.page.locator('#create_payment_link summary').first().click()
    expect(await plain.page.locator('#create_payment_link').innerText()).to.include('Idempotency-Key')
    expect(await plain.page.getByRole('button').count()).to.equal(0)
    await plain.leave()
  })

  it('is served in both languages, under a policy that runs only our own script', async () => {
    for (const [lang, said] of [
      ['es', TEXTS['es-MX'].title],
      ['en', TEXTS.en.title],
    ] as const) {
      const reply = await paylink.get(`/docs?lang=${lang}`, { key: null })
      expect(reply.text).to.include(`<h1>${said}</h1>`)
      expect(reply.headers.get('content-security-policy')).to.match(/default-src 'none';.*; script-src 'self'$/)
      expect(reply.headers.get('vary')).to.include('Accept-Language')
    }
  })
})
