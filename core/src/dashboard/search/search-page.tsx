import type { ComponentChildren, VNode } from 'preact'
import type { Found, FoundGroup, FoundThing } from '../../overview/search-everything.js'
import { type Column, DataTable } from '../../web/data-table.js'
import { Notice } from '../../web/notice.js'
import { seesOwnLinksOnly } from '../access.js'
import { SearchIcon } from '../components/icons.js'
import { EmptyState } from '../components/menu.js'
import { PageHead } from '../components/page-head.js'
import { shortLinkColumns } from '../links/short-columns.js'
import { listAddress } from '../list-address.js'
import { paymentColumns } from '../payments/payment-columns.js'
import type { NameOfProvider } from '../payments/payment-names.js'
import { timeFormatOf } from '../time-format.js'
import { may, type Visit } from '../visit.js'
import { customerColumns, invoiceColumns } from './found-columns.js'
import type { SearchWords } from './words.js'

interface SearchParts {
  visit: Visit
  /** As it was typed. */
  text: string
  /** Null: nothing was typed. */
  found: Found | null
  words: SearchWords
  nameOf: NameOfProvider
}

export function SearchPage({ found, ...parts }: SearchParts): VNode {
  const { visit, text, words } = parts
  const isOwn = seesOwnLinksOnly(visit.session.user.role)
  return (
    <>
      <PageHead title={found === null ? words.title : words.results(text)} />
      {found === null ? (
        <div class="card">
          <EmptyState icon={SearchIcon} title={words.ask}>
            {isOwn ? words.askOwnText : words.askText}
          </EmptyState>
        </div>
      ) : (
        <Results {...parts} found={found} isOwn={isOwn} />
      )}
    </>
  )
}

type ResultParts = SearchParts & { found: Found }

function Results(parts: ResultParts & { isOwn: boolean }): VNode {
  const { visit, text, found, words, isOwn } = parts
  const { exact, elsewhere, customers } = found
  const groups = [found.links, found.payments, found.invoices]
  const isEmpty = exact === null && elsewhere === null && customers.length === 0 && groups.every(isNothing)
  return (
    <div class="stack">
      {elsewhere && <Elsewhere visit={visit} thing={elsewhere} words={words} />}
      <RequestHint {...{ visit, text, found, words }} />
      {exact && <Exact {...parts} thing={exact} />}
      <Links {...parts} group={found.links} />
      <Payments {...parts} group={found.payments} />
      <Invoices {...parts} group={found.invoices} />
      {customers.length > 0 && (
        <section class="card full">
          <div class="card-head">
            <h2>{words.groups.customers}</h2>
            <span class="muted tiny">{words.customersAre}</span>
          </div>
          <DataTable caption={words.groups.customers} columns={customerColumns(visit, words)} rows={customers} />
        </section>
      )}
      {isEmpty && (
        <div class="card">
          <EmptyState icon={SearchIcon} title={words.none(text)}>
            {isOwn ? words.noneOwnText : words.noneText}
          </EmptyState>
        </div>
      )}
    </div>
  )
}

const isNothing = ({ rows, hasMore }: FoundGroup<unknown>): boolean => rows.length === 0 && !hasMore

interface GroupParts<Row> {
  visit: Visit
  text: string
  words: SearchWords
  name: 'links' | 'payments' | 'invoices'
  group: FoundGroup<Row>
  columns: Column<Row>[]
  href: (row: Row) => string
}

/** The newest of one kind; the whole list searches further. */
function Group<Row>({ visit, text, words, name, group, columns, href }: GroupParts<Row>): VNode | null {
  if (isNothing(group)) return null
  const title = words.groups[name]
  return (
    <Section
      title={title}
      more={
        <a class="see" href={listAddress(`${visit.base}/${name}`, { q: text })}>
          {words.seeAll[name]}
          <span class="unseen"> {words.seeAllOf(title)}</span>
        </a>
      }
    >
      {group.rows.length === 0 ? (
        <p class="muted small padded">{words.notYet}</p>
      ) : (
        <DataTable caption={title} columns={columns} rows={group.rows} href={href} />
      )}
    </Section>
  )
}

const Section = ({ title, more, children }: { title: string; more?: VNode; children: ComponentChildren }): VNode => (
  <section class="card full">
    <div class="card-head">
      <h2>{title}</h2>
      {more}
    </div>
    {children}
  </section>
)

type GroupOf<Name extends 'links' | 'payments' | 'invoices'> = ResultParts & { group: Found[Name] }

const Links = ({ visit, text, words, group }: GroupOf<'links'>): VNode => (
  <Group
    {...{ visit, text, words, group, name: 'links' }}
    columns={shortLinkColumns(visit)}
    href={({ id }) => addressOf(visit.base, { kind: 'link', id })}
  />
)

const Payments = ({ visit, text, words, group, nameOf }: GroupOf<'payments'>): VNode => (
  <Group
    {...{ visit, text, words, group, name: 'payments' }}
    columns={paymentColumns({ timeFormat: timeFormatOf(visit), nameOf })}
    href={({ id }) => addressOf(visit.base, { kind: 'payment', id })}
  />
)

const Invoices = ({ visit, text, words, group }: GroupOf<'invoices'>): VNode => (
  <Group
    {...{ visit, text, words, group, name: 'invoices' }}
    columns={invoiceColumns(visit, words)}
    href={({ paymentId }) => addressOf(visit.base, { kind: 'invoice', id: paymentId })}
  />
)

/** The one thing that has exactly this id, folio or reference. */
function Exact({ visit, words, nameOf, thing }: ResultParts & { thing: FoundThing }): VNode {
  const title = words.exact[thing.kind]
  const parts = { caption: title, href: () => pageOf(visit.base, thing) }
  return (
    <Section title={title}>
      {thing.kind === 'link' ? (
        <DataTable {...parts} columns={shortLinkColumns(visit)} rows={[thing.row]} />
      ) : thing.kind === 'payment' ? (
        <DataTable
          {...parts}
          columns={paymentColumns({ timeFormat: timeFormatOf(visit), nameOf })}
          rows={[thing.row]}
        />
      ) : (
        <DataTable {...parts} columns={invoiceColumns(visit, words)} rows={[thing.row]} />
      )}
    </Section>
  )
}

function Elsewhere({ visit, thing, words }: { visit: Visit; thing: FoundThing; words: SearchWords }): VNode {
  const isLive = !visit.principal.livemode
  return (
    <Notice tone="attention">
      {words.elsewhere(thing.kind, isLive)} <a href={pageOf(visit.otherBase, thing)}>{words.openElsewhere(isLive)}</a>
    </Notice>
  )
}

/** Also behind the name of its header. */
const REQUEST_ID = /\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/i
const REQUEST = '/settings/requests/:id'

/** Requests have ids that look like fiscal folios. */
function RequestHint({ visit, text, found, words }: Omit<ResultParts, 'nameOf'>): VNode | null {
  const [id] = REQUEST_ID.exec(text) ?? []
  const isOpen = visit.hasPage(REQUEST) && may(visit, 'settings:manage')
  if (!isOpen || id === undefined || found.exact !== null) return null
  return (
    <Notice tone="waiting">
      {words.request} <a href={visit.base + REQUEST.replace(':id', id.toLowerCase())}>{words.openRequest}</a>
    </Notice>
  )
}

/** Of an invoice: the page of its payment. */
const pageOf = (base: string, thing: FoundThing): string =>
  addressOf(base, { kind: thing.kind, id: thing.kind === 'invoice' ? thing.row.paymentId : thing.row.id })

const addressOf = (base: string, { kind, id }: { kind: FoundThing['kind']; id: string }): string =>
  `${base}/${kind === 'link' ? 'links' : 'payments'}/${id}`
