import { Readable } from 'node:stream'
import { type ReadableStream } from 'node:stream/web'
import { writeXlsxStream } from 'hucre/xlsx'
import type { SheetColumn } from './sheet-columns.js'
import type { SheetRow } from './sheet-row.js'

const FORMATS = { day: 'yyyy-mm-dd', money: '#,##0.00;-#,##0.00', text: undefined }
const WIDTHS = { day: 12, money: 14, text: 20 }
/** Characters that no XML can contain, and that the library leaves as they are: a program that opens the file stops there. */
const NOT_IN_XML = /[\ufffe\uffff]/g

/** Bytes of an XLSX workbook: days and amounts are numbers, texts are never formulas. Memory does not grow with its rows. */
export function xlsxSheet(
  name: string,
  columns: readonly SheetColumn[],
  batches: AsyncIterable<readonly SheetRow[]>,
): Readable {
  const stream = writeXlsxStream(valuesOf(columns, batches), {
    name,
    columns: columns.map(({ head, type }) => ({ header: head, width: WIDTHS[type], numFmt: FORMATS[type] })),
    freezePane: { rows: 1 },
  })
  return Readable.fromWeb(stream as ReadableStream<Uint8Array>)
}

async function* valuesOf(columns: readonly SheetColumn[], batches: AsyncIterable<readonly SheetRow[]>) {
  for await (const rows of batches) {
    for (const row of rows) {
      yield columns.map(({ type, value }) => {
        const cell = value(row)
        if (type === 'day') return new Date(`${cell}T00:00:00.000Z`)
        return typeof cell === 'string' ? cell.replace(NOT_IN_XML, '\ufffd') : cell
      })
    }
  }
}
