import type { PaymentLinkView } from '../../payment-links/payment-link.view.js'
import type { ReadPaymentLinks } from '../../payment-links/read-payment-links.js'
import { ownLinksOf, parameter, type Visit } from '../visit.js'

/** The link of the address. @throws Problem `not_found`, also for one that this person may not see */
export const readOwnLink = (links: ReadPaymentLinks, visit: Visit): Promise<PaymentLinkView> =>
  links.one(visit.principal, parameter(visit, 'id'), ownLinksOf(visit))

export const isOpenLink = ({ status }: Pick<PaymentLinkView, 'status'>): boolean =>
  status === 'active' || status === 'processing'
