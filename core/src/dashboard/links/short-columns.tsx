import type { PaymentLink } from '../../payment-links/payment-link.js'
import type { Column } from '../../web/data-table.js'
import { Amount } from '../components/amount.js'
import { StatusChip } from '../components/chip.js'
import { Moment } from '../components/moment.js'
import { timeFormatOf } from '../time-format.js'
import type { Visit } from '../visit.js'
import { linkWords } from './words.js'

/** Of links beside other things: without what can be done. */
export function shortLinkColumns(visit: Visit): Column<PaymentLink>[] {
  const { locale } = visit
  const { columns, noCustomer } = linkWords(locale).list
  const timeFormat = timeFormatOf(visit)
  return [
    {
      head: columns.link,
      place: 'title',
      cell: ({ title }) => title,
      about: ({ customerName, customerEmail }) => customerName ?? customerEmail ?? noCustomer,
    },
    {
      head: columns.status,
      place: 'status',
      cell: ({ status }) => <StatusChip of="link" status={status} locale={locale} />,
    },
    {
      head: columns.created,
      place: 'time',
      cell: ({ createdAt }) => <Moment at={createdAt} timeFormat={timeFormat} />,
    },
    {
      head: columns.amount,
      place: 'amount',
      cell: ({ amountCentavos, currency, status }) => (
        <Amount locale={locale} centavos={amountCentavos} currency={currency} isStrong={status === 'paid'} />
      ),
    },
  ]
}
