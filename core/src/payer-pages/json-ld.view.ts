import type { LinkStatus } from '../payment-links/payment-link.js'
import { toAgentView } from './agent.view.js'
import { wordsOf } from './page-words.js'
import type { PaymentPageView } from './payment-page.view.js'

const SCHEMA = 'https://schema.org'

/** Nothing is due any more on a link that has ended unpaid, and schema.org has no word for that. */
const PAYMENT_STATUS: Partial<Record<LinkStatus, string>> = {
  active: `${SCHEMA}/PaymentDue`,
  processing: `${SCHEMA}/PaymentDue`,
  paid: `${SCHEMA}/PaymentComplete`,
}

/**
 * The agent's view in the vocabulary of schema.org. `Invoice` is "a statement of the money due", by whom and until when; an
 * `Offer` is of goods at a price, and has no state of payment. What is undefined is left out.
 */
export function toJsonLd(page: PaymentPageView): object {
  const view = toAgentView(page)
  return {
    '@context': SCHEMA,
    '@type': 'Invoice',
    name: view.title,
    disambiguatingDescription: view.livemode ? undefined : wordsOf(page).testMode,
    url: view.url,
    provider: { '@type': 'Organization', name: view.payee },
    totalPaymentDue: { '@type': 'MonetaryAmount', currency: view.currency, value: view.amountCentavos / 100 },
    paymentStatus: PAYMENT_STATUS[view.status],
    // As on the page: the last moment at which a payer can start, not the later one at which the link expires.
    paymentDueDate: view.checkoutEndsAt ?? undefined,
    potentialAction:
      view.continue_url === null
        ? undefined
        : {
            '@type': 'PayAction',
            actionStatus: `${SCHEMA}/${view.status === 'processing' ? 'Active' : 'Potential'}ActionStatus`,
            target: view.continue_url,
          },
  }
}
