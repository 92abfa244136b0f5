import { type Clock, iso } from '../kernel/clock.js'
import { type ListPage, type PageStart, readPage } from '../kernel/keyset.js'
import type { AccountPrincipal } from '../kernel/principal.js'
import type { SearchIndex } from '../search/search-index.repository.js'
import { SearchWalk } from '../search/search-walk.js'
import { parseSearch } from '../search/search-words.js'
import { findableLink } from './findable-link.js'
import type { LinkLists } from './link-lists.repository.js'
import { asOf, type Channel, type LinkStatus, type PaymentLink, statusAt } from './payment-link.js'

export interface LinkFilter {
  status?: LinkStatus
  /** What was typed into the search field. */
  text?: string
  createdFrom?: string
  /** Not included. */
  createdTo?: string
  /** Offered on the page, by name or because the link names none. */
  provider?: string
  channel?: Channel
  isInvoiceable?: boolean
  /** A user, in the form of `creatorOf`. */
  createdBy?: string
  /** An API key or a connected agent, in the same form. */
  madeWith?: string
}

/** How many rows a page looks at to find those that no index tells. */
const BUDGET = 2000
const SEARCH_BUDGET = 1000

/** Links for people, newest first, forwards and backwards. */
export class ReadLinkList {
  constructor(
    private readonly lists: LinkLists,
    private readonly index: SearchIndex,
    private readonly clock: Clock,
  ) {}

  /** Links carry their effective status. One that has just lapsed is `expired` in no filter until it is stored so. */
  async page(
    principal: AccountPrincipal,
    filter: LinkFilter,
    { start, limit }: { start?: PageStart; limit: number },
  ): Promise<ListPage<PaymentLink>> {
    const now = this.clock.now()
    const keep = (link: PaymentLink): boolean => isIn(filter, link, now)
    const direction = start?.direction ?? 'older'
    const query = parseSearch(filter.text ?? '')
    if (query === null) {
      const { provider, channel, isInvoiceable, madeWith, status } = filter
      const hasIndex =
        [provider, channel, isInvoiceable, madeWith].every((one) => one === undefined) && status !== 'active'
      const page = await readPage({
        start,
        limit,
        budget: hasIndex ? Infinity : BUDGET,
        read: (from, count) => this.lists.walk(principal, filter, { direction, from }, count),
        ...(hasIndex ? {} : { keep }),
      })
      return { ...page, data: page.data.map((link) => asOf(this.clock, link)) }
    }
    const { createdBy } = filter
    const mine = createdBy === undefined ? [] : [{ key: createdBy, amountCentavos: null, words: [] }]
    const rows = {
      createdAt: (moments: readonly string[]) => this.lists.createdAt(principal, moments),
      byIds: (ids: readonly string[]) => this.lists.links(principal, ids),
      findable: findableLink,
    }
    const walk = new SearchWalk<PaymentLink>(this.index, rows, {
      scope: principal,
      kind: 'plink',
      query: { typed: [...query.typed, ...mine] },
      direction,
    })
    const read = walk.read.bind(walk)
    const page = await readPage({ start, limit, budget: SEARCH_BUDGET, read, keep })
    return { ...page, data: page.data.map((link) => asOf(this.clock, link)) }
  }

  /** The active links that expire next. */
  async nextToExpire(principal: AccountPrincipal, limit: number, createdBy?: string): Promise<PaymentLink[]> {
    return this.lists.nextToExpire(principal, { now: iso(this.clock.now()), limit, createdBy })
  }
}

function isIn(filter: LinkFilter, link: PaymentLink, now: Date): boolean {
  const { status, createdFrom, createdTo, provider, channel, isInvoiceable, createdBy, madeWith } = filter
  return (
    (status === undefined || statusAt(link, now) === status) &&
    (createdFrom === undefined || link.createdAt >= createdFrom) &&
    (createdTo === undefined || link.createdAt < createdTo) &&
    (provider === undefined || link.providers.length === 0 || link.providers.includes(provider)) &&
    (channel === undefined || link.channel === channel) &&
    (isInvoiceable === undefined || link.invoiceable === isInvoiceable) &&
    (createdBy === undefined || link.createdBy === createdBy) &&
    (madeWith === undefined || link.createdBy === madeWith)
  )
}
