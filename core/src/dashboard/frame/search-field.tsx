import type { VNode } from 'preact'
import { SearchIcon } from '../components/icons.js'
import { textIn } from '../list-address.js'
import { may, type Visit } from '../visit.js'
import { type HasPage, hrefOf, pathBelow } from './entries.js'
import type { FrameWords } from './words.es-mx.js'

const SEARCH = '/search'
/** On phones. Elsewhere the page `More` leads there. */
const TOPPED = ['', '/more', SEARCH]

interface FieldParts {
  visit: Visit
  words: FrameWords
  hasPage: HasPage
}

/** One field for everything. On the page of results it keeps what was typed. */
export function SearchField({ visit, words, hasPage }: FieldParts): VNode | null {
  if (!hasPage(SEARCH) || !may(visit, 'links:read')) return null
  return (
    <form class="search-all" role="search" aria-label={words.search} method="get" action={hrefOf(visit, SEARCH)}>
      <label class="filter search">
        <SearchIcon />
        <span class="unseen">{words.search}</span>
        <input
          type="search"
          name="q"
          value={pathBelow(visit) === SEARCH ? textIn(visit.request.query, 'q') : ''}
          placeholder={words.search}
          maxLength={200}
          autocomplete="off"
          enterkeyhint="search"
        />
      </label>
    </form>
  )
}

/** On phones, below the top bar of the pages where one begins. */
export const TopSearch = (parts: FieldParts): VNode | null =>
  TOPPED.includes(pathBelow(parts.visit)) ? (
    <div class="top-search">
      <SearchField {...parts} />
    </div>
  ) : null
