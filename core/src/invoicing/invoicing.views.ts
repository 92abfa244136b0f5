import type { PaymentInvoiceView } from './invoice.view.js'

/** The tax authority's code for how the payment was made. */
export interface FormaPagoView {
  code: string
  label: string
}

/** The invoicing state of a payment. */
export interface PaymentInvoicingView {
  object: 'payment_invoicing'
  /** Whether its link is invoiceable: the customer may request an invoice once it is paid. */
  invoiceable: boolean
  /**
   * Where the customer requests it; null unless the link is invoiceable and paid.
   *
   * @format uri
   */
  invoiceUrl: string | null
  /** `suggested`: the code determined by the payment; null: choose one of `allowed`. */
  formasPago: { suggested: string | null; allowed: FormaPagoView[] }
  /** The open invoice, otherwise the latest one; null: none. */
  invoice: PaymentInvoiceView | null
}

/** Signed URLs of an invoice's files, valid for 15 minutes; null while it is not stamped. */
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
