import type { VNode } from 'preact'
import type { ListPage } from '../../kernel/keyset.js'
import type { ListedPayment } from '../../payments/read-payment-list.js'
import { DataTable } from '../../web/data-table.js'
import { capitalized, messagesOf } from '../../web/messages/messages.js'
import { Pager } from '../../web/pager.js'
import { FilterBar, FilterSelect, SetFilters, Tabs } from '../components/filter-bar.js'
import { MoneyIcon, SearchIcon } from '../components/icons.js'
import { EmptyState } from '../components/menu.js'
import { dayRange } from '../components/moment.js'
import { PageHead } from '../components/page-head.js'
import { componentWords } from '../components/words.js'
import { pagesBeside, PERIODS } from '../list-address.js'
import { timeFormatOf } from '../time-format.js'
import type { Visit } from '../visit.js'
import { paymentColumns } from './payment-columns.js'
import { METHODS, type PaymentQuery, paymentsAddress, TABS } from './payment-filter.js'
import type { NameOfProvider } from './payment-names.js'
import { paymentWords, type PaymentWords } from './words.js'

interface ListParts {
  visit: Visit
  query: PaymentQuery
  page: ListPage<ListedPayment>
  nameOf: NameOfProvider
  providers: readonly { id: string; name: string }[]
  /** Not the first page. */
  isFurther: boolean
}

export function PaymentListPage({ visit, query, page, nameOf, providers, isFurther }: ListParts): VNode {
  const { locale } = visit
  const words = paymentWords(locale)
  const timeFormat = timeFormatOf(visit)
  const set = setFilters(visit, query, providers, words)
  const isEmpty = page.data.length === 0 && set.length === 0 && query.tab === 'all' && !isFurther
  return (
    <>
      <PageHead title={words.title} />
      <div class="card full" id="list">
        <Tabs
          label={words.kinds}
          tabs={TABS.map((tab) => ({
            label: words.tabs[tab],
            href: paymentsAddress(visit, { ...query, tab }),
            isCurrent: tab === query.tab,
          }))}
        />
        <Filters visit={visit} query={query} providers={providers} words={words} />
        <SetFilters locale={locale} filters={set} clearHref={paymentsAddress(visit, noneOf(query))} />
        {isEmpty ? (
          <EmptyState icon={MoneyIcon} title={words.empty}>
            {words.emptyText}
          </EmptyState>
        ) : page.data.length === 0 ? (
          <EmptyState icon={SearchIcon} title={words.noMatch}>
            {page.older === null ? words.noMatchText(namesOf(set, query, words)) : words.noMatchYet}
          </EmptyState>
        ) : (
          <DataTable
            caption={words.caption}
            columns={paymentColumns({ timeFormat, nameOf })}
            rows={page.data}
            href={({ id }) => `${visit.base}/payments/${id}`}
          />
        )}
        {(page.newer !== null || page.older !== null) && (
          <Pager
            locale={locale}
            {...pagesBeside(paymentsAddress(visit, query), page)}
            range={dayRange(timeFormat, page.data)}
          />
        )}
      </div>
    </>
  )
}

function Filters({
  visit,
  query,
  providers,
  words,
}: Pick<ListParts, 'visit' | 'query' | 'providers'> & { words: PaymentWords }): VNode {
  const { locale, base } = visit
  const methods = messagesOf(locale).methods.names
  return (
    <FilterBar
      locale={locale}
      action={`${base}/payments`}
      search={{ name: 'q', label: words.search, value: query.text }}
      status={{
        name: 'status',
        label: words.kinds,
        chosen: query.tab,
        options: TABS.map((tab) => ({ value: tab, label: words.tabs[tab] })),
      }}
      isOpen={query.period !== 'any' || query.method !== '' || query.provider !== ''}
    >
      <FilterSelect
        name="when"
        label={words.period}
        chosen={query.period}
        options={PERIODS.map((period) => ({ value: period, label: componentWords(locale).periods[period] }))}
      />
      <FilterSelect
        name="method"
        label={words.methodFilter}
        chosen={query.method}
        options={[
          { value: '', label: words.anyMethod },
          ...METHODS.map((method) => ({ value: method, label: capitalized(methods[method]) })),
        ]}
      />
      <FilterSelect
        name="provider"
        label={words.providerFilter}
        chosen={query.provider}
        options={[
          { value: '', label: words.anyProvider },
          ...providers.map(({ id, name }) => ({ value: id, label: name })),
          { value: 'manual', label: words.byHand },
        ]}
      />
    </FilterBar>
  )
}

const noneOf = ({ tab }: PaymentQuery): PaymentQuery => ({ tab, text: '', period: 'any', method: '', provider: '' })

function setFilters(
  visit: Visit,
  query: PaymentQuery,
  providers: ListParts['providers'],
  words: PaymentWords,
): { label: string; href: string }[] {
  const { text, period, method, provider } = query
  const without = (changes: Partial<PaymentQuery>): string => paymentsAddress(visit, { ...query, ...changes })
  const names = messagesOf(visit.locale).methods.names
  const known = providers.find(({ id }) => id === provider)?.name ?? (provider === 'manual' ? words.byHand : provider)
  return [
    ...(text === '' ? [] : [{ label: `“${text}”`, href: without({ text: '' }) }]),
    ...(period === 'any'
      ? []
      : [{ label: componentWords(visit.locale).periods[period], href: without({ period: 'any' }) }]),
    ...(method === '' ? [] : [{ label: capitalized(names[method]), href: without({ method: '' }) }]),
    ...(provider === '' ? [] : [{ label: known, href: without({ provider: '' }) }]),
  ]
}

const namesOf = (set: readonly { label: string }[], { tab }: PaymentQuery, words: PaymentWords): string =>
  [...(tab === 'all' ? [] : [words.tabs[tab]]), ...set.map(({ label }) => label)].join(', ')
