import type { SearchEverything } from '../../overview/search-everything.js'
import { showPage } from '../answer.js'
import { textIn } from '../list-address.js'
import type { PaymentNames } from '../payments/payment-names.js'
import type { Route } from '../route.js'
import { may, ownLinksOf, type Visit } from '../visit.js'
import { SearchPage } from './search-page.js'
import { searchWords } from './words.js'

/** `/search`: what matches among everything that this person may see, in the mode of the address. */
export class SearchPages {
  constructor(
    private readonly search: SearchEverything,
    private readonly names: PaymentNames,
  ) {}

  routes(): Route[] {
    return [{ method: 'get', path: '/search', permission: 'links:read', answer: this.show }]
  }

  private readonly show = async (visit: Visit): Promise<void> => {
    const text = textIn(visit.request.query, 'q')
    const createdBy = ownLinksOf(visit)
    const [found] = await Promise.all([
      this.search.run(visit.principal, {
        ...{ text, createdBy },
        hasPayments: may(visit, 'payments:read'),
        hasInvoices: may(visit, 'invoices:read'),
      }),
      visit.frameFacts(),
    ])
    const words = searchWords(visit.locale)
    await showPage(visit, {
      title: found === null ? words.title : words.results(text),
      section: createdBy === undefined ? 'search' : 'links',
      content: <SearchPage {...{ visit, text, found, words }} nameOf={this.names.of(visit)} />,
    })
  }
}
