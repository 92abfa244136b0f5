import { zipEntries } from './zip.js'

export type Cell = string | number

/** The records of a CSV file (RFC 4180), the first of which has the heads of the columns. */
export function csvRecords(text: string): string[][] {
  const records: string[][] = []
  let record: string[] = []
  for (const [, quoted, plain = '', end] of text
    .replace(/^\uFEFF/, '')
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    record.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    if (record.length > 1) records.push(record)
    record = []
  }
  return records
}

/** The rows of an XLSX workbook's only sheet, read with no code of the writer's. Days are their serial number. */
export function xlsxRows(file: Buffer): Cell[][] {
  const sheet = zipEntries(file).get('xl/worksheets/sheet1.xml')?.toString('utf8') ?? ''
  return [...sheet.matchAll(/<row\b[^>]*>([\s\S]*?)<\/row>/g)].map(([, row = '']) => {
    const cells: Cell[] = []
    for (const [, attributes = '', body = ''] of row.matchAll(/<c\b([^>]*?)(?:\/>|>([\s\S]*?)<\/c>)/g)) {
      const [, column = 'A'] = /r="([A-Z]+)\d+"/.exec(attributes) ?? []
      if (/<f\b/.test(body)) throw new Error(`a formula in column ${column}`)
      const text = [...body.matchAll(/<t\b[^>]*>([\s\S]*?)<\/t>/g)].map(([, part]) => decode(part ?? '')).join('')
      const [, number] = /<v>([^<]*)<\/v>/.exec(body) ?? []
      cells[indexOf(column)] = number === undefined ? text : Number(number)
    }
    return Array.from(cells, (cell) => cell ?? '')
  })
}

const indexOf = (column: string): number =>
  [...column].reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1

const decode = (xml: string): string =>
  xml
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&apos;/g, "'")
    .replace(/&amp;/g, '&')

/** The sum of a column in centavos. */
export function sumOf(records: readonly (readonly Cell[])[], head: string): number {
  const [heads = [], ...rows] = records
  const index = heads.indexOf(head)
  if (index < 0) throw new Error(`there is no column ${head} among ${heads.join(', ')}`)
  return rows.reduce((sum, row) => sum + Math.round(Number(row[index]) * 100), 0)
}
