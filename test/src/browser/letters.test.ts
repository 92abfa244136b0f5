import { expect } from 'chai'
import { alertLetter } from '@paylink/core/letters/alert-letter'
import { invoiceLetter } from '@paylink/core/letters/invoice-letter'
import { receiptLetter } from '@paylink/core/letters/receipt-letter'
import { reminderLetter, requestLetter } from '@paylink/core/letters/request-letter'
import { Visitor, type VisitorKind } from '../support/browser.js'
import {
  letterFacts,
  type FactChanges,
  INVOICEABLE,
  LONG_TEXTS,
  PIXEL_URL,
  TWENTY_ITEMS,
} from '../support/letter-facts.js'
import { pngLogo } from '../support/pictures.js'
import { contrastsBelow } from './contrasts.js'
import { PAYLOADS } from './payloads.js'
import { LANGUAGES } from './words.js'

const KINDS = ['request', 'reminder', 'receipt', 'invoiceable', 'invoice', 'alert'] as const
type Kind = (typeof KINDS)[number]

const COLOURS = [null, '#ffd400', '#ffffff', '#000000', '#7b2ff7', '#e11d48', '#9aa0a6']

/** As an email client shows it: with the embedded pictures, unless they are off. */
function htmlOf(kind: Kind, changes: FactChanges = {}, withPictures = true): string {
  const facts = letterFacts(changes)
  const { html } = {
    request: () => requestLetter(facts),
    reminder: () => reminderLetter(facts),
    receipt: () => receiptLetter(facts),
    invoiceable: () => receiptLetter({ ...facts, ...INVOICEABLE }),
    invoice: () => invoiceLetter(facts),
    alert: () =>
      alertLetter(facts, { kind: 'webhook_endpoint.disabled', target: 'whe_01kby3j7mzedvswq4v9t6x2h8r', message: '' }),
  }[kind]()
  return withPictures
    ? html.replaceAll('cid:logo', `data:image/png;base64,${pngLogo(160, 44).toString('base64')}`)
    : html
}

describe('a mail in a browser', () => {
  async function open(html: string, kind: VisitorKind = {}): Promise<Visitor> {
    const visitor = await Visitor.arrive(kind)
    await visitor.page.setContent(html)
    return visitor
  }

  for (const locale of LANGUAGES) {
    it(`looks like the page that it links to, narrow and wide, light and dark, in ${locale}`, async () => {
      for (const width of [390, 1280]) {
        for (const isDark of [false, true]) {
          const visitor = await open('', { width, isDark })
          for (const kind of KINDS) {
            await visitor.page.setContent(htmlOf(kind, { locale }))
            expect(await visitor.overhang(), kind).to.equal(0)
            expect(await styleOf(visitor, 'body', 'backgroundColor')).to.equal(
              isDark ? 'rgb(17, 19, 23)' : 'rgb(244, 245, 247)',
            )
            await visitor.picture(`letter-${kind}-${locale}-${width}${isDark ? '-dark' : ''}`)
          }
          await visitor.leave()
        }
      }
    })

    it(`has one h1, a title, a language, and a name for all that is not text, in ${locale}`, async () => {
      const visitor = await open('')
      const { page } = visitor
      for (const kind of KINDS) {
        await page.setContent(htmlOf(kind, { locale, hasLogo: true }))
        expect(await page.locator('h1').count(), kind).to.equal(1)
        expect(await page.locator('html').getAttribute('lang'), kind).to.equal(locale)
        expect(await page.title(), kind).to.include('Flores Lupita')
        expect(await page.getByRole('article').getAttribute('aria-label'), kind).to.equal(await page.title())
        const wrong = page.locator('img:not([alt]), table:not([role=presentation]), script, form, th')
        expect(await wrong.count(), kind).to.equal(0)
        for (const link of await page.getByRole('link').all()) expect(await link.innerText(), kind).to.not.equal('')
      }
      await visitor.leave()
    })
  }

  it('fits 320 px and 280 px, with and without its head, even with the longest texts and amounts', async () => {
    const variants = {
      usual: {},
      test: { livemode: false },
      logo: { hasLogo: true },
      long: LONG_TEXTS,
      twenty: TWENTY_ITEMS,
    }
    for (const width of [280, 320]) {
      const visitor = await open('', { width })
      for (const kind of KINDS) {
        for (const [variant, changes] of Object.entries(variants)) {
          const html = htmlOf(kind, changes)
          await visitor.page.setContent(html.replace(/<style>.*?<\/style>/, ''))
          expect(await visitor.overhang(), `${kind} ${variant} at ${width} without its head`).to.equal(0)
          if (variant === 'usual' && width === 320) await visitor.picture(`letter-${kind}-no-head-${width}`)
          await visitor.page.setContent(html)
          expect(await visitor.overhang(), `${kind} ${variant} at ${width}`).to.equal(0)
          if (kind === 'request' || (kind === 'receipt' && variant === 'long')) {
            await visitor.picture(`letter-${kind}-${variant}-${width}`)
          }
        }
      }
      await visitor.leave()
    }
  })

  it('is at most 600 px wide', async () => {
    const visitor = await open(htmlOf('request', TWENTY_ITEMS), { width: 1280 })
    expect((await visitor.page.locator('.card').boundingBox())?.width).to.be.within(480, 600)
    await visitor.leave()
  })

  it('has a button of 44 px, as wide as its card, in the colour of the merchant', async () => {
    const visitor = await open(htmlOf('request', { merchant: { color: '#7b2ff7' } }))
    const button = visitor.page.getByRole('link', { name: 'Ver y pagar' })
    const box = await button.boundingBox()
    expect(box?.height).to.be.at.least(44)
    expect(box?.width).to.be.at.least(300)
    expect(await styleOf(visitor, '.brand:has(> a)', 'backgroundColor')).to.equal('rgb(123, 47, 247)')
    await visitor.leave()
  })

  it('can be read: 4.5 to 1 at least, light and dark, whatever the colour of the merchant', async () => {
    for (const isDark of [false, true]) {
      const visitor = await open('', { isDark, scripts: true })
      for (const kind of KINDS) {
        for (const color of COLOURS) {
          const changes = { livemode: false, merchant: { color } }
          await visitor.page.setContent(htmlOf(kind, changes))
          expect(await contrastsBelow(visitor, 4.5), `${kind} ${color} ${isDark ? 'dark' : 'light'}`).to.deep.equal([])
        }
        await visitor.page.setContent(htmlOf(kind, { merchant: { color: '#ffd400' } }))
        if (kind === 'request') await visitor.picture(`letter-yellow${isDark ? '-dark' : ''}`)
      }
      await visitor.leave()
    }
  })

  it('can be read where Outlook makes it dark', async () => {
    const visitor = await open('', { scripts: true })
    await visitor.page.setContent(
      htmlOf('receipt', { livemode: false }).replace('<html ', '<html data-ogsc data-ogsb '),
    )
    expect(await contrastsBelow(visitor, 4.5)).to.deep.equal([])
    await visitor.picture('letter-outlook-dark')
    await visitor.leave()
  })

  it('detects unreadable text, so that the checks above mean something', async () => {
    const visitor = await open(
      '<p style="color:#999;background-color:#fff">faint</p><p style="display:none">hidden</p>',
      { scripts: true },
    )
    expect(await contrastsBelow(visitor, 4.5)).to.deep.equal(['faint: 2.8'])
    await visitor.leave()
  })

  it("names the merchant where pictures are off, in the mail's own letters", async () => {
    for (const isDark of [false, true]) {
      const visitor = await open(htmlOf('request', { hasLogo: true }, false), { isDark })
      expect(await visitor.page.getByRole('img', { name: 'Flores Lupita' }).count()).to.equal(1)
      expect(await styleOf(visitor, 'img', 'fontWeight')).to.equal('700')
      expect(await styleOf(visitor, 'img', 'color')).to.equal(isDark ? 'rgb(241, 242, 245)' : 'rgb(22, 24, 29)')
      await visitor.picture(`letter-pictures-off${isDark ? '-dark' : ''}`)
      await visitor.leave()
    }
  })

  it('makes no requests, except for the pixel if there is one', async () => {
    for (const kind of KINDS) {
      const visitor = await open(htmlOf(kind, { hasLogo: true }), { scripts: true })
      expect(visitor.origins(), kind).to.deep.equal([])
      await visitor.leave()
    }
    const visitor = await Visitor.arrive()
    await visitor.page.route('**/*', (route) => route.abort())
    await visitor.page.setContent(htmlOf('request', { pixelUrl: PIXEL_URL }))
    expect(visitor.requests.map((request) => request.url())).to.deep.equal([PIXEL_URL])
    await visitor.leave()
  })

  it('shows untrusted text verbatim, and runs none of it', async () => {
    const visitor = await open('', { scripts: true })
    const usual = await elementsOf(visitor, htmlOf('receipt', { hasLogo: true }))
    for (const payload of PAYLOADS) {
      const changes: FactChanges = {
        ...{ title: payload, description: payload, customerName: payload, hasLogo: true },
        lines: [
          { name: payload, quantity: 1, amountCentavos: 435_000 },
          { name: payload, quantity: 2, amountCentavos: 0 },
        ],
        merchant: { name: payload },
      }
      expect(await elementsOf(visitor, htmlOf('receipt', changes)), payload).to.equal(usual)
      expect(await visitor.page.locator('h1').textContent()).to.equal(payload)
      expect(await visitor.page.locator('img').getAttribute('alt')).to.equal(payload)
      const text = (await visitor.page.locator('.card').textContent()) ?? ''
      expect(text.split(payload).length - 1, payload).to.be.at.least(5)
    }
    expect(visitor.dialogs).to.deep.equal([])
    expect(visitor.origins()).to.deep.equal([])
    await visitor.leave()
  })

  async function elementsOf(visitor: Visitor, html: string): Promise<number> {
    await visitor.page.setContent(html)
    return visitor.page.locator('*').count()
  }

  const styleOf = (visitor: Visitor, selector: string, property: string): Promise<string> =>
    visitor.page.evaluate(`getComputedStyle(document.querySelector('${selector}')).${property}`)
})
