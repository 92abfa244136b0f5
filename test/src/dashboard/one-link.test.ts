import { request } from 'node:http'
import { expect } from 'chai'
import { UnitOfWork } from '@paylink/core/database/unit-of-work'
import { actFor, OPERATOR } from '@paylink/core/kernel/principal'
import { Outbox } from '@paylink/core/webhooks/outbox.repository'
import { TestAppliance } from '../support/appliance.js'
import { ShopPerson } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'

const LINKS = '/dashboard/test/links'

for (const engine of ENGINES) {
  describe(`the pages of one link, on ${engine} (R24, R67, R79)`, () => {
    let paylink: TestAppliance
    let owner: ShopPerson
    before(async () => {
      paylink = await TestAppliance.start(engine)
      owner = await ShopPerson.signIn(paylink)
    })
    after(() => paylink.stop())

    it('show the mail as it would be sent, in a frame where nothing runs, and send none', async () => {
      const link = await paylink.createLink({ title: 'Taza <b>azul</b>', customerName: 'Ana', customerEmail: 'a@b.mx' })
      const path = `${LINKS}/${link.id}/email`
      const page = await owner.get(path)
      expect(/<iframe [^>]*>/.exec(page.html)?.[0])
        .to.include(`src="${path}/preview"`)
        .and.match(/ sandbox/)
      const preview = await owner.get(`${path}/preview`)
      expect(preview.text).to.include('Hola, Ana').and.include('Taza <b>azul</b>').and.include('Ver y pagar')
      expect(preview.html).to.not.match(/<script|\?m=|pixel/)
      const policy = preview.headers.get('content-security-policy') ?? ''
      expect(policy).to.match(/^default-src 'none';.* img-src data:; frame-ancestors 'self'; .*sandbox$/)
      expect(await paylink.db('email_deliveries')).to.have.length(0)
      await paylink.post(`/v1/payment_links/${link.id}/disable`)
      expect((await owner.get(`${path}/preview`)).status).to.equal(404)
    })

    it('tell in red that the last attempt was declined, until the next one begins (R24)', async () => {
      const { link, payment } = await paylink.opened()
      const { body: object } = await paylink.get(`/v1/payments/${payment.id}`)
      await paylink.change('payments', payment.id, { status: 'failed', reconcile_after: null })
      await paylink.change('payment_links', link.id, { status: 'active' })
      const scope = actFor(OPERATOR, { accountId: paylink.account.id, livemode: false })
      await paylink.container
        .get(UnitOfWork)
        .run((tx) => paylink.container.get(Outbox).append(tx, scope, 'payment.failed', { object }))
      const { html, text } = await owner.get(`${LINKS}/${link.id}`)
      expect(html).to.include('class="notice wrong"')
      expect(text).to.match(/El último intento no salió, .*\. No se cobró nada y el enlace sigue activo/)
      await paylink.openCheckout(link)
      expect((await owner.get(`${LINKS}/${link.id}`)).text).to.not.include('El último intento no salió')
    })

    it('cut off an upload that never ends', async () => {
      const link = await paylink.createLink()
      const { hostname, port } = new URL(paylink.url)
      const upload = request({
        ...{ hostname, port, method: 'POST', path: `${LINKS}/${link.id}/mark-paid` },
        headers: { 'Content-Type': 'multipart/form-data; boundary=x', Cookie: owner.cookie, Origin: paylink.url },
      })
      const status = new Promise((resolve) => upload.on('response', (reply) => resolve(reply.resume().statusCode)))
      const isClosed = new Promise((resolve) => upload.on('error', () => undefined).on('close', resolve))
      upload.write('--x\r\nContent-Disposition: form-data; name="proof"; filename="a.png"\r\n\r\n')
      const piece = Buffer.alloc(1024 * 1024)
      let sent = 0
      const more = (): void => {
        for (; !upload.destroyed && sent < 1000;) {
          sent += 1
          if (!upload.write(piece)) return void upload.once('drain', more)
        }
      }
      more()
      expect(await status).to.equal(413)
      await isClosed
      expect(sent).to.be.lessThan(64)
    })
  })
}
