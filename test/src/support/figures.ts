import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Columns by row by table, as the commands measured them. */
export type Figures = Record<string, Record<string, Record<string, number | string>>>

const FILE = fileURLToPath(new URL('../../figures.json', import.meta.url))
const PAGE = fileURLToPath(new URL('../../../docs/reliability.md', import.meta.url))
/** The section of the page that is generated. */
const SECTION = /(?<=<!-- figures -->\n)[^]*(?=<!-- end of figures -->)/

export const keptFigures = (): Figures => (existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Figures) : {})

export const figuresOnPage = (): string | undefined => SECTION.exec(readFileSync(PAGE, 'utf8'))?.[0]

/** Replaces what was measured of a row before, in the file and on the page. */
export function keepFigures(table: string, row: string, values: Record<string, number | string>): void {
  const figures = keptFigures()
  figures[table] = { ...figures[table], [row]: { ...figures[table]?.[row], ...values } }
  writeFileSync(FILE, `${JSON.stringify(figures, null, 2)}\n`)
  writeFileSync(
    PAGE,
    readFileSync(PAGE, 'utf8').replace(SECTION, () => rendered(figures)),
  )
}

/** As Prettier formats it. */
export const rendered = (figures: Figures): string =>
  Object.entries(figures)
    .map(([table, rows]) => {
      const columns = [...new Set(Object.values(rows).flatMap((values) => Object.keys(values)))]
      const lines = Object.entries(rows).map(([row, values]) => [
        row,
        ...columns.map((column) => shown(values[column])),
      ])
      return `\n${tableOf([table, ...columns], lines)}\n`
    })
    .join('')
    .concat('\n')

const shown = (value: number | string | undefined): string =>
  typeof value === 'number' ? value.toLocaleString('en') : (value ?? '')

function tableOf(header: readonly string[], lines: readonly string[][]): string {
  const widths = header.map((_, at) => Math.max(3, ...[header, ...lines].map((line) => line[at]?.length ?? 0)))
  const written = (cells: readonly string[]): string =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  return [written(header), written(widths.map((width) => '-'.repeat(width))), ...lines.map(written)].join('\n')
}
