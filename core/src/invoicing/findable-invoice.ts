import type { Findable } from '../search/search-words.js'
import type { Invoice } from './invoice.js'
import type { Receiver } from './receiver.js'

/** With what it has of its payment and link. */
export interface SearchedInvoice
  extends
    Pick<Invoice, 'id' | 'createdAt' | 'paymentId' | 'providerRef' | 'uuid' | 'totalCentavos'>,
    Pick<Receiver, 'rfc' | 'name' | 'email'> {
  linkId: string
  title: string
  amountCentavos: number
}

/**
 * By the receiver's name, RFC and email address, the title of its link, and its total; by its own id, those of its payment
 * and link, the provider's, and the fiscal folio, of which the first block is enough.
 */
export function findableInvoice(invoice: SearchedInvoice): Findable {
  const { id, createdAt, paymentId, linkId, rfc, name, email, title, providerRef, uuid } = invoice
  const keys = [id, paymentId, linkId, rfc, providerRef, uuid, uuid?.split('-', 1)[0]]
  return {
    id,
    createdAt,
    keys: keys.filter((key) => typeof key === 'string'),
    amountCentavos: invoice.totalCentavos ?? invoice.amountCentavos,
    texts: [name, rfc, email ?? '', title],
  }
}
