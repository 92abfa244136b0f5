import type { Reader } from '../database/engine.js'
import { Statement } from '../database/statement.js'

/** The rows of the table `instance` that identify the key in use. */
export const CANARY = 'canary'
/** What lasting MACs are made with, since the first rotation. */
export const LASTING_KEY = 'lasting_key'
/** What the former key signed with, and until when that counts. */
export const FORMER_KEY = 'former_key'

/** By the names above. */
export type KeyRows = Map<string, string>

const READ = new Statement<{ key: string; value: string }>(
  `select key, value from instance where key in ('${CANARY}', '${LASTING_KEY}', '${FORMER_KEY}')`,
)

export async function readKeyRows(reader: Reader): Promise<KeyRows> {
  return new Map((await READ.rows(reader, [])).map(({ key, value }) => [key, value]))
}
