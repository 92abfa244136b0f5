import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** Comma, quote, UTF-8, from the first line; cells as they are, not as they are shown. */
const CSV = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false'

export const hasLibreOffice = (): boolean => spawnSync('soffice', ['--version']).status === 0

/** Opens a workbook and writes its first sheet as CSV (LF at the ends of its lines). */
export async function throughLibreOffice(xlsx: Buffer): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'paylink-sheet-'))
  try {
    await writeFile(join(folder, 'sheet.xlsx'), xlsx)
    const profile = `-env:UserInstallation=file://${folder}/profile`
    await run('soffice', [profile, '--headless', '--convert-to', CSV, '--outdir', folder, join(folder, 'sheet.xlsx')])
    return (await readFile(join(folder, 'sheet.csv'), 'utf8')).replaceAll('\n', '\r\n')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
