import type { LinkHistory } from '../../overview/link-history.js'
import type { PaymentLinkView } from '../../payment-links/payment-link.view.js'
import type { InvoicedPayment } from '../payments/payment-invoice.js'
import type { Visit } from '../visit.js'
import type { ActorNames } from './actor-text.js'

/** What the page of a link shows. */
export interface LinkParts {
  visit: Visit
  link: PaymentLinkView
  history: LinkHistory
  /** The payment that paid the link, for those who may see payments; null: none. */
  paid: InvoicedPayment | null
  names: ActorNames
  nameOf: (provider: string) => string
}
