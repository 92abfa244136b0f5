import { isCopied } from '@paylink/core/backup/copied-tables'
import { withSnapshot } from '@paylink/core/backup/open-snapshot'

/** What only one of two databases has after a move: where it came from, and what its own processes note. */
const OWN = new Set(['instance', 'workers'])

/** All rows of each table, in an order that does not depend on the engine. */
export function linesOfDatabase(url: string): Promise<Map<string, string[]>> {
  return withSnapshot(url, async (snapshot) => {
    const tables = new Map<string, string[]>()
    for (const table of snapshot.tables.filter(isCopied)) {
      if (OWN.has(table.name)) continue
      const all: string[] = []
      for await (const lines of snapshot.lines(table)) all.push(...lines)
      tables.set(table.name, all.sort())
    }
    return tables
  })
}
