import type { PaymentInvoiceView } from './invoice.view.js'

/** A code of the tax authority that says how money came. */
export interface FormaPagoView {
  code: string
  label: string
}

/** How a payment stands to being invoiced. */
export interface PaymentInvoicingView {
  object: 'payment_invoicing'
  /** Its link is: the customer may request an invoice once it is paid. */
  invoiceable: boolean
  /**
   * Where the customer requests it; null unless the link is invoiceable and paid.
   *
   * @format uri
   */
  invoiceUrl: string | null
  /** `suggested`: what the payment settles; null: one of `allowed` must be given. */
  formasPago: { suggested: string | null; allowed: FormaPagoView[] }
  /** The open invoice, or the last there was. */
  invoice: PaymentInvoiceView | null
}

/** Where the files of an invoice are for a quarter of an hour. Null: it is not stamped. */
export interface InvoiceFilesView {
  status: PaymentInvoiceView['status']
  /** @format uri */
  pdfUrl: string | null
  /** @format uri */
  xmlUrl: string | null
  /** @isInt */
  expiresInSeconds: number
}

export interface CatalogEntryView {
  clave: string
  nombre: string
  /** It applies to individuals, whose RFC has 13 characters. */
  fisica: boolean
  /** It applies to legal entities, whose RFC has 12 characters. */
  moral: boolean
}

/** The tax authority's catalogues of regimes and uses of a CFDI. */
export interface InvoicingCatalogsView {
  regimenes: CatalogEntryView[]
  usos: CatalogEntryView[]
}
