import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** Comma, quote, UTF-8, from the first line; cells as they are, not as they are shown. */
const CSV = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false'

export const hasLibreOffice = (): boolean => spawnSync('soffice', ['--version']).status === 0

/** What Excel takes a file for: commas, quotes, UTF-8, the first line, and what looks like a formula is one. */
const OPENED_CSV = '--infilter=CSV:44,34,76,1,,0,false,true,false,false,false,-1,true'

/** Opens a workbook or a CSV file, and writes its first sheet as CSV (LF at the ends of its lines). */
export async function throughLibreOffice(file: Buffer, format: 'xlsx' | 'csv' = 'xlsx'): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'paylink-sheet-'))
  try {
    const source = join(folder, `opened.${format}`)
    await writeFile(source, file)
    const profile = `-env:UserInstallation=file://${folder}/profile`
    const opening = format === 'csv' ? [OPENED_CSV] : []
    await run('soffice', [
      profile,
      '--headless',
      ...opening,
      '--convert-to',
      CSV,
      '--outdir',
      join(folder, 'out'),
      source,
    ])
    return (await readFile(join(folder, 'out', 'opened.csv'), 'utf8')).replaceAll('\n', '\r\n')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
