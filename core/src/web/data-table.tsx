import type { ComponentChildren, VNode } from 'preact'
import { css } from './stylesheet.js'

export interface Column<Row> {
  head: string
  /** Its place in the list that a narrow table becomes: `title` leads to the row's page. */
  place: 'title' | 'amount' | 'status' | 'time' | 'more'
  cell: (row: Row) => ComponentChildren
}

interface TableParts<Row> {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  href: (row: Row) => string
}

/** A table; where its container is narrow, a list with one item per row. */
export function DataTable<Row>({ caption, columns, rows, href }: TableParts<Row>): VNode {
  return (
    <div class="sheet">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ head, place }) => (
              <th scope="col" class={place}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr>
              {columns.map(({ place, cell }) => (
                <td class={place}>{place === 'title' ? <a href={href(row)}>{cell(row)}</a> : cell(row)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

export const TABLE_STYLES = css`
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
  }
  .sheet th,
  .sheet td {
    padding: 14px 16px;
    text-align: left;
    vertical-align: top;
  }
  .sheet tbody tr {
    position: relative;
    border-top: 1px solid var(--line);
  }
  .sheet tbody tr:hover {
    background: var(--page);
  }
  .sheet .amount {
    text-align: right;
    white-space: nowrap;
    font-variant-numeric: tabular-nums;
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
  @container (max-width: 44rem) {
    .sheet table,
    .sheet tbody {
      display: block;
    }
    .sheet thead {
      position: absolute;
      clip-path: inset(50%);
    }
    .sheet tbody tr {
      display: grid;
      grid-template-columns: minmax(0, 1fr) auto;
      gap: 4px 12px;
      padding: 16px;
    }
    .sheet td {
      grid-column: 1 / -1;
      padding: 0;
    }
    .sheet .title {
      grid-area: 1 / 1;
    }
    .sheet .amount {
      grid-area: 1 / 2;
    }
    .sheet .status {
      grid-area: 3 / 1;
    }
    .sheet .time {
      grid-area: 3 / 2;
      color: var(--muted);
      text-align: right;
    }
  }
`
