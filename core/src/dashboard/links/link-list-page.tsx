import type { VNode } from 'preact'
import type { LinkStatus, PaymentLink } from '../../payment-links/payment-link.js'
import { ButtonLink } from '../../web/button.js'
import { type Column, DataTable } from '../../web/data-table.js'
import { Pager } from '../../web/pager.js'
import { Amount } from '../components/amount.js'
import { StatusChip } from '../components/chip.js'
import { CopyButton } from '../components/copy-button.js'
import { FilterBar, FilterSelect, SetFilters, Tabs } from '../components/filter-bar.js'
import { CopyMark, LinkIcon, PlusIcon, SearchIcon } from '../components/icons.js'
import { EmptyState } from '../components/menu.js'
import { dayRange, Moment, momentText, type TimeFormat } from '../components/moment.js'
import { PageHead } from '../components/page-head.js'
import { seesOwnLinksOnly } from '../access.js'
import { componentWords } from '../components/words.js'
import type { FramedPage } from '../framed-page.js'
import { PERIODS } from '../list-address.js'
import { timeFormatOf } from '../time-format.js'
import { may, type Visit } from '../visit.js'
import { type ActorNames, actorText, creatorText } from './actor-text.js'
import { CREATORS, isNarrowed, type LinkQuery, linksAddress, programOf, STATUSES } from './link-filters.js'
import { isOpenLink } from './read-own-link.js'
import { type LinkWords, linkWords } from './words.js'

interface Shown {
  query: LinkQuery
  links: readonly PaymentLink[]
  names: ActorNames
  providers: readonly { id: string; name: string }[]
  isFirst: boolean
  newer: string | null
  older: string | null
  addressOf: (link: PaymentLink) => string
}

type Words = LinkWords['list']

export function linkListPage(visit: Visit, shown: Shown): FramedPage {
  const words = linkWords(visit.locale).list
  const { query, links, older, isFirst } = shown
  const isEmpty = isFirst && links.length === 0 && older === null && !isNarrowed(query)
  return {
    title: words.title,
    section: 'links',
    content: (
      <>
        <PageHead title={words.title}>
          {may(visit, 'links:charge') && !isEmpty && (
            <ButtonLink href={`${visit.base}/links/new`} kind="first" icon={PlusIcon}>
              {words.create}
            </ButtonLink>
          )}
        </PageHead>
        <section class="card full listing">
          {isEmpty ? <Empty visit={visit} words={words} /> : <Listing {...{ visit, words, ...shown }} />}
        </section>
      </>
    ),
  }
}

const Empty = ({ visit, words }: { visit: Visit; words: Words }): VNode => (
  <EmptyState
    icon={LinkIcon}
    title={words.empty}
    action={
      may(visit, 'links:charge') ? (
        <ButtonLink href={`${visit.base}/links/new`} kind="first" icon={PlusIcon}>
          {words.createFirst}
        </ButtonLink>
      ) : undefined
    }
  >
    {words.emptyText}
  </EmptyState>
)

interface ListingParts extends Shown {
  visit: Visit
  words: Words
}

function Listing(parts: ListingParts): VNode {
  const { visit, words, query, links, newer, older } = parts
  const { locale } = visit
  const timeFormat = timeFormatOf(visit)
  const set = setFilters(parts)
  return (
    <>
      <Tabs
        label={words.status}
        tabs={(['all', ...STATUSES] as const).map((status) => ({
          label: words.tabs[status],
          href: linksAddress(visit, query, { status }),
          isCurrent: query.status === status,
        }))}
      />
      <Filters {...parts} />
      <SetFilters locale={locale} filters={set} clearHref={`${visit.base}/links`} />
      {links.length > 0 ? (
        <DataTable
          caption={words.title}
          columns={columnsOf(parts, timeFormat)}
          rows={links}
          href={({ id }) => `${visit.base}/links/${id}`}
          listBelow={56}
        />
      ) : (
        <EmptyState icon={SearchIcon} title={older === null ? words.noMatch : words.noneHere}>
          {older === null ? words.noMatchText(set.map(({ label }) => label).join(', ')) : words.noneHereText}
        </EmptyState>
      )}
      {(newer !== null || older !== null || links.length > 0) && (
        <Pager locale={locale} newer={newer} older={older} range={dayRange(timeFormat, links)} />
      )}
    </>
  )
}

function Filters(parts: ListingParts): VNode {
  const { visit, words, query, providers } = parts
  const program = programOf(query)
  const { periods } = componentWords(visit.locale)
  const options = <Value extends string>(values: readonly Value[], labels: Record<Value, string>) =>
    values.map((value) => ({ value, label: labels[value] }))
  return (
    <FilterBar
      locale={visit.locale}
      action={`${visit.base}/links`}
      search={{ name: 'q', label: words.search, value: query.text }}
      status={{
        name: 'status',
        label: words.status,
        chosen: query.status,
        options: options<LinkStatus | 'all'>(['all', ...STATUSES], { ...words.tabs, all: words.allStatuses }),
      }}
      isOpen={query.period !== 'any' || query.by !== 'any' || query.provider !== ''}
    >
      <FilterSelect name="when" label={words.date} chosen={query.period} options={options(PERIODS, periods)} />
      {!seesOwnLinksOnly(visit.session.user.role) && (
        <FilterSelect
          name="by"
          label={words.by}
          chosen={query.by}
          options={[
            ...options(CREATORS, words.creators),
            ...(program === null ? [] : [{ value: program, label: byText(parts) }]),
          ]}
        />
      )}
      {providers.length > 1 && (
        <FilterSelect
          name="provider"
          label={words.provider}
          chosen={query.provider}
          options={[
            { value: '', label: words.anyProvider },
            ...providers.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
    </FilterBar>
  )
}

/** Who created the links that are listed. */
function byText({ visit, words, query, names }: ListingParts): string {
  const program = programOf(query)
  if (program !== null) return actorText(visit.locale, names, program) ?? words.creators.api
  return (words.creators as Record<string, string>)[query.by] ?? ''
}

/** What narrows the list, each with the list that it would be without it. */
function setFilters(parts: ListingParts): { label: string; href: string }[] {
  const { visit, words, query, providers } = parts
  const without = (label: string, changes: Partial<LinkQuery>) => ({ label, href: linksAddress(visit, query, changes) })
  return [
    query.text !== '' && without(`“${query.text}”`, { text: '' }),
    query.status !== 'all' && without(words.tabs[query.status], { status: 'all' }),
    query.period !== 'any' && without(componentWords(visit.locale).periods[query.period], { period: 'any' }),
    query.by !== 'any' && without(byText(parts), { by: 'any' }),
    query.provider !== '' &&
      without(providers.find(({ id }) => id === query.provider)?.name ?? query.provider, { provider: '' }),
  ].filter((filter) => filter !== false)
}

function columnsOf({ visit, words, names, addressOf }: ListingParts, timeFormat: TimeFormat): Column<PaymentLink>[] {
  const { locale, base } = visit
  const expiry = ({ expiresAt }: PaymentLink): VNode | string =>
    expiresAt === null ? '—' : <Moment at={expiresAt} timeFormat={timeFormat} />
  const columns: Column<PaymentLink>[] = [
    {
      head: words.columns.link,
      place: 'title',
      cell: ({ title }) => title,
      about: ({ customerName, customerEmail }) => customerName ?? customerEmail ?? words.noCustomer,
    },
    {
      head: words.columns.status,
      place: 'status',
      cell: ({ status }) => <StatusChip of="link" status={status} locale={locale} />,
    },
    { head: words.columns.expires, place: 'wide', cell: expiry },
    {
      head: words.columns.created,
      place: 'wide',
      cell: ({ createdAt }) => <Moment at={createdAt} timeFormat={timeFormat} />,
      about: (link) => creatorText(locale, names, link),
    },
    {
      head: words.columns.created,
      place: 'narrow',
      cell: ({ status, createdAt, expiresAt }) =>
        isOpenLink({ status }) && expiresAt !== null
          ? `${words.columns.expires} ${momentText(timeFormat, expiresAt)}`
          : momentText(timeFormat, createdAt),
    },
    {
      head: words.columns.amount,
      place: 'amount',
      cell: ({ amountCentavos, currency, status }) => (
        <Amount
          locale={locale}
          centavos={amountCentavos}
          currency={currency}
          isStrong={status !== 'expired' && status !== 'disabled'}
        />
      ),
    },
  ]
  if (!may(visit, 'links:charge')) return columns
  const act: Column<PaymentLink> = {
    head: words.columns.act,
    hidesHead: true,
    place: 'wide',
    cell: (link) =>
      isOpenLink(link) ? (
        <CopyButton look="small" text={addressOf(link)} locale={locale} href={`${base}/links/${link.id}#share`} />
      ) : (
        <ButtonLink href={`${base}/links/new?from=${link.id}`} isSmall icon={CopyMark}>
          {words.duplicate}
        </ButtonLink>
      ),
  }
  return [...columns, act]
}
