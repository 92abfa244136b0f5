import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'

const NAME = 'epoch.json'

interface Stored {
  instanceId: string
  at: string
}

/** Whether a process has run here before. */
export const hasEpochFile = (dataDir: string): boolean => existsSync(join(dataDir, NAME))

/** The latest epoch that this data directory has seen of a database, beside it: a copy of the database is behind it. */
export class EpochFile {
  private readonly path: string

  constructor(private readonly dataDir: string) {
    this.path = join(dataDir, NAME)
  }

  /** Null: it has seen none of this database. A file that cannot be read proves nothing. */
  read(instanceId: string): string | null {
    try {
      const stored = JSON.parse(readFileSync(this.path, 'utf8')) as Partial<Stored>
      return stored.instanceId === instanceId && typeof stored.at === 'string' ? stored.at : null
    } catch {
      return null
    }
  }

  /** Replaces the file at once, so that it is never half written. */
  write(instanceId: string, at: string): void {
    mkdirSync(this.dataDir, { recursive: true, mode: 0o700 })
    // Containers that share the folder differ by their host name, not by process id.
    const draft = `${this.path}.${hostname()}.${process.pid}`
    try {
      writeFileSync(draft, `${JSON.stringify({ instanceId, at } satisfies Stored)}\n`, { mode: 0o600 })
      renameSync(draft, this.path)
    } finally {
      rmSync(draft, { force: true })
    }
  }
}
