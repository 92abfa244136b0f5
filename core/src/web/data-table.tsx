import type { ComponentChildren, VNode } from 'preact'
import { toStylesheet } from './stylesheet.js'

export interface Column<Row> {
  head: string
  /** The head is only read out: above buttons. */
  hidesHead?: boolean
  /**
   * Its place in the list that a narrow table becomes: `title` leads to the row's page, `time` stands right of
   * `status`, `more` below the title. `wide` is in the table alone, such as a button, and so is `figure`, at the right of
   * its column; `narrow` is in the list alone, in the place of the time.
   */
  place: 'title' | 'amount' | 'status' | 'time' | 'more' | 'wide' | 'figure' | 'narrow'
  cell: (row: Row) => ComponentChildren
  /** Below it, in grey: who, or why; null: nothing. */
  about?: (row: Row) => ComponentChildren
  /** In the foot of the table. */
  foot?: ComponentChildren
}

/** Below this width of its container, in rem, a table becomes a list. */
const WIDTHS = [44, 56, 66] as const

interface TableParts<Row> {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** Where a row leads; left out: rows have no page of their own. */
  href?: (row: Row) => string
  listBelow?: (typeof WIDTHS)[number]
}

/** A table; where its container is narrow, a list with one item per row. */
export function DataTable<Row>({ caption, columns, rows, href, listBelow = 44 }: TableParts<Row>): VNode {
  return (
    <div class={`sheet below-${listBelow}`}>
      <table>
        <caption tabIndex={-1}>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ head, hidesHead, place }) => (
              <th scope="col" class={place}>
                {hidesHead ? <span class="unseen">{head}</span> : head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr>
              {columns.map(({ place, cell, about }) => {
                const below = about?.(row) ?? null
                return (
                  <td class={place}>
                    {place !== 'title' ? cell(row) : href ? <a href={href(row)}>{cell(row)}</a> : <b>{cell(row)}</b>}
                    {below !== null && <small>{below}</small>}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
        {columns.some(({ foot }) => foot !== undefined) && (
          <tfoot>
            <tr>
              {columns.map(({ place, foot }) => (
                <td class={place}>{foot}</td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}

const TABLE = `
  .sheet {
    container-type: inline-size;
  }
  .sheet table {
    width: 100%;
    border-collapse: collapse;
    font-size: 0.875rem;
  }
  .sheet caption {
    position: absolute;
    clip-path: inset(50%);
  }
  .sheet th {
    font-size: 0.8125rem;
    font-weight: 500;
    color: var(--muted);
    white-space: nowrap;
  }
  .sheet th,
  .sheet td {
    padding: 10px 12px;
    text-align: left;
    vertical-align: top;
  }
  .sheet td {
    padding-block: 12px;
  }
  .sheet th:first-child,
  .sheet td:first-child {
    padding-left: 24px;
  }
  .sheet th:last-child,
  .sheet td:last-child {
    padding-right: 24px;
  }
  .sheet tbody tr {
    position: relative;
    border-top: 1px solid var(--line);
  }
  .sheet tbody tr:hover {
    background: var(--page);
  }
  .sheet td .chip,
  .sheet td time {
    white-space: nowrap;
  }
  .sheet tfoot tr {
    border-top: 2px solid var(--ink);
    font-weight: 600;
  }
  .sheet :is(.amount, .figure) {
    text-align: right;
    white-space: nowrap;
    font-variant-numeric: tabular-nums;
  }
  .sheet .narrow {
    display: none;
  }
  .sheet .wide :is(a, button) {
    position: relative;
    z-index: 1;
  }
  .sheet td small {
    display: block;
    color: var(--muted);
    font-size: 0.8125rem;
    font-weight: 400;
  }
  .sheet td .money small {
    display: inline;
    font-weight: 500;
  }
  .sheet td.status small {
    max-width: 26rem;
  }
  .sheet td .actions {
    display: flex;
    flex-wrap: nowrap;
    justify-content: flex-end;
    gap: 8px;
  }
  .sheet td.wide:has(.button) {
    padding-block: 10px;
    text-align: right;
  }
  .sheet .title {
    min-width: 13rem;
    overflow-wrap: anywhere;
  }
  .sheet .title a {
    font-weight: 600;
    text-decoration: none;
  }
  .sheet .title a::after {
    content: '';
    position: absolute;
    inset: 0;
  }
  .sheet .title a:focus-visible {
    outline: 0;
  }
  .sheet .title a:focus-visible::after {
    outline: 3px solid var(--ring);
    outline-offset: -3px;
  }
`

const listOf = (name: string): string => `
  ${name} table,
  ${name} :is(tbody, tfoot) {
    display: block;
  }
  ${name} thead {
    position: absolute;
    display: block;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
  ${name} :is(tbody, tfoot) tr {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 4px 12px;
    padding: 14px 16px;
  }
  ${name} td,
  ${name} td:first-child,
  ${name} td:last-child {
    grid-column: 1 / -1;
    padding: 0;
  }
  ${name} :is(td.wide, td.figure, .unless-narrow) {
    display: none;
  }
  ${name} td.narrow {
    display: block;
  }
  ${name} td.title {
    min-width: 0;
    grid-area: 1 / 1 / 3 / 2;
  }
  ${name} .title a {
    display: -webkit-box;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    font-size: 1rem;
    line-height: 1.4;
  }
  ${name} td.title small {
    margin-top: 2px;
    display: -webkit-box;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }
  ${name} td.time small {
    display: none;
  }
  ${name} td.more {
    color: var(--muted);
    font-size: 0.8125rem;
  }
  ${name} td.more small {
    display: inline;
  }
  ${name} td.more small::before {
    content: ' · ';
  }
  ${name} .more .unless-narrow + small::before {
    content: none;
  }
  ${name} tr:has(.status small:not(:empty)) .more {
    display: none;
  }
  ${name} td.amount {
    grid-area: 1 / 2;
    font-size: 1rem;
  }
  ${name} td.status {
    grid-area: 4 / 1 / 5 / 3;
    display: flex;
    flex-direction: column-reverse;
    align-items: start;
    gap: 6px;
  }
  ${name} td.time,
  ${name} td.narrow {
    grid-area: 4 / 2;
    align-self: end;
    color: var(--muted);
    font-size: 0.8125rem;
    text-align: right;
  }
`

export const TABLE_STYLES = toStylesheet(
  TABLE + WIDTHS.map((width) => `@container (max-width: ${width}rem) {${listOf(`.below-${width}`)}}`).join(''),
)
