import type { EmailAddress, Metadata, ProviderId, Timestamp } from '../contract/fields.js'
import { type PaymentLink, publicItem } from './payment-link.js'

/** One line of a link. */
export interface PaymentItemView {
  /**
   * Shown on the payment page.
   *
   * @minLength 1
   * @maxLength 200
   */
  name: string
  /**
   * @isInt
   * @minimum 1
   * @maximum 999
   */
  quantity: number
  /**
   * Minor units.
   *
   * @isInt
   * @minimum 1
   * @maximum 999999999
   */
  unitPriceCentavos: number
  /**
   * The tax authority's product or service code. Required on every item of an invoiceable link.
   *
   * @pattern ^\d{8}$
   */
  satProductCode?: string
  /**
   * The tax authority's unit code. Required on every item of an invoiceable link.
   *
   * @pattern ^[A-Z0-9]{1,5}$
   */
  satUnitCode?: string
  /**
   * `iva_included`: the price includes 16 % IVA (the default). `iva_added`: IVA comes on top and the total grows.
   * `exempt`: no IVA. Required on every item of an invoiceable link.
   */
  tax?: 'iva_included' | 'iva_added' | 'exempt'
}

/** What creating a link answers. */
export interface CreatedPaymentLinkView {
  object: 'payment_link'
  id: string
  livemode: boolean
  status: 'active' | 'processing' | 'paid' | 'expired' | 'disabled'
  /**
   * The hosted payment page.
   *
   * @format uri
   */
  url: string
  /**
   * The total in minor units.
   *
   * @isInt
   * @minimum 1
   * @maximum 2147483647
   */
  amountCentavos: number
  /**
   * ISO 4217.
   *
   * @pattern ^[A-Z]{3}$
   */
  currency: string
  expiresAt: Timestamp | null
  metadata: Metadata
}

/** A request for a fixed amount that a customer pays on a hosted page. */
export interface PaymentLinkView extends CreatedPaymentLinkView {
  slug: string
  title: string
  description: string | null
  items: PaymentItemView[]
  customerEmail: EmailAddress | null
  customerName: string | null
  createdAt: Timestamp
  /** The payment that succeeded, once the link is `paid`. */
  paidPaymentId: string | null
  /** Where it was created. */
  channel: 'api' | 'dashboard' | 'mcp'
  /** In the order offered on the payment page; empty: every connected provider. */
  providers: ProviderId[]
  /** The customer may request an invoice once it is paid. */
  invoiceable: boolean
}

export function toCreatedPaymentLink(link: PaymentLink, baseUrl: string): CreatedPaymentLinkView {
  return {
    object: 'payment_link',
    id: link.id,
    livemode: link.livemode,
    status: link.status,
    url: `${baseUrl}/p/${link.slug}`,
    amountCentavos: link.amountCentavos,
    currency: link.currency,
    expiresAt: link.expiresAt,
    metadata: link.metadata,
  }
}

/** `link` carries its effective status: see `asOf`. */
export function toPaymentLinkView(link: PaymentLink, baseUrl: string): PaymentLinkView {
  // A spread that others follow costs V8 more than the rest of reading a link: 8 µs for these.
  return Object.assign(toCreatedPaymentLink(link, baseUrl), {
    slug: link.slug,
    title: link.title,
    description: link.description,
    items: link.items.map(publicItem),
    customerEmail: link.customerEmail,
    customerName: link.customerName,
    createdAt: link.createdAt,
    paidPaymentId: link.paidPaymentId,
    channel: link.channel,
    providers: link.providers,
    invoiceable: link.invoiceable,
  })
}
