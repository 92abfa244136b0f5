import {
  Body,
  Controller,
  Extension,
  Get,
  Header,
  OperationId,
  Path,
  Post,
  Request,
  Route,
  Tags,
} from '../contract/controller.js'
import type { InvoicingConnectionView } from '../connections/connection.view.js'
import type { EmailAddress, IdempotencyKey } from '../contract/fields.js'
import type { PrincipalRequest } from '../kernel/principal.js'
import type { CancelInvoice } from './cancel-invoice.js'
import type { PaymentInvoiceView } from './invoice.view.js'
import type { InvoiceFilesView, InvoicingCatalogsView, PaymentInvoicingView } from './invoicing.views.js'
import type { ReadCatalogs } from './read-catalogs.js'
import type { ReadInvoicing } from './read-invoicing.js'
import type { RequestInvoice } from './request-invoice.js'

/** The customer as registered with the tax authority. No other properties are allowed. */
export interface InvoiceRequestBody {
  /** Tax id: 13 characters for individuals, 12 for companies. */
  rfc: string
  /** Legal name, exactly as on the tax registration certificate. */
  name: string
  /** Postal code of the fiscal address: five digits. */
  zip: string
  /** Code of the tax regime; see the catalogs. */
  regimenFiscal: string
  /** CFDI use code; see the catalogs. */
  usoCfdi: string
  /** The address that the stamped invoice is emailed to. */
  email?: EmailAddress
  /** Payment-form code: one of the `allowed`, needed only when none is `suggested`. */
  formaPago?: string
}

/** No other properties are allowed. */
export interface CancelInvoiceBody {
  /** `02`: issued with errors, no replacement. `03`: the operation did not happen. */
  motivo: '02' | '03'
}

@Route('v1/invoicing')
@Tags('Invoicing')
export class InvoicingController extends Controller {
  constructor(
    private readonly readInvoicing: ReadInvoicing,
    private readonly readCatalogs: ReadCatalogs,
  ) {
    super()
  }

  /** The connection with the invoicing provider in this key's mode. Links can be invoiceable when it is `ready`. */
  @Get('connection')
  @OperationId('get_invoicing_connection')
  @Extension('x-paylink', { scope: 'connections:read', problems: ['not_found'] })
  async connection(@Request() request: PrincipalRequest): Promise<InvoicingConnectionView> {
    return this.readInvoicing.connection(request.principal)
  }

  /** The tax authority's regimes and uses of an invoice, and to which kind of tax id each applies. */
  @Get('catalogs')
  @OperationId('get_invoicing_catalogs')
  @Extension('x-paylink', { scope: 'invoices:read', problems: ['not_found'] })
  async catalogs(@Request() request: PrincipalRequest): Promise<InvoicingCatalogsView> {
    return this.readCatalogs.run(request.principal)
  }
}

@Route('v1/payments/{id}/invoice')
@Tags('Invoicing')
export class PaymentInvoiceController extends Controller {
  constructor(
    private readonly readInvoicing: ReadInvoicing,
    private readonly requestInvoice: RequestInvoice,
    private readonly cancelInvoice: CancelInvoice,
  ) {
    super()
  }

  /** The invoicing state of a payment: the payment forms it allows, and its invoice. */
  @Get()
  @OperationId('get_payment_invoice')
  @Extension('x-paylink', { scope: 'invoices:read', problems: ['not_found'] })
  async state(@Request() request: PrincipalRequest, @Path() id: string): Promise<PaymentInvoicingView> {
    return this.readInvoicing.state(request.principal, id)
  }

  /**
   * Requests the invoice of a succeeded payment of an invoiceable link. It is stamped within seconds, or as soon as the
   * invoicing provider is available. An open invoice is returned unchanged; one that `failed` can be requested again with
   * corrected data.
   */
  @Post()
  @OperationId('request_payment_invoice')
  @Extension('x-paylink', {
    scope: 'invoices:write',
    problems: ['not_found', 'invoicing_rejected', 'request_in_flight', 'idempotency_key_reuse'],
  })
  async request(
    @Request() request: PrincipalRequest,
    @Path() id: string,
    @Body() body: InvoiceRequestBody,
    @Header('Idempotency-Key') idempotencyKey?: IdempotencyKey,
  ): Promise<PaymentInvoiceView> {
    const answer = await this.requestInvoice.underKey(request.principal, id, idempotencyKey, body)
    if (answer.replayed !== null) this.setHeader('Idempotency-Replayed', String(answer.replayed))
    return answer.body
  }

  /**
   * Requests the cancellation of the stamped invoice of a payment. It costs one stamp, refunds nothing, and may take
   * days until the authority acknowledges it.
   */
  @Post('cancel')
  @OperationId('cancel_payment_invoice')
  @Extension('x-paylink', {
    scope: 'invoices:write',
    problems: [
      'not_found',
      'invoicing_rejected',
      'invoicing_unavailable',
      'request_in_flight',
      'idempotency_key_reuse',
    ],
  })
  async cancel(
    @Request() request: PrincipalRequest,
    @Path() id: string,
    @Body() body: CancelInvoiceBody,
    @Header('Idempotency-Key') idempotencyKey?: IdempotencyKey,
  ): Promise<PaymentInvoiceView> {
    const answer = await this.cancelInvoice.run(request.principal, id, idempotencyKey, body.motivo)
    if (answer.replayed !== null) this.setHeader('Idempotency-Replayed', String(answer.replayed))
    return answer.body
  }

  /** Signed URLs of the PDF and the XML, valid for 15 minutes; null while the invoice is not stamped. */
  @Get('files')
  @OperationId('get_payment_invoice_files')
  @Extension('x-paylink', { scope: 'invoices:read', problems: ['not_found', 'invoicing_unavailable'] })
  async files(@Request() request: PrincipalRequest, @Path() id: string): Promise<InvoiceFilesView> {
    return this.readInvoicing.fileUrls(request.principal, id)
  }
}
