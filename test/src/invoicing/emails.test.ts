import type { PaymentLinkView } from '@paylink/core/payment-links/payment-link.view'
import { OPERATOR, actFor } from '@paylink/core/kernel/principal'
import { QueueInvoiceEmail } from '@paylink/core/invoicing/queue-invoice-email'
import { ShowEmail } from '@paylink/core/letters/show-email'
import { AllowAddress } from '@paylink/core/mail/allow-address'
import type { Email } from '@paylink/core/mail/email'
import { Emails } from '@paylink/core/mail/emails.repository'
import { QueueReceipt } from '@paylink/core/payments/queue-receipt'
import { UnitOfWork } from '@paylink/core/database/unit-of-work'
import { InvoiceFiles } from '@paylink/core/invoicing/invoice-files.repository'
import { Invoices } from '@paylink/core/invoicing/invoices.repository'
import { expect } from 'chai'
import { eventually } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { InvoiceShop } from '../support/invoice-shop.js'

const ANA = 'ana@example.com'
const DAY = 24 * 3_600_000

for (const engine of ENGINES) {
  describe(`the mail of an invoice (${engine})`, () => {
    let shop: InvoiceShop
    before(async () => (shop = await InvoiceShop.open(engine)))
    after(() => shop.close())
    afterEach(async () => {
      await shop.setFaults([])
      await shop.behave({ outcome: 'usual' })
    })

    const emailsOf = async (link: { id: string }): Promise<any[]> =>
      (await shop.paylink.get(`/v1/payment_links/${link.id}/emails`)).body.data
    const until = async (link: { id: string }, status: string): Promise<any> => {
      const emails = await eventually(
        () => emailsOf(link),
        ([newest]) => newest?.status === status,
      )
      return emails[0]
    }
    const show = async (id: string) => {
      const email = await shop.part(Emails).find(shop.paylink.account.id, id)
      return shop.part(ShowEmail).run(email as Email)
    }
    const again = (paymentId: string, to?: string) =>
      shop.part(QueueInvoiceEmail).resend(shop.paylink.account, paymentId, to)
    const refusalOf = (act: Promise<unknown>): Promise<string> =>
      act.then(
        () => 'it was done',
        (error: Error) => error.message,
      )

    /** Requested, with this address. */
    async function requested(email: string | null = ANA): Promise<{ link: PaymentLinkView; paymentId: string }> {
      const paid = await shop.paid({ customerName: 'Ana Luz' })
      expect((await shop.request(paid.paymentId, email === null ? {} : { email })).status).to.equal(200)
      return paid
    }

    it('goes to the address of the request as soon as the invoice is stamped, once, and is listed with the link (R128)', async () => {
      const { link, paymentId } = await requested()
      await shop.settle()
      const email = await until(link, 'simulated')
      expect(email).to.include({ to: ANA, linkId: link.id, livemode: false, sentAt: null })
      expect(email.subject).to.equal(`Tu factura de ${shop.paylink.account.name}: Taza de barro`)
      await shop.paylink.get(`/v1/payments/${paymentId}/invoice/files`)
      await shop.settle()
      expect(await emailsOf(link)).to.deep.equal([email])
      // Without a mail server the provider mails it; in test mode the simulator records that.
      const { via } = await shop.paylink.db('email_deliveries').where({ id: email.id }).first('via')
      const { uuid } = await shop.invoiceOf(paymentId)
      const sandbox = await (await fetch(`${shop.paylink.url}/sandbox/invoicing_provider/`)).text()
      expect(via).to.equal('provider')
      expect(sandbox.replace(/\s+/g, ' ')).to.include(`<dt>${ANA}</dt> <dd>${uuid}</dd>`)
    })

    it('can be previewed, with both files', async () => {
      const { link, paymentId } = await requested()
      await shop.settle()
      const { id } = await until(link, 'simulated')
      const { text, html, pdf, xml } = await show(id)
      const { uuid } = await shop.invoiceOf(paymentId)
      for (const said of ['Hola, Ana Luz:', 'XENON INDUSTRIAL ARTICLES', uuid, 'sin validez fiscal']) {
        expect(text.replace(/\s+/g, ' ')).to.include(said)
        expect(html).to.include(said)
      }
      const { pdfUrl, xmlUrl } = (await shop.paylink.get(`/v1/payments/${paymentId}/invoice/files`)).body
      const served = async (url: string): Promise<Buffer> => Buffer.from(await (await fetch(url)).arrayBuffer())
      expect(Buffer.compare(await served(pdfUrl), pdf ?? Buffer.alloc(0))).to.equal(0)
      expect(Buffer.compare(await served(xmlUrl), xml ?? Buffer.alloc(0))).to.equal(0)
      expect(Buffer.from(xml ?? []).toString()).to.include(uuid)
    })

    it('waits for files that are not available yet', async () => {
      await shop.setFaults([{ kind: 'error_before', match: 'GET /v2/invoices/', times: 500 }])
      const { link, paymentId } = await requested()
      await shop.settle()
      expect((await shop.invoiceOf(paymentId)).status).to.equal('stamped')
      expect(await emailsOf(link)).to.deep.equal([])
      await shop.setFaults([])
      await shop.settle(20)
      await until(link, 'simulated')
    })

    it('is queued in the transaction that stores the files', async () => {
      const { link, paymentId } = await requested(null)
      await shop.settle()
      const invoice = await shop.part(Invoices).latestOf(paymentId)
      if (!invoice) throw new Error('no invoice')
      await shop.paylink.writer('invoice_files').where({ invoice_id: invoice.id }).delete()
      const died = shop.part(UnitOfWork).run(async (tx) => {
        await shop.part(InvoiceFiles).put(tx, invoice, invoice.id, 'xml', Buffer.from('<a/>'))
        await shop
          .part(QueueInvoiceEmail)
          .queueStamped(tx, { ...invoice, receiver: { ...invoice.receiver, email: ANA } })
        throw new Error('the process died')
      })
      expect(await refusalOf(died)).to.equal('the process died')
      expect(await shop.part(InvoiceFiles).listFormats(invoice.id)).to.deep.equal([])
      expect(await emailsOf(link)).to.deep.equal([])
    })

    it('can be sent again any number of times, to any address', async () => {
      const { link, paymentId } = await requested()
      await shop.settle()
      await until(link, 'simulated')
      await again(paymentId)
      await again(paymentId, 'caja@example.com')
      const emails = await eventually(
        () => emailsOf(link),
        (all) => all.length === 3 && all.every(({ status }) => status === 'simulated'),
      )
      expect(emails.map(({ to }) => to).sort()).to.deep.equal([ANA, ANA, 'caja@example.com'])
    })

    it('sent again: waits for missing files, and is not sent without them', async () => {
      const { link, paymentId } = await requested(null)
      await shop.settle()
      const { id } = await shop.invoiceOf(paymentId)
      await shop.paylink.writer('invoice_files').where({ invoice_id: id, format: 'pdf' }).delete()
      await again(paymentId, ANA)
      await eventually(
        () => emailsOf(link),
        ([email]) => email?.error === 'the files of the invoice are not available yet',
      )
      expect((await shop.paylink.get(`/v1/payments/${paymentId}/invoice/files`)).status).to.equal(200)
      shop.paylink.clock.advance(5 * 60_000)
      const { id: emailId } = await until(link, 'simulated')
      expect((await show(emailId)).pdf).to.not.equal(null)
    })

    it('sent again: is refused without a stamped invoice or an address', async () => {
      const { paymentId: unasked } = await shop.paid()
      const { paymentId } = await requested(null)
      expect(await refusalOf(again(paymentId, ANA))).to.match(
        /^the invoice is (requested|stamping): only a stamped invoice/,
      )
      await shop.settle()
      expect(await refusalOf(again(paymentId))).to.equal('the invoice has no e-mail address')
      expect(await refusalOf(again(paymentId, 'a@example.com,b@example.com'))).to.match(
        /^to: must be one e-mail address/,
      )
      for (const nothing of [unasked, 'pay_unknown']) {
        expect(await refusalOf(again(nothing, ANA))).to.equal(`payment ${nothing} has no invoice`)
      }
      const stranger = { ...shop.paylink.account, id: 'acct_other' }
      const theirs = shop.part(QueueInvoiceEmail).resend(stranger, paymentId, ANA)
      expect(await refusalOf(theirs)).to.equal(`payment ${paymentId} has no invoice`)
    })

    it('belongs to the invoice it was queued for, not to a later one', async () => {
      const { link, paymentId } = await requested()
      await shop.settle()
      const { id } = await until(link, 'simulated')
      const first = await shop.invoiceOf(paymentId)
      await shop.cancel(paymentId)
      await shop.settle(5)
      expect((await shop.invoiceOf(paymentId)).status).to.equal('cancelled')
      const { text, pdf, xml } = await show(id)
      expect(text).to.include(first.uuid)
      expect([pdf, xml]).to.deep.equal([null, null])
      await shop.request(paymentId, { email: 'luz@example.com' })
      await shop.settle()
      await eventually(
        () => emailsOf(link),
        (all) => all.length === 2 && all[0].status === 'simulated',
      )
      const [second] = await emailsOf(link)
      expect(second.to).to.equal('luz@example.com')
      const { uuid } = await shop.invoiceOf(paymentId)
      expect((await show(second.id)).text)
        .to.include(uuid)
        .and.not.include(first.uuid)
    })

    it('is sent with its files after a rejected cancellation that was requested before the files were available', async () => {
      await shop.behave({ cancelRefused: 'on', cancelSeconds: '2' })
      await shop.setFaults([{ kind: 'error_before', match: 'GET /v2/invoices/', times: 500 }])
      const { link, paymentId } = await requested()
      await shop.settle()
      expect((await shop.cancel(paymentId)).body.status).to.equal('cancel_pending')
      // The provider reports nothing either.
      await shop.setFaults([{ kind: 'notification_lost', times: 500 }])
      await shop.settle(60)
      expect((await shop.invoiceOf(paymentId)).status).to.equal('stamped')
      await until(link, 'simulated')
    })

    it('is not sent to an unsubscribed address until it is allowed again', async () => {
      const { link } = await requested('luz@example.com')
      await shop.settle()
      const { id } = await until(link, 'simulated')
      const way = /http\S+\/mail\/\S+\/unsubscribe\?s=\S+/.exec((await show(id)).text)?.[0] ?? ''
      expect((await fetch(way, { method: 'POST' })).status).to.equal(200)
      const { link: other, paymentId } = await requested('Luz@example.com')
      await shop.settle()
      expect((await until(other, 'failed')).error).to.be.a('string')
      await shop.part(AllowAddress).run(actFor(OPERATOR, shop.scope), 'luz@example.com')
      await again(paymentId)
      await until(other, 'simulated')
    })

    describe('and a receipt', () => {
      before(() => shop.paylink.changeAccount({ mail: { ...shop.paylink.account.mail, receipts: true } }))
      after(() => shop.paylink.changeAccount({ mail: shop.paylink.account.mail }))

      const receiptOf = async (link: { id: string }) => show((await until(link, 'simulated')).id)

      it('link to the invoice page while an invoice can be requested (R248-R249)', async () => {
        const { link, paymentId } = await shop.paid({ customerEmail: ANA })
        const page = `${link.url}/invoice`
        expect((await shop.stateOf(paymentId)).invoiceUrl).to.equal(page)
        const { text, html } = await receiptOf(link)
        expect(text.split('\n')).to.include(page)
        expect(text.replace(/\s+/g, ' ')).to.include('¿Necesitas factura (CFDI)? Pídela a más tardar el')
        expect(html).to.include(`href="${page}"`)

        shop.paylink.clock.advance(35 * DAY)
        await shop.part(QueueReceipt).resend(shop.paylink.account, paymentId, 'caja@example.com')
        await eventually(
          () => emailsOf(link),
          ([newest]) => newest?.to === 'caja@example.com' && newest.status === 'simulated',
        )
        const late = await receiptOf(link)
        expect(late.text).to.not.include('/invoice').and.not.include('¿Necesitas factura')
        expect(late.text.replace(/\s+/g, ' ')).to.include('No es una factura (CFDI).')
      })

      it('do not mention invoices if the link is not invoiceable', async () => {
        const { link } = await shop.paid({ customerEmail: ANA, invoiceable: false })
        const { text } = await receiptOf(link)
        expect(text).to.not.include('/invoice').and.not.include('¿Necesitas factura')
      })
    })
  })
}
