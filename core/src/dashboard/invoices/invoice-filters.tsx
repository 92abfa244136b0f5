import type { VNode } from 'preact'
import { ButtonLink } from '../../web/button.js'
import { FilterBar, FilterSelect, SetFilters } from '../components/filter-bar.js'
import { SearchIcon } from '../components/icons.js'
import { EmptyState } from '../components/menu.js'
import { nameOfMonth } from '../months.js'
import type { Visit } from '../visit.js'
import { type InvoiceQuery, invoicesAddress, KINDS, monthsFor } from './invoice-filter.js'
import type { InvoiceListWords } from './words.es-mx.js'

interface FilterParts {
  visit: Visit
  query: InvoiceQuery
  words: InvoiceListWords
}

/** What narrows the list of invoices, and what does so now. */
export function InvoiceFilters({ visit, query, words }: FilterParts): VNode {
  const { locale } = visit
  return (
    <>
      <FilterBar
        locale={locale}
        action={invoicesAddress(visit, {})}
        search={{ name: 'q', label: words.search, value: query.text }}
        status={{
          name: 'kind',
          label: words.heads.status,
          chosen: query.kind,
          options: KINDS.map((kind) => ({ value: kind, label: words.kinds[kind] })),
        }}
        isOpen={query.month !== ''}
      >
        <FilterSelect
          name="month"
          label={words.month}
          chosen={query.month}
          options={[
            { value: '', label: words.anyMonth },
            ...monthsFor(visit, query.month).map((month) => ({ value: month, label: nameOfMonth(locale, month) })),
          ]}
        />
      </FilterBar>
      <SetFilters
        locale={locale}
        filters={setFilters(visit, query)}
        clearHref={invoicesAddress(visit, { kind: query.kind })}
      />
    </>
  )
}

function setFilters(visit: Visit, query: InvoiceQuery): { label: string; href: string }[] {
  const { text, month } = query
  const without = (changes: Partial<InvoiceQuery>): string => invoicesAddress(visit, { ...query, ...changes })
  return [
    ...(text === '' ? [] : [{ label: `“${text}”`, href: without({ text: '' }) }]),
    ...(month === '' ? [] : [{ label: nameOfMonth(visit.locale, month), href: without({ month: '' }) }]),
  ]
}

/** `hasMore`: older ones were not looked at yet. */
export function NoneFound({ visit, query, words, hasMore }: FilterParts & { hasMore: boolean }): VNode {
  const { kind } = query
  const names = [...(kind === 'all' ? [] : [words.kinds[kind]]), ...setFilters(visit, query).map(({ label }) => label)]
  return (
    <EmptyState
      icon={SearchIcon}
      title={words.noMatch.title}
      action={<ButtonLink href={invoicesAddress(visit, {})}>{words.noMatch.all}</ButtonLink>}
    >
      {hasMore ? words.noMatch.notYet : words.noMatch.text(names.join(', '))}
    </EmptyState>
  )
}
