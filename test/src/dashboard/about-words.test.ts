import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { TestAppliance } from '../support/appliance.js'
import { ShopPerson } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'
import { dataDirWith } from '../support/third-party.js'
import { breakages, openFiles } from './about-breakages.js'
import { AboutShop } from './about-shop.js'

for (const engine of ENGINES) {
  describe(`what is wrong, in words, on ${engine}`, () => {
    let paylink: TestAppliance
    let shop: AboutShop
    let owner: ShopPerson
    let english: ShopPerson

    before(async () => {
      const dataDir = dataDirWith([{ id: 'cobra' }, { id: 'broken', main: 'throw new Error("no")' }])
      paylink = await TestAppliance.start(engine, { dataDir })
      shop = AboutShop.over(paylink)
      owner = await ShopPerson.signIn(paylink)
      english = await ShopPerson.signIn(paylink, 'admin', undefined, 'en')
    })
    after(() => paylink.stop())

    for (const { title, breakIt, repair, es, en, leads } of breakages(engine)) {
      it(`tells people of ${title}: what it means, what to do, and nothing that is secret`, async () => {
        await breakIt(shop)
        try {
          const inSpanish = await shop.check(owner)
          const inEnglish = await shop.press(english)
          expect(inSpanish.status).to.equal(200)
          expect(inSpanish.text.split(es), inSpanish.text).to.have.lengthOf(2)
          expect(inEnglish.text.split(en), inEnglish.text).to.have.lengthOf(2)
          const row = (html: string, text: string): string =>
            html.split('<li class="finding').find((one) => one.replaceAll('&amp;', '&').includes(text)) ?? ''
          for (const found of [row(inSpanish.html, es), row(inEnglish.html, en)]) {
            expect(found).to.match(leads)
            // What is wrong, what it means, and what to do.
            expect(found.split('</li>')[0]?.match(/<p\b/g)).to.have.lengthOf(3)
          }
          for (const { html } of [inSpanish, inEnglish]) {
            expect(html).not.to.match(/s3cret|SECRET MESSAGE|sqlite:|postgres:\/\/|secret\.key|ECONNREFUSED/)
            for (const hidden of [paylink.settings.dataDir, openFiles, paylink.settings.databaseUrl]) {
              expect(html).not.to.include(hidden)
            }
          }
        } finally {
          await repair?.(shop)
          await shop.repair()
        }
      })
    }

    it('tells of a public address that leads elsewhere', async () => {
      const other = createServer((_, response) => response.end('hello'))
      await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
      const { port } = other.address() as AddressInfo
      shop.serveAt(`http://[::ffff:127.0.0.1]:${port}`)
      try {
        expect((await shop.check(owner)).text).to.include('contesta algo que no es PayLink')
        expect((await shop.press(english)).text).to.include('Something other than PayLink answers')
      } finally {
        shop.serveAt(null)
        other.close()
      }
    })
  })
}

describe('the check-up of the mail server', () => {
  let paylink: TestAppliance
  before(async () => {
    const smtpUrl = 'smtp://cobros:s3cret@127.0.0.1:1'
    paylink = await TestAppliance.start(ENGINES[0] ?? 'sqlite', { smtpUrl, mailFrom: 'cobros@example.com' })
  })
  after(() => paylink.stop())

  it('tells that it refuses our mail, and neither its address nor its password', async () => {
    const shop = AboutShop.over(paylink)
    const { text, html } = await shop.check(await ShopPerson.signIn(paylink))
    expect(text).to.include('El servidor de correo no acepta nuestros correos.').and.to.include('paylink doctor')
    expect(html).not.to.match(/s3cret|127\.0\.0\.1:1\b|cobros@example/)
    const english = await ShopPerson.signIn(paylink, 'owner', undefined, 'en')
    expect((await shop.check(english)).text).to.include('The mail server does not accept our e-mail.')
  })
})
