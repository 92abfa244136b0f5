import { Readable } from 'node:stream'
import type { Options } from 'csv-stringify'
import { stringify } from 'csv-stringify/sync'
import type { SheetColumn } from './sheet-columns.js'
import type { SheetRow } from './sheet-row.js'

/**
 * Where a program may take a text for a formula: a sign in any of its widths, also behind blanks and what cannot be seen,
 * which some programs leave out; and blanks that begin another cell or line in a program that does not know the quotes.
 */
const FORMULA = /^[\s\p{C}]*[=+\-@−＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋]|^[\t\r\n]/u

const OPTIONS: Options = {
  record_delimiter: 'windows',
  // Half of a line's end is taken for a whole one by every program.
  quoted_match: /[\r\n]/,
  cast: {
    number: (value) => value.toFixed(2),
    string: (value) => (FORMULA.test(value) ? `'${value}` : value),
  },
}

/**
 * Bytes of a CSV file (RFC 4180) as Excel opens it: UTF-8 with its mark, and texts that a program would take for a formula
 * behind an apostrophe.
 */
export const csvSheet = (columns: readonly SheetColumn[], batches: AsyncIterable<readonly SheetRow[]>): Readable =>
  Readable.from(textsOf(columns, batches), { highWaterMark: 1 })

/** A batch is one text: a million small ones are written faster than their memory is given back. */
async function* textsOf(columns: readonly SheetColumn[], batches: AsyncIterable<readonly SheetRow[]>) {
  yield stringify([columns.map(({ head }) => head)], { ...OPTIONS, bom: true })
  for await (const rows of batches) {
    yield stringify(
      rows.map((row) => columns.map(({ value }) => value(row))),
      OPTIONS,
    )
  }
}
