import type { PaymentLinkView } from '@paylink/core/payment-links/payment-link.view'
import type { Invoice } from '@paylink/core/invoicing/invoice'
import { Emails } from '@paylink/core/mail/emails.repository'
import { DAY_MS } from '@paylink/core/kernel/clock'
import { Plugins } from '@paylink/core/plugin-host/registry'
import { ProviderRejectedError, ProviderUnavailableError, ProviderUnknownOutcomeError } from '@paylink/plugin-api'
import { expect } from 'chai'
import PostalMime from 'postal-mime'
import { eventually } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { fetchFiles, FILES, liveInvoice, providerThatMails } from '../support/live-invoices.js'
import { MailShop } from '../support/mail-shop.js'

const FIVE_MINUTES = 5 * 60_000
const UNSTAMPED = { status: 'requested', uuid: null, next_attempt_at: '2099-01-01T00:00:00.000Z' }

for (const engine of ENGINES) {
  describe(`the mail of a live invoice (${engine})`, () => {
    let shop: MailShop
    beforeEach(async () => (shop = await MailShop.open(engine)))
    afterEach(() => shop.close())

    const becomes = (invoice: Invoice, changes: object) =>
      shop.paylink.writer('invoices').where({ id: invoice.id }).update(changes)
    const cancelPending = { status: 'cancel_pending', next_attempt_at: '2099-01-01T00:00:00.000Z' }
    const queued = () => shop.paylink.db('email_deliveries').orderBy(['created_at', 'id'])

    /** Stamped, with its files stored. */
    async function invoiced(
      email: string | null = 'ana@example.com',
    ): Promise<{ link: PaymentLinkView; invoice: Invoice }> {
      const link = await shop.link({ customerName: 'Ana Luz' })
      const invoice = await liveInvoice(shop, link, email)
      expect(await fetchFiles(shop, invoice)).to.equal(null)
      return { link, invoice }
    }

    it('has the PDF and XML attached, byte for byte, and goes to the address of the request (I43)', async () => {
      const { link, invoice } = await invoiced()
      const email = await shop.until(link, 'sent')
      const [mail, ...others] = shop.server.mails
      expect(others).to.deep.equal([])
      expect(mail?.envelope.to).to.deep.equal(['ana@example.com'])
      const { subject, text, attachments, headers } = await PostalMime.parse(mail?.raw ?? '')
      expect(subject).to.equal('Tu factura de Taller Luna: Taza de barro').and.to.equal(email.subject)
      for (const said of ['XIA190128J61', 'XENON INDUSTRIAL ARTICLES', invoice.uuid ?? '', '$150.00 MXN']) {
        expect(text).to.include(said)
      }
      expect(text?.split('\n')).to.include(`${link.url}/invoice`)
      expect(text).to.not.include('prueba')
      expect(headers.map(({ key }) => key)).to.include('list-unsubscribe-post')
      expect(attachments.map(({ filename, mimeType, disposition }) => [filename, mimeType, disposition])).to.deep.equal(
        [
          [`${invoice.uuid}.pdf`, 'application/pdf', 'attachment'],
          [`${invoice.uuid}.xml`, 'application/xml', 'attachment'],
        ],
      )
      const [pdf, xml] = attachments.map(({ content }) => Buffer.from(content as ArrayBuffer))
      expect(pdf?.equals(FILES.pdf)).to.equal(true)
      expect(xml?.equals(FILES.xml)).to.equal(true)
      expect(await shop.row(email)).to.include({ kind: 'invoice', payment_id: invoice.paymentId, link_id: link.id })
    })

    it('is the same mail with the same files at a second attempt (I42)', async () => {
      shop.server.fail({ at: 'mail', code: 451, text: '4.3.2 later' }, 1)
      const { link } = await invoiced()
      await shop.tried(1)
      shop.paylink.clock.advance(60_000)
      await shop.until(link, 'sent')
      const { attachments } = await PostalMime.parse(shop.server.mails[0]?.raw ?? '')
      expect(attachments).to.have.length(2)
      expect(await shop.emailsOf(link)).to.have.length(1)
    })

    it('is not sent once the invoice is cancelled', async () => {
      shop.server.fail({ at: 'mail', code: 451, text: '4.3.2 later' }, 1)
      const { link, invoice } = await invoiced()
      await shop.tried(1)
      await becomes(invoice, { status: 'cancelled', cancelled_at: invoice.stampedAt })
      shop.paylink.clock.advance(60_000)
      expect((await shop.until(link, 'failed')).error).to.equal('the invoice is cancelled')
      expect(shop.server.mails).to.deep.equal([])
    })

    it('waits while a cancellation is pending, and is sent if it is rejected', async () => {
      shop.server.fail({ at: 'mail', code: 451, text: '4.3.2 later' }, 1)
      const { link, invoice } = await invoiced()
      await shop.tried(1)
      await becomes(invoice, cancelPending)
      shop.paylink.clock.advance(60_000)
      await eventually(
        () => shop.emailsOf(link),
        ([email]) => email.error === 'the invoice is being cancelled',
      )
      await becomes(invoice, { status: 'stamped', next_attempt_at: null })
      shop.paylink.clock.advance(FIVE_MINUTES)
      await shop.until(link, 'sent')
    })

    it('is queued once when the files are fetched twice at the same time', async () => {
      const invoice = await liveInvoice(shop, await shop.link(), 'ana@example.com')
      const fetched = await Promise.all(Array.from({ length: 5 }, () => fetchFiles(shop, invoice)))
      expect(fetched).to.deep.equal([null, null, null, null, null])
      expect(await queued()).to.have.length(1)
    })

    it('is not queued if the request has no address', async () => {
      await invoiced(null)
      expect(await queued()).to.deep.equal([])
    })

    it('never keeps the files from being stored', async () => {
      const invoice = await liveInvoice(shop, await shop.link(), 'ana@example.com')
      await shop.paylink.writer.raw('alter table email_deliveries rename to away')
      expect(await fetchFiles(shop, invoice)).to.equal(null)
      await shop.paylink.writer.raw('alter table away rename to email_deliveries')
      const kept = shop.paylink.db('invoice_files').where({ invoice_id: invoice.id }).orderBy('format')
      expect(await kept.pluck('format')).to.deep.equal(['pdf', 'xml'])
      expect(shop.paylink.log.entries.map(({ message }) => message)).to.include(
        'could not queue the email of an invoice',
      )
      expect(await queued()).to.deep.equal([])
    })

    it('is not sent to a suppressed address, and records why', async () => {
      const { email: bounced } = await shop.sent()
      await shop.paylink.writer('email_suppressions').insert({
        ...{ account_id: shop.merchant.account.id, livemode: true, address: 'ana@example.com' },
        ...{ reason: 'bounced', delivery_id: bounced.id, created_at: bounced.createdAt },
      })
      const { link } = await invoiced('Ana@example.com')
      expect((await shop.until(link, 'failed')).error)
        .to.be.a('string')
        .that.is.not.equal('')
      expect(shop.server.mails).to.have.length(1)
    })
  })

  describe(`the mail of a live invoice without a mail server (${engine})`, () => {
    let shop: MailShop
    beforeEach(async () => (shop = await MailShop.open(engine, { smtpUrl: null, mailFrom: null })))
    afterEach(() => shop.close())

    const invoiced = async () => {
      const provider = await providerThatMails(shop)
      const link = await shop.link()
      await shop.paylink.writer('payment_links').where({ id: link.id }).update({ invoiceable: true })
      const invoice = await liveInvoice(shop, link, 'ana@example.com', provider.connectionId)
      return { ...provider, link, invoice }
    }
    const pageOf = async (link: { url: string }) => (await fetch(`${link.url}/invoice?lang=es`)).text()
    const row = () => shop.paylink.db('email_deliveries').first()
    const becomes = (status: string) => eventually(row, (email) => email?.status === status)

    it('is sent by the invoicing provider, once, and the page says so', async () => {
      const { mailing, link, invoice } = await invoiced()
      expect(await fetchFiles(shop, invoice)).to.equal(null)
      expect(await becomes('sent')).to.include({ via: 'provider', attempts: 1, body_text: null })
      expect(await fetchFiles(shop, invoice)).to.equal(null)
      expect(mailing).to.deep.include({ to: ['ana@example.com'], refs: ['of_the_provider'] })
      expect(await pageOf(link)).to.include('La enviamos a a••••@example.com.')
    })

    it('is retried after an outage, and fails with the reason after a rejection', async () => {
      const { mailing, invoice } = await invoiced()
      mailing.failures.push(new ProviderUnavailableError('not now'), new ProviderRejectedError('no such mailbox'))
      await fetchFiles(shop, invoice)
      expect((await shop.tried(1)).error).to.equal('not now')
      const stuck = await shop.paylink.container.get(Emails).stuckAtProvider('2099-01-01')
      expect(stuck.map(({ error }) => error)).to.deep.equal(['not now'])
      shop.paylink.clock.advance(60_000)
      expect((await becomes('failed')).error).to.equal('no such mailbox')
      expect(mailing.to).to.have.length(2)
    })

    it('is never sent twice: an unknown outcome stays unknown, and the page shows it (I42)', async () => {
      const { mailing, link, invoice } = await invoiced()
      mailing.failures.push(new ProviderUnknownOutcomeError('the line went dead'))
      await fetchFiles(shop, invoice)
      await becomes('unknown')
      expect(await pageOf(link)).to.include('no sabemos si llegó')
      shop.paylink.clock.advance(DAY_MS)
      expect(mailing.to).to.have.length(1)
    })

    it('is neither queued nor promised if the provider cannot mail invoices', async () => {
      const { connectionId, link } = await invoiced()
      const provider = shop.paylink.container.get(Plugins).provider('invoicing', 'invoicing_provider')!
      delete provider.emailInvoice
      const [invoice] = await shop.paylink.db('invoices').where({ connection_id: connectionId })
      await shop.paylink.writer('invoices').where({ id: invoice.id }).update(UNSTAMPED)
      expect(await pageOf(link))
        .to.include('Estamos timbrando')
        .and.not.include('@example.com')
      const other = await liveInvoice(shop, await shop.link(), 'ana@example.com', connectionId)
      expect(await fetchFiles(shop, other)).to.equal(null)
      expect(await shop.paylink.db('email_deliveries')).to.deep.equal([])
    })
  })
}
