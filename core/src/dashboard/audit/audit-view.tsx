import type { VNode } from 'preact'
import type { AuditHead, ListedEntry } from '../../audit/audit-entry.js'
import type { ChainCheck } from '../../audit/check-audit-log.js'
import { type Column, DataTable } from '../../web/data-table.js'
import { Pager } from '../../web/pager.js'
import { FilterBar, FilterSelect, SetFilters } from '../components/filter-bar.js'
import { ListIcon, SearchIcon } from '../components/icons.js'
import { EmptyState } from '../components/menu.js'
import { dayRange, Moment } from '../components/moment.js'
import { PageHead } from '../components/page-head.js'
import { componentWords } from '../components/words.js'
import type { FramedPage } from '../framed-page.js'
import { PERIODS } from '../list-address.js'
import { timeFormatOf } from '../time-format.js'
import type { Visit } from '../visit.js'
import { aboutAddress, AUDIT, auditAddress, type AuditQuery, GROUP_NAMES, isNarrowed } from './audit-filters.js'
import { Chain, type KeptHash, KeptPart } from './chain-part.js'
import { actorName, type ActorNames, detailText, whatText, whoText } from './entry-text.js'
import { type AuditWords, auditWords } from './words.js'

interface Shown {
  query: AuditQuery
  entries: readonly ListedEntry[]
  names: ActorNames
  chain: ChainCheck
  head: AuditHead | null
  kept: KeptHash | null
  newer: string | null
  older: string | null
}

interface Parts extends Shown {
  visit: Visit
  words: AuditWords
}

export function auditPage(visit: Visit, shown: Shown): FramedPage {
  const words = auditWords(visit.locale)
  const parts = { visit, words, ...shown }
  return {
    title: words.title,
    section: 'settings',
    isPending: shown.chain.state === 'running' || shown.kept?.result === 'running',
    content: (
      <>
        <PageHead title={words.title} about={words.about} />
        <section class="card full listing audit">
          <Filters {...parts} />
          <Chain visit={visit} chain={shown.chain} />
          <KeptPart visit={visit} head={shown.head} kept={shown.kept} />
          <Entries {...parts} />
        </section>
      </>
    ),
  }
}

function Filters({ visit, words, query, names }: Parts): VNode {
  const { locale } = visit
  const { periods } = componentWords(locale)
  const set = setFilters(visit, words, query, names)
  return (
    <>
      <FilterBar
        locale={locale}
        action={visit.base + AUDIT}
        search={{ name: 'q', label: words.search, value: query.text }}
        isOpen={query.by !== '' || query.group !== 'all' || query.period !== 'any'}
      >
        <FilterSelect
          name="by"
          label={words.by}
          chosen={query.by}
          options={[
            { value: '', label: words.anyone },
            ...[...names].map(([value, name]) => ({ value, label: actorName(words, name) })),
          ]}
        />
        <FilterSelect
          name="what"
          label={words.group}
          chosen={query.group}
          options={GROUP_NAMES.map((value) => ({ value, label: words.groups[value] }))}
        />
        <FilterSelect
          name="when"
          label={words.date}
          chosen={query.period}
          options={PERIODS.map((value) => ({ value, label: periods[value] }))}
        />
      </FilterBar>
      <SetFilters locale={locale} filters={set} clearHref={visit.base + AUDIT} />
    </>
  )
}

/** What narrows the list, each with the list that it would be without it. */
function setFilters(
  visit: Visit,
  words: AuditWords,
  query: AuditQuery,
  names: ActorNames,
): { label: string; href: string }[] {
  const without = (label: string, changes: Partial<AuditQuery>) => ({
    label,
    href: auditAddress(visit, query, changes),
  })
  return [
    query.text !== '' && without(`“${query.text}”`, { text: '' }),
    query.by !== '' && without(actorName(words, names.get(query.by)), { by: '' }),
    query.group !== 'all' && without(words.groups[query.group], { group: 'all' }),
    query.period !== 'any' && without(componentWords(visit.locale).periods[query.period], { period: 'any' }),
  ].filter((filter) => filter !== false)
}

function Entries({ visit, words, query, names, entries, newer, older }: Parts): VNode {
  const { locale } = visit
  const timeFormat = timeFormatOf(visit)
  const labels = setFilters(visit, words, query, names).map(({ label }) => label)
  return (
    <>
      {entries.length > 0 ? (
        <DataTable
          caption={words.title}
          columns={columnsOf(visit, words, names)}
          rows={entries}
          href={({ target }) => aboutAddress(visit, target)}
        />
      ) : older !== null ? (
        <EmptyState icon={SearchIcon} title={words.noneHere}>
          {words.noneHereText}
        </EmptyState>
      ) : isNarrowed(query) ? (
        <EmptyState icon={SearchIcon} title={words.noMatch}>
          {words.noMatchText(labels.join(', '))}
        </EmptyState>
      ) : (
        <EmptyState icon={ListIcon} title={words.empty} />
      )}
      {(newer !== null || older !== null || entries.length > 0) && (
        <Pager locale={locale} newer={newer} older={older} range={dayRange(timeFormat, entries)} />
      )}
    </>
  )
}

function columnsOf(visit: Visit, words: AuditWords, names: ActorNames): Column<ListedEntry>[] {
  const timeFormat = timeFormatOf(visit)
  return [
    { head: words.columns.when, place: 'time', cell: ({ at }) => <Moment at={at} timeFormat={timeFormat} /> },
    { head: words.columns.who, place: 'more', cell: (entry) => whoText(words, names, entry) },
    {
      head: words.columns.what,
      place: 'title',
      cell: (entry) => whatText(words, entry),
      about: (entry) => detailText(visit.locale, names, entry),
    },
    { head: words.columns.from, place: 'wide', cell: ({ surface }) => words.surfaces[surface] ?? surface },
  ]
}
