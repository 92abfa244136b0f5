import { type InvoicingConnectionView, toInvoicingConnectionView } from '../connections/connection.view.js'
import type { Connections } from '../connections/connections.repository.js'
import type { BaseUrl } from '../kernel/named.js'
import { isSameScope, type Scope } from '../kernel/principal.js'
import { notFound, Problem } from '../kernel/problem.js'
import type { PaymentLink } from '../payment-links/payment-link.js'
import type { PaymentLinks } from '../payment-links/payment-links.repository.js'
import type { Payment } from '../payments/payment.js'
import type { Payments } from '../payments/payments.repository.js'
import { FILE_URL_SECONDS, type InvoiceFileUrls } from './invoice-file-urls.js'
import { formasPago } from './forma-pago.js'
import { hasFolio, type Invoice } from './invoice.js'
import { toInvoiceView } from './invoice.view.js'
import type { InvoiceFilesView, PaymentInvoicingView } from './invoicing.views.js'
import type { Invoices } from './invoices.repository.js'
import { invoicingNotConnected } from './provider-problem.js'
import type { ReadInvoiceFiles } from './read-invoice-files.js'

/** In the form of `creatorOf`, or `PAYER`; null: none, or not known. */
export interface InvoiceActors {
  requestedBy: string | null
  cancelRequestedBy: string | null
}

export class ReadInvoicing {
  constructor(
    private readonly connections: Connections,
    private readonly payments: Payments,
    private readonly links: PaymentLinks,
    private readonly invoices: Invoices,
    private readonly files: ReadInvoiceFiles,
    private readonly urls: InvoiceFileUrls,
    private readonly baseUrl: BaseUrl,
  ) {}

  /** @throws Problem `not_found`: never connected in this mode (R130) */
  async connection(scope: Scope): Promise<InvoicingConnectionView> {
    const connection = await this.connections.current('invoicing', scope)
    if (!connection) throw invoicingNotConnected()
    return toInvoicingConnectionView(connection)
  }

  /** @throws Problem `not_found` */
  async state(scope: Scope, paymentId: string): Promise<PaymentInvoicingView> {
    const { payment, link } = await this.find(scope, paymentId)
    const invoice = await this.invoices.latestOf(paymentId)
    const isPaid = link.status === 'paid' && link.paidPaymentId === payment.id
    return {
      object: 'payment_invoicing',
      invoiceable: link.invoiceable,
      invoiceUrl: link.invoiceable && isPaid ? `${this.baseUrl}/p/${link.slug}/invoice` : null,
      formasPago: formasPago(payment),
      invoice: invoice ? toInvoiceView(invoice) : null,
    }
  }

  /** Who had the invoice of `state` made and cancelled. */
  async actors(scope: Scope, paymentId: string): Promise<InvoiceActors> {
    const invoice = await this.latest(scope, paymentId)
    return { requestedBy: invoice?.createdBy ?? null, cancelRequestedBy: invoice?.cancelRequestedBy ?? null }
  }

  /** The invoice of `state`, with what the API does not tell. */
  async latest(scope: Scope, paymentId: string): Promise<Invoice | undefined> {
    const invoice = await this.invoices.latestOf(paymentId)
    return invoice && isSameScope(invoice, scope) ? invoice : undefined
  }

  /**
   * Signed URLs of the files, valid for 15 minutes.
   *
   * @throws Problem `not_found`: no such payment, or it has no invoice
   * @throws Problem `invoicing_unavailable`: the files cannot be downloaded now
   */
  async fileUrls(scope: Scope, paymentId: string): Promise<InvoiceFilesView> {
    await this.find(scope, paymentId)
    const invoice = await this.invoices.latestOf(paymentId)
    if (!invoice) throw new Problem('not_found', { detail: 'This payment has no invoice.' })
    await this.files.ensureStored(invoice)
    const isThere = hasFolio(invoice)
    return {
      status: invoice.status,
      pdfUrl: isThere ? this.urls.of(invoice, 'pdf') : null,
      xmlUrl: isThere ? this.urls.of(invoice, 'xml') : null,
      expiresInSeconds: FILE_URL_SECONDS,
    }
  }

  private async find(scope: Scope, paymentId: string): Promise<{ payment: Payment; link: PaymentLink }> {
    const payment = await this.payments.find(scope, paymentId)
    const link = payment && (await this.links.find(payment, payment.linkId))
    if (!payment || !link) throw notFound('payment')
    return { payment, link }
  }
}
