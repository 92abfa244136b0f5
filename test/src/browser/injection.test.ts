import { expect } from 'chai'
import { TestAppliance } from '../support/appliance.js'
import { EXECUTABLE_SCRIPT, Visitor } from '../support/browser.js'
import { PAYLOADS } from './payloads.js'

describe('what a merchant wrote, in a browser with scripts', () => {
  let paylink: TestAppliance
  before(async () => (paylink = await TestAppliance.start('sqlite')))
  after(() => paylink?.stop())

  it('would run in this browser if an escape were forgotten', async () => {
    const visitor = await Visitor.arrive({ scripts: true, bypassCSP: true })
    await visitor.page.setContent(`<p>${PAYLOADS[10]}</p>`)
    await visitor.page.evaluate('new Promise((resolve) => setTimeout(resolve, 50))')
    expect(visitor.dialogs).to.deep.equal(['1'])
    await visitor.leave()
  })

  it('stays text on every page, even without a policy', async () => {
    expect(new Set(PAYLOADS)).to.have.property('size', 40)
    const visitor = await Visitor.arrive({ scripts: true, bypassCSP: true })
    for (const payload of PAYLOADS) {
      const link = await linkWith(payload)
      await seeLink(visitor, link.url, payload)
      await visitor.page.goto(await paylink.openCheckout(link))
      expect(await seen(visitor, ['h1', '.lines li span'])).to.deep.equal([0, payload, payload])
      await visitor.page.goto(`${link.url}/return`)
      expect(await seen(visitor, ['h1', 'header b'])).to.deep.equal([0, payload, payload])
    }
    expect(visitor.dialogs).to.deep.equal([])
    expect(visitor.complaints).to.deep.equal([])
    expect(visitor.origins()).to.deep.equal([paylink.url])
    await visitor.leave()
  })

  it('stays text, without the help of a policy', async () => {
    const visitor = await Visitor.arrive({ scripts: true })
    for (const payload of PAYLOADS) await seeLink(visitor, (await linkWith(payload)).url, payload)
    expect(visitor.complaints).to.deep.equal([])
    await visitor.leave()
  })

  async function linkWith(payload: string): Promise<{ url: string }> {
    await paylink.changeAccount({ name: payload })
    return paylink.createLink({
      title: payload,
      description: payload,
      customerName: payload,
      items: [{ name: payload, quantity: 1, unitPriceCentavos: 15_000 }],
    })
  }

  async function seeLink(visitor: Visitor, url: string, payload: string): Promise<void> {
    await visitor.page.goto(url)
    const texts = await seen(visitor, ['h1', '.description', 'dl.lines dt', 'header b', 'title'])
    expect(texts).to.deep.equal([0, payload, payload, payload, payload, `${payload} · ${payload}`])
    const [data, ...others] = await visitor.page.evaluate<any[]>(
      '[...document.scripts].map(({ text }) => JSON.parse(text))',
    )
    expect(others).to.deep.equal([])
    expect([data.name, data.provider.name, data.url]).to.deep.equal([payload, payload, url])
  }

  /** Number of elements that we never write, and the text of the others. */
  const seen = (visitor: Visitor, selectors: string[]): Promise<unknown[]> =>
    visitor.page.evaluate(
      `[document.querySelectorAll('${EXECUTABLE_SCRIPT}, iframe, object, embed, img, base, [onerror], [onfocus]').length, ` +
        `...${JSON.stringify(selectors)}.map((selector) => document.querySelector(selector).textContent)]`,
    )
})
