import { expect } from 'chai'
import { unsubscribePage, type UnsubscribeView } from '@paylink/core/payer-pages/unsubscribe-page'
import { maskedAddress } from '@paylink/core/mail/masked-address'
import { pageHeaders } from '@paylink/core/web/page-headers'
import { messagesOf } from '@paylink/core/web/messages/messages'
import { Visitor, type VisitorKind } from '../support/browser.js'
import { letterFacts, LONG_TEXTS, UNSUBSCRIBE_URL } from '../support/letter-facts.js'
import { contrastsBelow } from './contrasts.js'
import { PAYLOADS } from './payloads.js'
import { LANGUAGES } from './words.js'

const STATES = ['asking', 'done'] as const

const TEXTS = {
  'es-MX': {
    asking: ['¿Ya no quieres correos de Flores Lupita?', 'a***@example.com dejará de recibir sus correos'],
    done: ['Ya no recibirás correos de Flores Lupita', 'a***@example.com ya no recibirá sus correos.'],
    button: 'No recibir más correos',
  },
  en: {
    asking: ['Unsubscribe from Flores Lupita’s emails?', 'a***@example.com will stop receiving their emails'],
    done: ['You are unsubscribed from Flores Lupita’s emails', 'a***@example.com has been unsubscribed.'],
    button: 'Unsubscribe',
  },
} as const

const viewOf = (changes: Partial<UnsubscribeView> = {}): UnsubscribeView => ({
  locale: 'es-MX',
  merchant: letterFacts().merchant,
  maskedAddress: maskedAddress('ana@example.com'),
  state: 'asking',
  livemode: false,
  action: new URL(UNSUBSCRIBE_URL).pathname,
  otherLanguage: `${new URL(UNSUBSCRIBE_URL).pathname}?lang=${changes.locale === 'en' ? 'es' : 'en'}`,
  ...changes,
})

describe('the unsubscribe page in a browser', () => {
  /** Under its own policy; the response to the form is the next page. */
  async function open(view: UnsubscribeView, kind: VisitorKind = {}): Promise<Visitor> {
    const visitor = await Visitor.arrive({ locale: view.locale, ...kind })
    await visitor.page.route('**/*', (route) => {
      const isPost = route.request().method() === 'POST'
      const page = unsubscribePage(isPost ? { ...view, state: 'done' } : view)
      return route.fulfill({ headers: pageHeaders(page), body: page.html })
    })
    await visitor.page.goto(UNSUBSCRIBE_URL)
    return visitor
  }

  for (const locale of LANGUAGES) {
    it(`says what stops, and stops it with one click, without script, in ${locale}`, async () => {
      const visitor = await open(viewOf({ locale }))
      for (const said of TEXTS[locale].asking) expect(await visitor.text()).to.include(said)
      expect(await visitor.text()).to.include(messagesOf(locale).testMode)
      const other = visitor.page.getByRole('link', { name: messagesOf(locale).otherLanguage })
      expect(await other.getAttribute('href')).to.match(locale === 'en' ? /lang=es$/ : /lang=en$/)
      await visitor.press(TEXTS[locale].button)
      for (const said of TEXTS[locale].done) expect(await visitor.text()).to.include(said)
      expect(await visitor.page.getByRole('button').count()).to.equal(0)
      const posts = visitor.requests.filter((request) => request.method() === 'POST')
      expect(posts.map((request) => request.url())).to.deep.equal([UNSUBSCRIBE_URL])
      expect(visitor.complaints).to.deep.equal([])
      await visitor.leave()
    })

    it(`has one h1, a main, a language and a title, and can be read light and dark, in ${locale}`, async () => {
      for (const [width, isDark] of [
        [390, false],
        [390, true],
        [1280, false],
      ] as const) {
        const visitor = await Visitor.arrive({ width, isDark, scripts: true })
        const { page } = visitor
        for (const state of STATES) {
          await page.setContent(unsubscribePage(viewOf({ locale, state })).html)
          expect(await page.locator('h1').count()).to.equal(1)
          expect(await page.getByRole('main').count()).to.equal(1)
          expect(await page.getByRole('banner').count()).to.equal(1)
          expect(await page.locator('html').getAttribute('lang')).to.equal(locale)
          expect(await page.title()).to.equal(TEXTS[locale][state][0])
          expect(await contrastsBelow(visitor, 4.5)).to.deep.equal([])
          expect(await visitor.overhang()).to.equal(0)
          await visitor.picture(`letter-unsubscribe-${state}-${locale}-${width}${isDark ? '-dark' : ''}`)
        }
        await visitor.leave()
      }
    })
  }

  it('fits 195 px and 320 px, with a button of 44 px', async () => {
    for (const width of [195, 320]) {
      for (const state of STATES) {
        const merchant = { ...letterFacts(LONG_TEXTS).merchant }
        const visitor = await open(viewOf({ state, merchant }), { width })
        expect(await visitor.overhang(), `${state} at ${width}`).to.equal(0)
        if (state === 'asking') {
          expect((await visitor.page.getByRole('button').boundingBox())?.height).to.be.at.least(44)
        }
        await visitor.picture(`letter-unsubscribe-${state}-long-${width}`)
        await visitor.leave()
      }
    }
  })

  it('shows untrusted text verbatim', async () => {
    const visitor = await Visitor.arrive({ scripts: true, bypassCSP: true })
    for (const payload of PAYLOADS) {
      const merchant = { ...letterFacts().merchant, name: payload, supportEmail: payload }
      for (const state of STATES) {
        await visitor.page.setContent(unsubscribePage(viewOf({ state, merchant, maskedAddress: payload })).html)
        expect(await visitor.page.locator('header b').textContent()).to.equal(payload)
        expect(await visitor.page.locator('script, img, iframe, [onerror], [onfocus], base').count()).to.equal(0)
      }
    }
    expect(visitor.dialogs).to.deep.equal([])
    await visitor.leave()
  })
})
