import type { VNode } from 'preact'
import type { ListedInvoice, ReadInvoiceList } from '../../invoicing/read-invoice-list.js'
import type { ListPage } from '../../kernel/keyset.js'
import { ButtonLink } from '../../web/button.js'
import { type Column, DataTable } from '../../web/data-table.js'
import { InvoiceIcon } from '../../web/icons.js'
import { messagesOf } from '../../web/messages/messages.js'
import { Pager } from '../../web/pager.js'
import { redirect, showPage } from '../answer.js'
import { Amount } from '../components/amount.js'
import { StatusChip } from '../components/chip.js'
import { Tabs } from '../components/filter-bar.js'
import { DownloadMark } from '../components/icons.js'
import { EmptyState } from '../components/menu.js'
import { dayRange, Moment } from '../components/moment.js'
import { PageHead } from '../components/page-head.js'
import { isBeyondNewest, pagesBeside, pageStartIn } from '../list-address.js'
import type { Route } from '../route.js'
import { timeFormatOf } from '../time-format.js'
import { may, type Visit } from '../visit.js'
import { DownloadMonth } from './download-month.js'
import { type InvoiceQuery, invoicesAddress, KINDS, readInvoiceQuery, toInvoiceFilter } from './invoice-filter.js'
import { InvoiceFilters, NoneFound } from './invoice-filters.js'
import { en } from './words.en.js'
import { esMx, type InvoiceListWords } from './words.es-mx.js'

/** Signed addresses of two files a row weigh much. */
const PAGE = 15
const SETTINGS = '/settings/invoicing'

/** `/invoices`: every invoice, why it waits, and its files. */
export class InvoicesPages {
  constructor(private readonly list: ReadInvoiceList) {}

  routes(): Route[] {
    return [{ method: 'get', path: '/invoices', permission: 'invoices:read', answer: this.show }]
  }

  private readonly show = async (visit: Visit): Promise<void> => {
    const query = readInvoiceQuery(visit)
    const start = pageStartIn(visit.request.query)
    const [page] = await Promise.all([
      this.list.page(visit.principal, toInvoiceFilter(visit, query), { start, limit: PAGE }),
      visit.frameFacts(),
    ])
    if (isBeyondNewest(start, page)) return redirect(visit, invoicesAddress({ base: '' }, query))
    const words = visit.locale === 'en' ? en : esMx
    await showPage(visit, {
      title: words.title,
      section: 'invoices',
      content: (
        <>
          <PageHead title={words.title}>{page.data.length > 0 && <DownloadMonth visit={visit} />}</PageHead>
          <Invoices {...{ visit, words, query, page }} />
        </>
      ),
    })
  }
}

interface InvoicesParts {
  visit: Visit
  words: InvoiceListWords
  query: InvoiceQuery
  page: ListPage<ListedInvoice>
}

function Invoices({ visit, words, query, page }: InvoicesParts): VNode {
  const address = invoicesAddress(visit, query)
  if (page.data.length === 0 && !page.older && !page.newer && address === invoicesAddress(visit, {})) {
    return <NoInvoices {...{ visit, words }} />
  }
  const timeFormat = timeFormatOf(visit)
  return (
    <div class="card full" id="list">
      <Tabs
        label={words.heads.status}
        tabs={KINDS.map((one) => ({
          label: words.kinds[one],
          href: invoicesAddress(visit, { ...query, kind: one }),
          isCurrent: one === query.kind,
        }))}
      />
      <InvoiceFilters {...{ visit, words, query }} />
      {page.data.length === 0 ? (
        <NoneFound {...{ visit, words, query }} hasMore={page.older !== null} />
      ) : (
        <DataTable
          caption={words.caption}
          columns={columnsFor(visit, words)}
          rows={page.data}
          href={(invoice) => addressOf(visit, invoice)}
          listBelow={56}
        />
      )}
      {(page.older ?? page.newer) && (
        <Pager locale={visit.locale} {...pagesBeside(address, page)} range={dayRange(timeFormat, page.data)} />
      )}
    </div>
  )
}

function NoInvoices({ visit, words }: Pick<InvoicesParts, 'visit' | 'words'>): VNode {
  const canSetUp = visit.hasPage(SETTINGS) && may(visit, 'settings:manage')
  const action = canSetUp ? <ButtonLink href={visit.base + SETTINGS}>{words.empty.setUp}</ButtonLink> : undefined
  return (
    <div class="card">
      <EmptyState icon={InvoiceIcon} title={words.empty.title} action={action}>
        {words.empty.text}
      </EmptyState>
    </div>
  )
}

function columnsFor(visit: Visit, words: InvoiceListWords): Column<ListedInvoice>[] {
  const { locale } = visit
  const timeFormat = timeFormatOf(visit)
  return [
    {
      head: words.heads.receiver,
      place: 'title',
      cell: ({ name }) => name,
      about: ({ title }) => title,
    },
    {
      head: words.heads.status,
      place: 'status',
      cell: ({ status }) => <StatusChip of="invoice" status={status} locale={locale} />,
      about: (invoice) => explain(visit, invoice, words),
    },
    {
      head: words.heads.asked,
      place: 'time',
      cell: ({ createdAt }) => <Moment at={createdAt} timeFormat={timeFormat} />,
    },
    {
      head: words.heads.total,
      place: 'amount',
      cell: ({ totalCentavos, amountCentavos, currency, status }) => (
        <Amount {...{ locale, currency }} centavos={totalCentavos ?? amountCentavos} isStrong={status === 'stamped'} />
      ),
    },
    {
      head: words.heads.files,
      hidesHead: true,
      place: 'wide',
      cell: ({ files, name }) =>
        files && (
          <span class="actions">
            {(['PDF', 'XML'] as const).map((format) => (
              <a class="button small" href={files[format]} aria-label={words.download(format, name)}>
                <DownloadMark />
                {format}
              </a>
            ))}
          </span>
        ),
    },
  ]
}

const mayCorrect = (visit: Visit): boolean => may(visit, 'payments:manage')

/** Of its payment; a rejected one opens as the form that corrects it. */
function addressOf(visit: Visit, { paymentId, status }: ListedInvoice): string {
  const payment = `${visit.base}/payments/${paymentId}`
  return status === 'failed' && mayCorrect(visit) ? `${payment}/invoice` : payment
}

/** Why it is in its state, and what comes next. */
function explain(visit: Visit, invoice: ListedInvoice, words: InvoiceListWords): string | null {
  const { status, uuid, waitReason, failureReason, failureField } = invoice
  switch (status) {
    case 'requested':
    case 'stamping':
      return waitReason === null ? words.nextStep : words.waiting(waitReason)
    case 'failed':
      if (failureReason === null) return null
      // The SAT ends its sentences itself.
      const { refused } = messagesOf(visit.locale).invoice
      const why = failureField ? refused[failureField] : words.rejected(failureReason.replace(/\.$/, ''))
      return mayCorrect(visit) ? `${why} ${words.correct}` : why
    case 'cancel_pending':
      return words.cancelling
    default:
      return uuid === null ? null : words.folio(uuid)
  }
}
