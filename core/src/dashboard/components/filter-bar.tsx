import type { ComponentChildren, VNode } from 'preact'
import type { PageLocale } from '../../kernel/choose-locale.js'
import { CrossIcon, FilterIcon, SearchIcon } from './icons.js'
import { componentWords } from './words.js'

export interface Tab {
  label: string
  href: string
  isCurrent: boolean
}

/** Kinds of rows as links. Phones show a select instead. */
export const Tabs = ({ label, tabs }: { label: string; tabs: readonly Tab[] }): VNode => (
  <nav class="tabs" aria-label={label}>
    <ul>
      {tabs.map((tab) => (
        <li>
          <a href={tab.href} aria-current={tab.isCurrent ? 'page' : undefined} hx-boost="true">
            {tab.label}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)

interface SelectParts {
  name: string
  label: string
  chosen: string
  options: readonly { value: string; label: string }[]
}

/** A select whose options name what they filter, so that its label is for screen readers only. */
export const FilterSelect = ({ name, label, chosen, options }: SelectParts): VNode => (
  <span class="filter">
    <label class="unseen" for={`filter-${name}`}>
      {label}
    </label>
    <select id={`filter-${name}`} name={name}>
      {options.map((option) => (
        <option value={option.value} selected={option.value === chosen}>
          {option.label}
        </option>
      ))}
    </select>
  </span>
)

interface FilterBarParts {
  locale: PageLocale
  action: string
  search: { name: string; label: string; value: string }
  /** The tabs' kinds, for phones. */
  status?: SelectParts
  /** The other filters, which phones open by `Filters`. */
  children?: ComponentChildren
  /** Whether one of `children` is set. */
  isOpen?: boolean
}

/** What narrows a list: all of it stands in the address. */
export function FilterBar({ locale, action, search, status, children, isOpen = false }: FilterBarParts): VNode {
  const words = componentWords(locale)
  return (
    // The latest choice counts: it takes the place of a request on its way.
    <form class="filters" method="get" action={action} role="search" data-filters="" hx-boost="true" hx-sync="replace">
      <span class="filter search">
        <SearchIcon />
        <label class="unseen" for="filter-search">
          {search.label}
        </label>
        <input
          id="filter-search"
          type="search"
          name={search.name}
          value={search.value}
          placeholder={search.label}
          autocomplete="off"
        />
      </span>
      {status && (
        <span class="narrow-only">
          <FilterSelect {...status} />
        </span>
      )}
      {children && (
        <details class="rest" open={isOpen}>
          <summary class="button">
            <FilterIcon />
            {words.filters}
          </summary>
          <div>{children}</div>
        </details>
      )}
      <button type="submit" class="button">
        {words.filter}
      </button>
    </form>
  )
}

interface SetFilter {
  label: string
  /** The list without it. */
  href: string
}

/** What narrows the list now, each to be removed. */
export function SetFilters({
  locale,
  filters,
  clearHref,
}: {
  locale: PageLocale
  filters: readonly SetFilter[]
  clearHref: string
}): VNode | null {
  const words = componentWords(locale)
  if (filters.length === 0) return null
  return (
    <div class="set-filters">
      <span class="muted">{words.filters}:</span>
      <ul>
        {filters.map(({ label, href }) => (
          <li>
            <a href={href} aria-label={words.remove(label)} hx-boost="true">
              {label}
              <CrossIcon />
            </a>
          </li>
        ))}
      </ul>
      <a class="text-button" href={clearHref} hx-boost="true">
        {words.clearAll}
      </a>
    </div>
  )
}
