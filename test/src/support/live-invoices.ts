import { actFor, OPERATOR } from '@paylink/core/kernel/principal'
import { UnitOfWork } from '@paylink/core/database/unit-of-work'
import { ConnectInvoicing } from '@paylink/core/invoicing/connect-invoicing'
import { FetchInvoiceFiles } from '@paylink/core/invoicing/fetch-invoice-files'
import type { Invoice } from '@paylink/core/invoicing/invoice'
import type { FileFormat } from '@paylink/core/invoicing/invoice-files.repository'
import { Invoices } from '@paylink/core/invoicing/invoices.repository'
import type { ConnectedInvoicing } from '@paylink/core/connections/open-connection'
import { Ids } from '@paylink/core/kernel/ids'
import { Plugins } from '@paylink/core/plugin-host/registry'
import type { MailShop } from './mail-shop.js'

/** What a provider keeps: an XML as it comes, line ends and all, and as many bytes of every kind as a PDF has. */
export const FILES: Record<FileFormat, Uint8Array> = {
  xml: Buffer.from(
    '<?xml version="1.0" encoding="UTF-8"?>\r\n<cfdi:Comprobante Nombre="PEÑA &amp; Ñ"/>\n.\r\n\n',
    'utf8',
  ),
  pdf: Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.from(Array.from({ length: 90_000 }, (_, at) => at * at))]),
}

let count = 0

/** A stamped invoice of a live payment, as core has written it down. No provider stamps live ones in tests. */
export async function liveInvoice(
  { paylink, merchant, key }: MailShop,
  link: { id: string; amountCentavos: number },
  email: string | null,
  connectionId: string | null = null,
): Promise<Invoice> {
  const { container } = paylink
  const { status, body } = await merchant.post(`/v1/payment_links/${link.id}/mark_paid`, {}, { key })
  if (status !== 200) throw new Error(`not paid: ${status}`)
  const now = paylink.clock.now().toISOString()
  const receiver = { rfc: 'XIA190128J61', name: 'XENON INDUSTRIAL ARTICLES', zip: '76343' }
  const invoice: Invoice = {
    ...{ id: container.get(Ids).next('inv'), accountId: merchant.account.id, livemode: true },
    ...{ paymentId: body.paidPaymentId, status: 'stamped', formaPago: '03', connectionId, request: null },
    receiver: { ...receiver, regimenFiscal: '601', usoCfdi: 'G03', email },
    ...{ providerRef: 'of_the_provider', uuid: `5e2d6aff-2dd7-43d1-83d3-${String(++count).padStart(12, '0')}` },
    ...{ totalCentavos: link.amountCentavos, failureCode: null, failureReason: null, failureField: null },
    ...{ cancelMotivo: null, cancelAcceptedAt: null, stampedAt: now, cancelledAt: null, createdAt: now },
    ...{ createdBy: null, cancelRequestedBy: null },
    ...{ attempts: 1, tries: 0, waitReason: null, refundReviewSince: null, refundSeenCentavos: 0 },
  }
  await container.get(UnitOfWork).run(async (tx) => {
    await container.get(Invoices).insert(tx, invoice)
    await container.get(Invoices).save(tx, invoice, null)
  })
  return invoice
}

/** A live connection whose provider mails invoices, as far as `mailing` lets it. */
export async function providerThatMails({ paylink, merchant }: MailShop) {
  const provider = paylink.container.get(Plugins).provider('invoicing', 'invoicing_provider')!
  const mailing = { to: [] as string[], refs: [] as string[], failures: [] as Error[] }
  Object.assign(provider, {
    checkConnection: () => Promise.resolve({ ok: true, livemode: true, externalAccountId: 'org_1' }),
    emailInvoice: (ref: { providerRef: string }, to: string) => {
      mailing.to.push(to)
      mailing.refs.push(ref.providerRef)
      const failure = mailing.failures.shift()
      return failure ? Promise.reject(failure) : Promise.resolve()
    },
  })
  const scope = { accountId: merchant.account.id, livemode: true }
  const input = { sandbox: false, settings: { secretKey: 'sk_live_abcdefghijkl' } }
  const { id } = await paylink.container.get(ConnectInvoicing).run(actFor(OPERATOR, scope), input)
  return { mailing, connectionId: id }
}

/** Its files are fetched from a provider that has them. */
export async function fetchFiles({ paylink }: MailShop, invoice: Invoice): Promise<string | null> {
  const plugin = paylink.container.get(Plugins).plugin('invoicing', 'invoicing_provider')
  if (!plugin) throw new Error('no plugin stamps invoices')
  const provider = { file: ({ format }: { format: FileFormat }) => Promise.resolve(FILES[format]) }
  const connected = { connectionId: 'conn_unknown', livemode: true, plugin, provider, config: {} }
  return paylink.container.get(FetchInvoiceFiles).run(invoice, connected as unknown as ConnectedInvoicing)
}
