import type { VNode } from 'preact'
import type { ListPage } from '../../kernel/keyset.js'
import { modeOf } from '../../kernel/mode.js'
import type { SentEmail } from '../../letters/read-sent-emails.js'
import type { EmailStatus } from '../../mail/email.js'
import { type Column, DataTable } from '../../web/data-table.js'
import { MailIcon } from '../../web/icons.js'
import { Pager } from '../../web/pager.js'
import { StatusChip } from '../components/chip.js'
import { FilterBar, SetFilters, Tabs } from '../components/filter-bar.js'
import { SearchIcon } from '../components/icons.js'
import { EmptyState } from '../components/menu.js'
import { dayRange, Moment } from '../components/moment.js'
import { PageHead } from '../components/page-head.js'
import { listAddress, pagesBeside } from '../list-address.js'
import { timeFormatOf } from '../time-format.js'
import type { Visit } from '../visit.js'
import { EMAIL, SENT } from './paths.js'
import { emailWords } from './words.js'

export const SENT_TABS = ['all', 'waiting', 'gone', 'problem', 'simulated'] as const
export type SentTab = (typeof SENT_TABS)[number]

/** Undefined: all. */
export const STATUSES_OF: Record<SentTab, readonly EmailStatus[] | undefined> = {
  all: undefined,
  waiting: ['queued', 'sending'],
  gone: ['sent', 'delivered'],
  problem: ['unknown', 'bounced', 'failed'],
  simulated: ['simulated'],
}

interface PageParts {
  visit: Visit
  page: ListPage<SentEmail>
  tab: SentTab
  /** Id of a link or payment; empty: of any. */
  about: string
  /** Of this list, below the base. */
  address: string
  isFirst: boolean
}

export function SentListPage({ visit, page, tab, about, address, isFirst }: PageParts): VNode {
  const { base, locale, principal } = visit
  const words = emailWords(locale)
  const { sent: own } = words
  const mode = modeOf(principal.livemode)
  const addressOf = (one: SentTab): string => listAddress(base + SENT, { status: one === 'all' ? '' : one, about })
  const tabs = SENT_TABS.filter((one) => (principal.livemode ? one !== 'simulated' : one !== 'gone'))
  const isEmpty = page.data.length === 0
  const isNew = isEmpty && isFirst && tab === 'all' && about === '' && page.older === null
  return (
    <>
      <PageHead
        title={own.title}
        about={`${own.about} ${own.ofMode[mode]}`}
        back={{ href: base + EMAIL, label: words.title }}
      />
      <Tabs
        label={own.filter}
        tabs={tabs.map((one) => ({ label: own.tabs[one], href: addressOf(one), isCurrent: one === tab }))}
      />
      <FilterBar
        locale={locale}
        action={base + SENT}
        search={{ name: 'about', label: own.search, value: about }}
        status={{
          name: 'status',
          label: own.status,
          chosen: tab,
          options: tabs.map((one) => ({ value: one, label: own.tabs[one] })),
        }}
      />
      <SetFilters
        locale={locale}
        filters={
          about === ''
            ? []
            : [{ label: own.ofLink(about), href: listAddress(base + SENT, { status: tab === 'all' ? '' : tab }) }]
        }
        clearHref={base + SENT}
      />
      <section class="card full">
        {isNew ? (
          <EmptyState icon={MailIcon} title={own.empty}>
            {own.emptyText}
          </EmptyState>
        ) : isEmpty ? (
          <EmptyState icon={SearchIcon} title={page.older === null ? own.noMatch : own.noneHere}>
            {page.older === null ? own.noMatchText : own.noneHereText}
          </EmptyState>
        ) : (
          <DataTable
            caption={own.caption}
            columns={columnsOf(visit)}
            rows={page.data}
            href={({ id }) => `${base}${SENT}/${id}`}
          />
        )}
        {(page.newer !== null || page.older !== null) && (
          <Pager
            locale={locale}
            {...pagesBeside(base + address, page)}
            range={dayRange(timeFormatOf(visit), page.data)}
          />
        )}
      </section>
    </>
  )
}

function columnsOf(visit: Visit): Column<SentEmail>[] {
  const { sent: words } = emailWords(visit.locale)
  const timeFormat = timeFormatOf(visit)
  return [
    {
      head: words.columns.mail,
      place: 'title',
      cell: ({ subject }) => subject,
      about: ({ kind }) => words.kinds[kind],
    },
    { head: words.columns.to, place: 'more', cell: ({ to }) => to },
    {
      head: words.columns.status,
      place: 'status',
      cell: ({ status }) => <StatusChip of="mail" status={status} locale={visit.locale} />,
    },
    {
      head: words.columns.time,
      place: 'time',
      cell: ({ createdAt }) => <Moment at={createdAt} timeFormat={timeFormat} />,
    },
  ]
}
