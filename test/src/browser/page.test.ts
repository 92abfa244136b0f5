import { expect } from 'chai'
import { DAY_MS, MINUTE_MS } from '@paylink/core/kernel/clock'
import { TestAppliance } from '../support/appliance.js'
import { EXECUTABLE_SCRIPT, Visitor } from '../support/browser.js'
import { LANGUAGES, WORDS } from './words.js'

const MAX_BYTES = 14_000

/** Pages of every kind, each with its own link. */
const STATES = ['payable', 'processing', 'paid', 'disabled', 'cutOff', 'expired', 'missing'] as const
type State = (typeof STATES)[number]

describe("the payer's pages in a browser", () => {
  let paylink: TestAppliance
  const urls = {} as Record<State, string>

  before(async () => {
    paylink = await TestAppliance.start('sqlite')
    const { brand } = paylink.account
    const contact = { supportEmail: 'hola@barro.example', supportPhone: '+52 55 1234 5678' }
    await paylink.changeAccount({ name: 'Barro y Fuego', brand: { ...brand, ...contact } })
    const start = paylink.clock.now().getTime()
    const at = (ms: number) => new Date(start + ms).toISOString()
    const make = (changes: object = {}) => paylink.createLink({ description: 'Hecha a mano.', ...changes })
    const links = {
      expired: await make({ expiresAt: at(40 * MINUTE_MS) }),
      cutOff: await make({ expiresAt: at(70 * MINUTE_MS) }),
      disabled: await make(),
      paid: await make(),
      processing: await make(),
      payable: await make({ expiresAt: at(9 * DAY_MS) }),
    }
    paylink.clock.advance(45 * MINUTE_MS)
    await paylink.openCheckout(links.processing)
    await paylink.post(`/v1/payment_links/${links.disabled.id}/disable`)
    await paylink.post(`/v1/payment_links/${links.paid.id}/mark_paid`)
    for (const [state, { url }] of Object.entries(links)) urls[state as State] = url
    urls.missing = `${paylink.url}/p/none-of-ours`
  })
  after(() => paylink?.stop())

  for (const locale of LANGUAGES) {
    it(`say what the payer can and cannot do, in ${locale} (R83, R111, R192)`, async () => {
      const visitor = await Visitor.arrive({ locale })
      for (const state of STATES) {
        await visitor.page.goto(urls[state])
        const words = WORDS[locale]
        expect(await visitor.text(), state).to.include(state === 'payable' ? words.asks : words[state])
        const buttons = await visitor.page.getByRole('button').count()
        expect(buttons > 0, state).to.equal(state === 'payable' || state === 'processing')
        await visitor.picture(`state-${state}-${locale}`)
      }
      await visitor.leave()
    })
  }

  it('are one document: one request, under 14 kB, no script, no console errors, no other origin', async () => {
    for (const state of STATES) {
      const visitor = await Visitor.arrive({ scripts: true })
      await visitor.page.goto(urls[state])
      await visitor.page.evaluate('new Promise((resolve) => setTimeout(resolve, 100))')
      const [request, ...others] = visitor.requests.filter((sent) => !sent.url().startsWith('data:'))
      expect(others, state).to.have.length(0)
      const { responseBodySize, responseHeadersSize } = await request!.sizes()
      expect(responseBodySize + responseHeadersSize, state).to.be.within(1000, MAX_BYTES)
      expect(await visitor.page.locator(`${EXECUTABLE_SCRIPT}, iframe, object, embed`).count(), state).to.equal(0)
      const complaints = visitor.complaints.filter((text) => !(state === 'missing' && text.includes('404')))
      expect(complaints, state).to.deep.equal([])
      expect(visitor.origins(), state).to.deep.equal([paylink.url])
      await visitor.leave()
    }
  })

  it('report a violated policy, so that no report means something', async () => {
    const visitor = await Visitor.arrive({ scripts: true })
    await visitor.page.goto(urls.payable)
    await visitor.page.evaluate(`document.body.insertAdjacentHTML('beforeend', '<p style="color:red" onclick="1">')`)
    await visitor.page.evaluate('new Promise((resolve) => setTimeout(resolve, 50))')
    expect(visitor.complaints.join()).to.include('Content Security Policy')
    await visitor.leave()
  })

  for (const locale of LANGUAGES) {
    it(`have one h1, a main, a language and a title, in ${locale}`, async () => {
      const visitor = await Visitor.arrive({ locale })
      const { page } = visitor
      for (const state of STATES) {
        await page.goto(urls[state])
        expect(await page.locator('h1').count(), state).to.equal(1)
        expect((await visitor.title())?.trim(), state).to.not.equal('')
        expect(await page.getByRole('main').count(), state).to.equal(1)
        expect(await page.locator('html').getAttribute('lang'), state).to.equal(locale)
        expect(await page.title(), state).to.not.equal('')
        expect(await page.locator('img:not([alt]), input:not([type=hidden])').count(), state).to.equal(0)
        if (state === 'missing') continue
        expect(await page.getByRole('banner').count(), state).to.equal(1)
        expect(await page.getByRole('contentinfo').count(), state).to.equal(1)
      }
      await visitor.leave()
    })
  }

  it('have controls of 44 px, as wide as the card on a phone', async () => {
    const visitor = await Visitor.arrive()
    for (const state of ['payable', 'processing', 'expired'] as const) {
      await visitor.page.goto(urls[state])
      for (const control of await visitor.page.locator('.button').all()) {
        const box = await control.boundingBox()
        expect(box?.height, state).to.be.at.least(44)
        expect(box?.width, state).to.be.at.least(300)
      }
    }
    await visitor.leave()
  })

  it('fit 195 px (390 px at 200 %) and 320 px, even with long words and amounts', async () => {
    const long = await paylink.createLink({
      title: `Reparación ${'desoxirribonucleico'.repeat(6)}`,
      description: 'x'.repeat(300),
      items: [{ name: `Pieza${'z'.repeat(120)}`, quantity: 1, unitPriceCentavos: 99_999_999 }],
    })
    for (const width of [195, 320]) {
      for (const locale of LANGUAGES) {
        const visitor = await Visitor.arrive({ width, locale })
        for (const url of [...Object.values(urls), `${urls.paid}/return`, long.url]) {
          await visitor.page.goto(url)
          expect(await visitor.overhang(), `${url} at ${width}`).to.equal(0)
        }
        await visitor.picture(`narrow-${width}-long-${locale}`)
        await visitor.page.goto(urls.payable)
        await visitor.picture(`narrow-${width}-${locale}`)
        await visitor.leave()
      }
    }
  })

  it('the sandbox pages fit 195 px too, including the voucher', async () => {
    const link = await paylink.createLink({ title: `Reparación ${'desoxirribonucleico'.repeat(6)}` })
    const visitor = await Visitor.arrive({ width: 195 })
    await visitor.page.goto(await paylink.openCheckout(link))
    expect(await visitor.overhang()).to.equal(0)
    await visitor.picture('narrow-195-sandbox')
    await visitor.press(WORDS['es-MX'].payCash)
    expect(await visitor.overhang()).to.equal(0)
    await visitor.page.goto(link.url)
    await visitor.reloadUntil(WORDS['es-MX'].stillToPay)
    expect(await visitor.overhang()).to.equal(0)
    await visitor.picture('narrow-195-voucher')
    await visitor.leave()
  })

  it("follow the reader's dark setting", async () => {
    const background = 'getComputedStyle(document.body).backgroundColor'
    for (const width of [390, 1280]) {
      const visitor = await Visitor.arrive({ isDark: true, width })
      for (const state of ['payable', 'processing', 'paid', 'expired'] as const) {
        await visitor.page.goto(urls[state])
        expect(await visitor.page.evaluate(background)).to.equal('rgb(17, 19, 23)')
        await visitor.picture(`dark-${state}-${width}`)
      }
      await visitor.leave()
    }
  })
})
