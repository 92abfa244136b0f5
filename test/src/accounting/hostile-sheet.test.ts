import { buffer } from 'node:stream/consumers'
import { csvSheet } from '@paylink/core/accounting/csv-sheet'
import { type SheetColumn, sheetColumns } from '@paylink/core/accounting/sheet-columns'
import type { SheetRow } from '@paylink/core/accounting/sheet-row'
import { xlsxSheet } from '@paylink/core/accounting/xlsx-sheet'
import { expect } from 'chai'
import { hasLibreOffice, throughLibreOffice } from '../support/libre-office.js'
import { type Cell, csvRecords, xlsxRows } from '../support/sheets.js'

const AT = '2026-11-20T18:00:00.000Z'
/** What begins a formula in one program or another. */
const BEGINNINGS = [
  ...['=', '+', '-', '@', '\t', '\r', '\n', '−', '＝', '＋', '－', '＠', '﹦', '⁼'],
  ...[' =', '\u00a0=', '\u200b=', '\u0000=', '"='],
]
const TAILS = ['1+1', 'HYPERLINK("https://evil.example","Ver")', "cmd|' /C calc'!A0", 'SUM(A1:A9)']
const HOSTILE = BEGINNINGS.flatMap((begin) => TAILS.map((tail) => begin + tail))
/** What a program that reads XML or separated values may trip over. */
const BROKEN = [
  ...['a;=1+1', 'a,=1+1', 'a\r\n=1+1', 'a\n=1+1', 'a\r=1+1', '_x003D_1+1'],
  ...['</t></is></c>', ']]>', '\u0000', '\u0007', '\ufffe', '\uffff', '\ud800'],
]

const columnsIn = (locale: 'es-MX' | 'en'): SheetColumn[] =>
  sheetColumns({ locale, timeZone: 'America/Mexico_City', providerName: (id) => id, hasFees: true })

/** With this text wherever a person, a provider or a plugin wrote one. */
const rowWith = (text: string): SheetRow => ({
  ...{ kind: 'payment', at: AT, recordedAt: AT, currency: 'MXN', method: 'card' },
  ...{ grossCentavos: 11_600, baseCentavos: 10_000, ivaCentavos: 1_600, exemptCentavos: 0, feeCentavos: -400 },
  ...{ provider: text, providerRef: text, trackingKey: text, paymentId: text, folio: text, linkId: text, title: text },
  ...{ customerName: text, customerEmail: text, invoice: { uuid: text, status: 'stamped' } },
})

/** The columns that show it. */
const WRITTEN = 10

/** In batches of one and of many. */
async function* rowsWith([first = '', ...texts]: readonly string[]): AsyncIterable<SheetRow[]> {
  yield [rowWith(first)]
  yield texts.map(rowWith)
}

const csvOf = (columns: SheetColumn[], texts: readonly string[]): Promise<Buffer> =>
  buffer(csvSheet(columns, rowsWith(texts)))
const xlsxOf = (columns: SheetColumn[], texts: readonly string[]): Promise<Buffer> =>
  buffer(xlsxSheet('Hoja', columns, rowsWith(texts)))

/** Every amount is there and is a number, and stands where it belongs. */
function expectAmounts(columns: readonly SheetColumn[], records: readonly (readonly Cell[])[], count: number): void {
  expect(records).to.have.length(count + 1)
  for (const record of records.slice(1)) {
    const amounts = columns.flatMap(({ type }, index) => (type === 'money' ? [Number(record[index])] : []))
    expect(amounts, record.join('|')).to.deep.equal([100, 16, 0, 116, -4, 112])
  }
}

describe('a sheet of hostile texts', () => {
  for (const locale of ['es-MX', 'en'] as const) {
    const columns = columnsIn(locale)

    it(`has no cell of a CSV file that begins as a formula does, in any column of text, in ${locale}`, async () => {
      const content = (await csvOf(columns, HOSTILE)).toString('utf8')
      const records = csvRecords(content)
      expectAmounts(columns, records, HOSTILE.length)
      for (const record of records) {
        for (const [index, { type, name }] of columns.entries()) {
          if (type === 'text') expect(record[index], name).to.not.match(/^[\s\u200b\0]*[=+\-@\t\r\n−＝＋－＠﹦⁼]/)
        }
      }
      expect(records.flat().filter((cell) => cell === "'=1+1")).to.have.length(WRITTEN)
    })

    it(`has every text of a workbook as it was written, and as a text, in ${locale}`, async () => {
      const rows = xlsxRows(await xlsxOf(columns, HOSTILE))
      expectAmounts(columns, rows, HOSTILE.length)
      for (const [at, text] of HOSTILE.entries()) {
        const title = columns.findIndex(({ name }) => name === 'title')
        if (!/[\r\n\0]/.test(text)) expect(rows[at + 1]?.[title]).to.equal(text)
      }
    })
  }

  it('keeps its records apart, whatever a text has in it', async () => {
    const columns = columnsIn('es-MX')
    const csv = (await csvOf(columns, [...BROKEN, ...HOSTILE])).toString('utf8')
    const lines = csv.replace(/"(?:[^"]|"")*"/g, '').split(/\r\n|\r|\n/)
    expect(lines).to.have.length(BROKEN.length + HOSTILE.length + 2)
    expectAmounts(columns, csvRecords((await csvOf(columns, BROKEN)).toString('utf8')), BROKEN.length)
    expectAmounts(columns, xlsxRows(await xlsxOf(columns, BROKEN)), BROKEN.length)
  })

  // A large program that few machines have: the other tests read the files without it.
  if (hasLibreOffice()) {
    it('is opened by LibreOffice whole, with no formula and the same amounts', async () => {
      const columns = columnsIn('es-MX')
      const texts = [...HOSTILE, ...BROKEN]
      const ofWorkbook = csvRecords(await throughLibreOffice(await xlsxOf(columns, texts)))
      expectAmounts(columns, ofWorkbook, texts.length)
      expect(ofWorkbook.flat()).to.include('=1+1').and.to.not.include('2')
      const ofCsv = csvRecords(await throughLibreOffice(await csvOf(columns, texts), 'csv'))
      expectAmounts(columns, ofCsv, texts.length)
      expect(ofCsv.flat()).to.include("'=1+1").and.to.not.include('2')
    })
  }
})
