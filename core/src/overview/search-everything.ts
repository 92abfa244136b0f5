import { type ListedInvoice, type ReadInvoiceList } from '../invoicing/read-invoice-list.js'
import type { ListPage } from '../kernel/keyset.js'
import { type AccountPrincipal, actFor } from '../kernel/principal.js'
import type { PaymentLink } from '../payment-links/payment-link.js'
import type { ReadLinkList } from '../payment-links/read-link-list.js'
import type { FoundPayment, ListedPayment, ReadPaymentList } from '../payments/read-payment-list.js'
import { isKeyAlone, parseSearch, type SearchQuery, textsMatch, wordsOf } from '../search/search-words.js'

/** What may be searched. */
export interface SearchField {
  text: string
  /** Of links; undefined: all. */
  createdBy?: string
  hasPayments: boolean
  hasInvoices: boolean
}

export type FoundThing =
  { kind: 'link'; row: PaymentLink } | { kind: 'payment'; row: ListedPayment } | { kind: 'invoice'; row: ListedInvoice }

/** A name or an address that links, payments or invoices have. */
export interface FoundCustomer {
  name: string | null
  email: string | null
  lastSeenAt: string
}

export interface FoundGroup<Row> {
  rows: Row[]
  /** There are more, or older ones were not looked at yet. */
  hasMore: boolean
}

export interface Found {
  /** The one whose id, folio or reference was typed. It is in no group. */
  exact: FoundThing | null
  /** The same, of the other mode, where this one has nothing. */
  elsewhere: FoundThing | null
  links: FoundGroup<PaymentLink>
  payments: FoundGroup<ListedPayment>
  invoices: FoundGroup<ListedInvoice>
  customers: FoundCustomer[]
}

interface Pages {
  links: ListPage<PaymentLink>
  payments: ListPage<FoundPayment>
  invoices: ListPage<ListedInvoice>
}

const SHOWN = 5
/** Customers are those of so many of each. */
const READ = 20
/** What is shorter is a word rather than an id. */
const MIN_ID = 8
const NONE = { data: [], newer: null, older: null }

/** The newest links, payments, invoices and customers that match, whatever was typed. */
export class SearchEverything {
  constructor(
    private readonly links: ReadLinkList,
    private readonly payments: ReadPaymentList,
    private readonly invoices: ReadInvoiceList,
  ) {}

  /** Null: nothing was typed. */
  async run(principal: AccountPrincipal, field: SearchField): Promise<Found | null> {
    const query = parseSearch(field.text)
    if (query === null) return null
    const pages = await this.read(principal, field, READ)
    const exact = exactIn(pages, query)
    const isOther = ({ id }: { id: string }): boolean => id !== exact?.row.id
    return {
      exact,
      elsewhere: hasNothing(pages) ? await this.inOtherMode(principal, field, query) : null,
      links: groupOf(pages.links, isOther),
      payments: groupOf(pages.payments, isOther),
      invoices: groupOf(pages.invoices, isOther),
      customers: field.createdBy === undefined ? customersIn(pages, query) : [],
    }
  }

  private async read(
    principal: AccountPrincipal,
    { text, createdBy, hasPayments, hasInvoices }: SearchField,
    limit: number,
  ): Promise<Pages> {
    const [links, payments, invoices] = await Promise.all([
      this.links.page(principal, { text, createdBy }, { limit }),
      hasPayments ? this.payments.search(principal, text, limit) : NONE,
      hasInvoices ? this.invoices.page(principal, { text }, { limit }) : NONE,
    ])
    return { links, payments, invoices }
  }

  private async inOtherMode(
    principal: AccountPrincipal,
    field: SearchField,
    query: SearchQuery,
  ): Promise<FoundThing | null> {
    if ((query.typed[0]?.key.length ?? 0) < MIN_ID || query.typed.length > 1) return null
    const { accountId, livemode } = principal
    return exactIn(await this.read(actFor(principal, { accountId, livemode: !livemode }), field, SHOWN), query)
  }
}

function exactIn({ links, payments, invoices }: Pages, query: SearchQuery): FoundThing | null {
  const link = links.data.find(({ id, slug }) => isKeyAlone([id, slug], query))
  if (link) return { kind: 'link', row: link }
  const payment = payments.data.find(({ keys }) => isKeyAlone(keys, query))
  if (payment) return { kind: 'payment', row: payment }
  const invoice = invoices.data.find(({ id, uuid, providerRef }) =>
    isKeyAlone([id, uuid ?? '', providerRef ?? ''], query),
  )
  return invoice ? { kind: 'invoice', row: invoice } : null
}

const hasNothing = (pages: Pages): boolean =>
  Object.values(pages).every(({ data, older }: ListPage<unknown>) => data.length === 0 && older === null)

function groupOf<Row extends { id: string }>({ data, older }: ListPage<Row>, isIn: (row: Row) => boolean) {
  const rows = data.filter(isIn)
  return { rows: rows.slice(0, SHOWN), hasMore: rows.length > SHOWN || older !== null }
}

function customersIn({ links, payments, invoices }: Pages, query: SearchQuery): FoundCustomer[] {
  const named = [...links.data, ...payments.data].map(({ customerName, customerEmail, createdAt }) => ({
    ...{ name: customerName, email: customerEmail, lastSeenAt: createdAt },
  }))
  const receivers = invoices.data.map(({ name, email, createdAt }) => ({ name, email, lastSeenAt: createdAt }))
  const customers = new Map<string, FoundCustomer>()
  const newestFirst = [...named, ...receivers].sort((one, other) => (one.lastSeenAt < other.lastSeenAt ? 1 : -1))
  for (const customer of newestFirst) {
    const { name, email } = customer
    const key = email?.toLowerCase() ?? wordsOf(name ?? '').join(' ')
    if (textsMatch([name ?? '', email ?? ''], query) && !customers.has(key)) customers.set(key, customer)
  }
  return [...customers.values()].slice(0, SHOWN)
}
