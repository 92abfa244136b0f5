import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { SheetColumn } from './sheet-columns.js'
import type { SheetRow } from './sheet-row.js'

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
    escape_formulas: true,
    cast: { number: (value) => value.toFixed(2) },
  })
  return Readable.from(valuesOf(columns, rows)).compose(writer) as Readable
}

async function* valuesOf(columns: readonly SheetColumn[], rows: AsyncIterable<SheetRow>) {
  for await (const row of rows) yield columns.map(({ value }) => value(row))
}
