import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { SheetColumn } from './sheet-columns.js'
import type { SheetRow } from './sheet-row.js'

/**
 * Where a program may take a text for a formula: a sign in any of its widths, also behind blanks and what cannot be seen,
 * which some programs leave out; and blanks that begin another cell or line in a program that does not know the quotes.
 */
const FORMULA = /^[\s\p{C}]*[=+\-@−＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋]|^[\t\r\n]/u

/**
 * Bytes of a CSV file (RFC 4180) as Excel opens it: UTF-8 with its mark, and texts that a program would take for a formula
 * behind an apostrophe.
 */
export function csvSheet(columns: readonly SheetColumn[], rows: AsyncIterable<SheetRow>): Readable {
  const writer = stringify({
    bom: true,
    header: true,
    columns: columns.map(({ head }) => head),
    record_delimiter: 'windows',
    // Half of a line's end is taken for a whole one by every program.
    quoted_match: /[\r\n]/,
    cast: {
      number: (value) => value.toFixed(2),
      string: (value) => (FORMULA.test(value) ? `'${value}` : value),
    },
  })
  return Readable.from(valuesOf(columns, rows)).compose(writer) as Readable
}

async function* valuesOf(columns: readonly SheetColumn[], rows: AsyncIterable<SheetRow>) {
  for await (const row of rows) yield columns.map(({ value }) => value(row))
}
