import { expect } from 'chai'
import { roleMay } from '@paylink/core/dashboard/access'
import { PAYLOADS } from '../browser/payloads.js'
import { TestAppliance } from '../support/appliance.js'
import { Visitor } from '../support/browser.js'
import { dashboardRoutes, ShopPerson } from '../support/dashboard.js'

/** Attack list B8 and B9: what customers and integrators wrote, on every page of a merchant. */
describe('texts from outside, on every page of the dashboard in a browser with scripts', () => {
  let paylink: TestAppliance
  let owner: ShopPerson
  let visitor: Visitor
  let templates: string[]

  before(async () => {
    paylink = await TestAppliance.start('sqlite')
    owner = await ShopPerson.signIn(paylink)
    visitor = await Visitor.arrive({ scripts: true, width: 1440 })
    await visitor.signIn(owner)
    templates = (await dashboardRoutes(paylink))
      .filter(({ method, permission }) => method === 'get' && roleMay('owner', permission))
      .map(({ path }) => path)
      .filter((path) => !/\/(logo|preview|qr\.\w+)$|\.(csv|xlsx)$|^\/setup/.test(path))
  })
  after(async () => {
    await visitor.leave()
    await paylink.stop()
  })

  it('stay text: nothing runs, nothing is loaded, no policy is violated', async () => {
    // In pairs: a page takes as long with two of them.
    const pairs = PAYLOADS.flatMap((one, index) => (index % 2 === 0 ? [`${one} ${PAYLOADS[index + 1] ?? ''}`] : []))
    for (const [turn, payload] of pairs.entries()) {
      const paths = await pathsAbout(payload)
      // Every page sees eight of the forty, and the lists, which show twenty rows, all of them.
      for (const path of paths.filter((_, index) => index % 5 === turn % 5)) {
        const response = await visitor.page.goto(paylink.url + path)
        if (response?.status() !== 200) continue
        // Scripts and frames of our own stand in the head and at the preview; markup of a payload would add to them.
        expect(await foreignElements(), `${path}: ${payload}`).to.equal(0)
      }
    }
    expect(visitor.dialogs).to.deep.equal([])
    expect(visitor.complaints.filter((text) => !/404/.test(text))).to.deep.equal([])
    expect(visitor.origins()).to.deep.equal([paylink.url])
  })

  async function pathsAbout(payload: string): Promise<string[]> {
    const texts = { title: payload, description: payload, customerName: payload, metadata: { note: payload } }
    const items = [{ name: payload, quantity: 1, unitPriceCentavos: 15_000 }]
    const link = await paylink.createLink({ ...texts, items })
    const paid = await paylink.createLink({ ...texts, items })
    const { body } = await paylink.post(`/v1/payment_links/${paid.id}/mark_paid`, { note: payload })
    const about = (path: string, linkId: string): string =>
      path
        .replace(':id', path.startsWith('/payments') ? body.paidPaymentId : linkId)
        .replace(':paymentId', body.paidPaymentId)
    const dynamic = templates.filter((path) => path.includes(':'))
    const query = `?q=${encodeURIComponent(payload)}&from=${link.id}`
    const lists = templates.filter((path) => !path.includes(':')).map((path) => path + query)
    const all = [...lists, ...dynamic.flatMap((path) => [about(path, link.id), about(path, paid.id)])]
    return [...new Set(all)].map((path) => `/dashboard/test${path.replace(/^\/(?=\?|$)/, '')}`)
  }

  const foreignElements = (): Promise<number> =>
    visitor.page.evaluate<number>(
      `document.querySelectorAll('body script:not([src^="/dashboard/assets/"]), iframe:not([name=vista]), object, embed, base, marquee, video, audio, math, ` +
        `[onerror], [onload], [onfocus], [ontoggle], [onbegin], [onstart], [srcdoc], a[href^="javascript:"], form[action^="javascript:"]').length`,
    )
})
