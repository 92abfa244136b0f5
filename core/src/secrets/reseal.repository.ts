import type { Reader, Tx } from '../database/engine.js'
import type { SealedColumn } from './sealed-columns.js'
import { BEGINNING_LENGTH, beginningOf } from './sealed-text.js'

/** Texts of a column that are not sealed with one key, and what each is to be replaced by. */
interface SealedText {
  key: string[]
  text: string
}

interface Replacement extends SealedText {
  replacement: string
}

/** The next texts of a column that are sealed with another key than this one, in the order of their rows. */
export async function otherTexts(
  reader: Reader,
  { table, column, key }: SealedColumn,
  keyId: string,
  { after, limit }: { after: string[] | null; limit: number },
): Promise<SealedText[]> {
  const places = key.map(() => '?').join(', ')
  const query = reader<Record<string, string>>(table)
    .select([...key, column])
    .whereNotNull(column)
    .whereRaw('substr(??, 1, ?) <> ?', [column, BEGINNING_LENGTH, beginningOf(keyId)])
    .orderBy([...key])
    .limit(limit)
  if (after) void query.whereRaw(`(${key.map(() => '??').join(', ')}) > (${places})`, [...key, ...after])
  const rows = (await query) as Record<string, string>[]
  return rows.map((row) => ({ key: key.map((name) => row[name] ?? ''), text: row[column] ?? '' }))
}

/** Writes each where the row still has the text that was read. Returns how many. */
export async function replaceTexts(
  tx: Tx,
  { table, column, key }: SealedColumn,
  replacements: readonly Replacement[],
): Promise<number> {
  let count = 0
  for (const { key: values, text, replacement } of replacements) {
    count += await tx(table)
      .where(Object.fromEntries(key.map((name, index) => [name, values[index]])))
      .where(column, text)
      .update({ [column]: replacement })
  }
  return count
}

/** Puts rows of `instance` in their place. */
export async function writeKeyRows(tx: Tx, rows: ReadonlyMap<string, string>): Promise<void> {
  await tx('instance')
    .insert([...rows].map(([key, value]) => ({ key, value })))
    .onConflict('key')
    .merge()
}
