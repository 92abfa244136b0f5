import { UnsoundCopyError } from '../backup/check-copy.js'
import type { CopyTarget } from '../backup/fill-database.js'
import type { RowSum } from '../backup/row-sum.js'
import type { KeyedTable } from '../backup/snapshot.js'
import type { Change, MoveSource } from './move-source.js'

/** Brings a copy up to date with what changed in its source meanwhile, and keeps the sums of its rows right. */
export class Replay {
  constructor(
    private readonly source: MoveSource,
    private readonly target: CopyTarget,
    private readonly sums: ReadonlyMap<string, RowSum>,
  ) {}

  /**
   * Copies every row that changed as it is now, all of one moment, so that no two of them contradict each other. Returns
   * how many changes it took.
   *
   * @throws UnsoundCopyError a row read back is another one than was written
   */
  async round(): Promise<number> {
    const changes = await this.source.readSnapshot(async ({ changes, rows }) => {
      const parts: { table: KeyedTable; keys: string[]; lines: string[] }[] = []
      for (const [table, keys] of keysByTable(this.source.copied, changes)) {
        parts.push({ table, keys, lines: await rows.read(table, keys) })
      }
      // A value that must be unique may have gone from one row to another.
      for (const { table, keys } of parts) await this.remove(table, keys)
      for (const { table, keys, lines } of parts) await this.add(table, keys, lines)
      return changes
    })
    await this.source.forget(changes)
    return changes.length
  }

  private async remove(table: KeyedTable, keys: readonly string[]): Promise<void> {
    for (const line of await this.target.read(table, keys)) this.sums.get(table.name)?.remove(line)
    await this.target.remove(table, keys)
  }

  private async add(table: KeyedTable, keys: readonly string[], lines: readonly string[]): Promise<void> {
    await this.target.load(table, lines)
    const copied = await this.target.read(table, keys)
    if (JSON.stringify(copied.sort()) !== JSON.stringify([...lines].sort()))
      throw new UnsoundCopyError(`rows of ${table.name} differ`)
    for (const line of copied) this.sums.get(table.name)?.add(line)
  }
}

function keysByTable(tables: readonly KeyedTable[], changes: readonly Change[]): [KeyedTable, string[]][] {
  const keys = new Map<string, Set<string>>()
  for (const { table, key } of changes) keys.set(table, (keys.get(table) ?? new Set<string>()).add(key))
  return tables.flatMap((table) => {
    const changed = keys.get(table.name)
    return changed ? [[table, [...changed]] satisfies [KeyedTable, string[]]] : []
  })
}
