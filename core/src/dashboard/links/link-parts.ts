import type { LinkHistory } from '../../overview/link-history.js'
import type { PaymentLinkView } from '../../payment-links/payment-link.view.js'
import type { Visit } from '../visit.js'
import type { ActorNames } from './actor-text.js'

/** What the page of a link shows. */
export interface LinkParts {
  visit: Visit
  link: PaymentLinkView
  history: LinkHistory
  names: ActorNames
  nameOf: (provider: string) => string
}
