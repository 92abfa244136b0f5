import type { VNode } from 'preact'
import type { ListedInvoice } from '../../invoicing/read-invoice-list.js'
import type { FoundCustomer } from '../../overview/search-everything.js'
import type { Column } from '../../web/data-table.js'
import { Amount } from '../components/amount.js'
import { StatusChip } from '../components/chip.js'
import { Moment } from '../components/moment.js'
import { listAddress } from '../list-address.js'
import { timeFormatOf } from '../time-format.js'
import { may, type Visit } from '../visit.js'
import type { SearchWords } from './words.js'

export function invoiceColumns(visit: Visit, { columns, folio }: SearchWords): Column<ListedInvoice>[] {
  const { locale } = visit
  const timeFormat = timeFormatOf(visit)
  return [
    { head: columns.receiver, place: 'title', cell: ({ name }) => name, about: ({ title }) => title },
    {
      head: columns.status,
      place: 'status',
      cell: ({ status }) => <StatusChip of="invoice" status={status} locale={locale} />,
      about: ({ uuid }) => uuid && folio(uuid),
    },
    { head: columns.asked, place: 'time', cell: ({ createdAt }) => <Moment at={createdAt} timeFormat={timeFormat} /> },
    {
      head: columns.amount,
      place: 'amount',
      cell: ({ totalCentavos, amountCentavos, currency, status }) => (
        <Amount {...{ locale, currency }} centavos={totalCentavos ?? amountCentavos} isStrong={status === 'stamped'} />
      ),
    },
  ]
}

/** A customer has no page: what they have is found by their address. */
export function customerColumns(visit: Visit, words: SearchWords): Column<FoundCustomer>[] {
  const { columns } = words
  const timeFormat = timeFormatOf(visit)
  return [
    {
      head: columns.customer,
      place: 'title',
      cell: ({ name }) => name ?? words.noName,
      about: ({ email }) => email,
    },
    {
      head: columns.lists,
      place: 'more',
      cell: (customer) => <Theirs {...{ visit, words, customer }} />,
    },
    {
      head: columns.lastSeen,
      place: 'time',
      cell: ({ lastSeenAt }) => <Moment at={lastSeenAt} timeFormat={timeFormat} />,
    },
  ]
}

function Theirs({ visit, words, customer }: { visit: Visit; words: SearchWords; customer: FoundCustomer }): VNode {
  const { name, email } = customer
  const who = email ?? name ?? ''
  const lists = (['links', 'payments', 'invoices'] as const).filter((list) => may(visit, `${list}:read`))
  return (
    <span class="theirs">
      {lists.map((list) => (
        <a href={listAddress(`${visit.base}/${list}`, { q: who })} aria-label={`${words.groups[list]}: ${name ?? who}`}>
          {words.groups[list]}
        </a>
      ))}
    </span>
  )
}
