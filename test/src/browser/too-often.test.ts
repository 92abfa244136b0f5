import { expect } from 'chai'
import { eventually, TestAppliance } from '../support/appliance.js'
import { Visitor } from '../support/browser.js'
import { LANGUAGES, WORDS } from './words.js'

describe('a payer with a browser, at a link with too many attempts', () => {
  let paylink: TestAppliance
  before(async () => (paylink = await TestAppliance.start('sqlite')))
  after(() => paylink?.stop())

  for (const locale of LANGUAGES) {
    it(`sees on the page that the limit was reached and whether money moved, in ${locale}`, async () => {
      const words = WORDS[locale]
      const link = await paylink.createLink({ providers: ['provider_a'] })
      await paylink.openCheckout(link)
      for (let again = 0; again < 5; again++) {
        await paylink.form(`${link.url}/checkout`, { provider: 'provider_a', startOver: '1' })
      }
      const visitor = await Visitor.arrive({ locale })
      const pressed = async (name: string): Promise<void> => {
        await visitor.page.goto(link.url)
        const answer = visitor.page.waitForResponse((response) => response.request().method() === 'POST')
        await visitor.press(name)
        expect((await answer).status()).to.equal(429)
        await visitor.page.waitForURL(`${link.url}/checkout`)
        expect(await visitor.overhang()).to.equal(0)
      }
      await pressed(words.startOver)
      expect(await visitor.text()).to.include(words.keptOpen)
      await visitor.picture(`too-often-open-${locale}`)

      const [{ providerRef }] = await paylink.paymentsOf(link.id)
      await paylink.atProvider('POST', `/v1/checkout/sessions/${providerRef}/expire`)
      await eventually(
        () => paylink.get(`/v1/payment_links/${link.id}`),
        ({ body }) => body.status === 'active',
      )
      await pressed(words.pay)
      expect(await visitor.text()).to.include(words.tooOften)
      await visitor.picture(`too-often-${locale}`)
      await visitor.leave()
    })
  }
})
