import type { Findable } from '../search/search-words.js'
import type { PaymentLink } from './payment-link.js'

type Texts = Pick<PaymentLink, 'title' | 'customerName' | 'customerEmail' | 'metadata'>

export type SearchedLink = Pick<PaymentLink, 'id' | 'slug' | 'createdBy' | 'createdAt' | 'amountCentavos'> & Texts

/** By title, customer, amount, metadata, id and slug; `createdBy` narrows a search to one person's links. */
export const findableLink = (link: SearchedLink): Findable => ({
  id: link.id,
  createdAt: link.createdAt,
  keys: [link.id, link.slug, ...(link.createdBy === null ? [] : [link.createdBy])],
  amountCentavos: link.amountCentavos,
  texts: textsOf(link),
})

/** What a link and its payments have in common. */
export function textsOf({ title, customerName, customerEmail, metadata }: Texts): string[] {
  const stated = Object.values(metadata).map(String)
  return [title, customerName ?? '', customerEmail ?? '', ...stated]
}
