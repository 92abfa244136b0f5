import type { VNode } from 'preact'
import type { ListPage } from '../../kernel/keyset.js'
import type { ListedPayment } from '../../payments/read-payment-list.js'
import { dateFormat } from '../../web/date-formats.js'
import { DataTable } from '../../web/data-table.js'
import { capitalized, messagesOf } from '../../web/messages/messages.js'
import { Pager } from '../../web/pager.js'
import { FilterBar, FilterSelect, SetFilters, Tabs } from '../components/filter-bar.js'
import { MoneyIcon, SearchIcon } from '../components/icons.js'
import { EmptyState } from '../components/menu.js'
import { PageHead } from '../components/page-head.js'
import { tellingOf } from '../telling.js'
import type { Visit } from '../visit.js'
import { paymentColumns } from './payment-columns.js'
import { addressOf, type ListAddress, METHODS, PERIODS, TABS } from './payment-filter.js'
import type { NameOfProvider } from './payment-names.js'
import { paymentWords, type PaymentWords } from './words.js'

interface ListParts {
  visit: Visit
  address: ListAddress
  page: ListPage<ListedPayment>
  nameOf: NameOfProvider
  providers: readonly { id: string; name: string }[]
  /** Not the first page. */
  isFurther: boolean
}

export function PaymentListPage({ visit, address, page, nameOf, providers, isFurther }: ListParts): VNode {
  const { locale } = visit
  const words = paymentWords(locale)
  const set = setFilters(visit, address, providers, words)
  const isEmpty = page.data.length === 0 && set.length === 0 && address.tab === 'all' && !isFurther
  return (
    <>
      <PageHead title={words.title} />
      <div class="card full" id="list">
        <Tabs
          label={words.kinds}
          tabs={TABS.map((tab) => ({
            label: words.tabs[tab],
            href: addressOf(visit, { ...address, tab }),
            isCurrent: tab === address.tab,
          }))}
        />
        <Filters visit={visit} address={address} providers={providers} words={words} />
        <SetFilters locale={locale} filters={set} clearHref={addressOf(visit, noneOf(address))} />
        {isEmpty ? (
          <EmptyState icon={MoneyIcon} title={words.empty}>
            {words.emptyText}
          </EmptyState>
        ) : page.data.length === 0 ? (
          <EmptyState icon={SearchIcon} title={words.noMatch}>
            {page.older === null ? words.noMatchText(namesOf(set, address, words)) : words.noMatchYet}
          </EmptyState>
        ) : (
          <DataTable
            caption={words.caption}
            columns={paymentColumns({ telling: tellingOf(visit), nameOf })}
            rows={page.data}
            href={({ id }) => `${visit.base}/payments/${id}`}
          />
        )}
        {(page.newer !== null || page.older !== null) && (
          <Pager
            locale={locale}
            newer={page.newer && addressOf(visit, address, { direction: 'newer', from: page.newer })}
            older={page.older && addressOf(visit, address, { direction: 'older', from: page.older })}
            range={rangeOf(visit, page.data)}
          />
        )}
      </div>
    </>
  )
}

function Filters({
  visit,
  address,
  providers,
  words,
}: Pick<ListParts, 'visit' | 'address' | 'providers'> & { words: PaymentWords }): VNode {
  const { locale, base } = visit
  const methods = messagesOf(locale).methods.names
  return (
    <FilterBar
      locale={locale}
      action={`${base}/payments`}
      search={{ name: 'q', label: words.search, value: address.text }}
      status={{
        name: 'status',
        label: words.kinds,
        chosen: address.tab,
        options: TABS.map((tab) => ({ value: tab, label: words.tabs[tab] })),
      }}
    >
      <FilterSelect
        name="when"
        label={words.period}
        chosen={address.period}
        options={PERIODS.map((period) => ({ value: period, label: words.periods[period] }))}
      />
      <FilterSelect
        name="method"
        label={words.methodFilter}
        chosen={address.method}
        options={[
          { value: '', label: words.anyMethod },
          ...METHODS.map((method) => ({ value: method, label: capitalized(methods[method]) })),
        ]}
      />
      <FilterSelect
        name="provider"
        label={words.providerFilter}
        chosen={address.provider}
        options={[
          { value: '', label: words.anyProvider },
          ...providers.map(({ id, name }) => ({ value: id, label: name })),
          { value: 'manual', label: words.byHand },
        ]}
      />
    </FilterBar>
  )
}

const noneOf = ({ tab }: ListAddress): ListAddress => ({ tab, text: '', period: 'any', method: '', provider: '' })

function setFilters(
  visit: Visit,
  address: ListAddress,
  providers: ListParts['providers'],
  words: PaymentWords,
): { label: string; href: string }[] {
  const { text, period, method, provider } = address
  const without = (changes: Partial<ListAddress>): string => addressOf(visit, { ...address, ...changes })
  const names = messagesOf(visit.locale).methods.names
  const known = providers.find(({ id }) => id === provider)?.name ?? (provider === 'manual' ? words.byHand : provider)
  return [
    ...(text === '' ? [] : [{ label: `“${text}”`, href: without({ text: '' }) }]),
    ...(period === 'any' ? [] : [{ label: words.periods[period], href: without({ period: 'any' }) }]),
    ...(method === '' ? [] : [{ label: capitalized(names[method]), href: without({ method: '' }) }]),
    ...(provider === '' ? [] : [{ label: known, href: without({ provider: '' }) }]),
  ]
}

const namesOf = (set: readonly { label: string }[], { tab }: ListAddress, words: PaymentWords): string =>
  [...(tab === 'all' ? [] : [words.tabs[tab]]), ...set.map(({ label }) => label)].join(', ')

/** `20 nov – 17 nov` */
function rangeOf({ locale, account }: Visit, payments: readonly ListedPayment[]): string {
  const format = dateFormat(locale, { timeZone: account.brand.timeZone, day: 'numeric', month: 'short' })
  const days = [payments[0], payments.at(-1)].flatMap((one) => (one ? [format.format(new Date(one.createdAt))] : []))
  return [...new Set(days)].join(' – ')
}
