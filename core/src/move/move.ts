import { createHash } from 'node:crypto'
import type { Settings } from '@paylink/config'
import type { Knex } from 'knex'
import { differences, migrationsOf, type TableSums } from '../backup/archive.js'
import type { CopyPorts } from '../backup/back-up.js'
import { UnsoundCopyError, violationsIn } from '../backup/check-copy.js'
import { isCopied, queueForSearch } from '../backup/copied-tables.js'
import { type CopyReport, reportOf } from '../backup/copy-report.js'
import { type CopyTarget, NotEmptyError } from '../backup/fill-database.js'
import { fillerOf } from '../backup/filler.js'
import { withSnapshot } from '../backup/open-snapshot.js'
import { RowSum } from '../backup/row-sum.js'
import type { Snapshot } from '../backup/snapshot.js'
import { assertOneDatabase } from '../database/assert-one-database.js'
import { connect, MIGRATION_LIMITS } from '../database/connect.js'
import type { DatabaseConnection } from '../database/database-connection.js'
import { directUrlOf } from '../database/direct-url.js'
import { MovedError, type MoveState, shownAddress } from '../database/move-state.js'
import { MIGRATIONS } from '../database/migrations/index.js'
import { Migrator } from '../database/migrator.js'
import { ExplainedError, sentenceOf } from '../database/outage-remedy.js'
import { type Clock, iso } from '../kernel/clock.js'
import { Ids } from '../kernel/ids.js'
import type { Timer } from '../kernel/timer.js'
import { hasArrived, markArrival } from './arrival.js'
import { withMoveLock } from './move-lock.js'
import { MoveReplacedError, MoveSource } from './move-source.js'
import { Replay } from './replay.js'

/** A round that took no more changes than this is repeated with the source sealed. */
const FEW_CHANGES = 200
/** A source that is busier than the copying is sealed all the same. */
const MAX_ROUNDS = 10

export type MovePhase = 'checking' | 'catching up' | 'sealed'

export interface MovePorts extends CopyPorts {
  timer: Timer
  /** Is told of each step that follows the copying, before it begins. */
  onSeal: (phase: MovePhase) => void | Promise<void>
}

export interface Moved {
  report: CopyReport
  /**
   * The invariants that the rows broke shortly before the seal, in words; null: unchecked, as the schema is not this
   * version's, or the move was finished that a former process had begun.
   */
  violations: readonly string[] | null
}

/** A move to somewhere else was interrupted. */
export class OtherMoveError extends Error {
  constructor({ target, startedAt }: MoveState) {
    super(
      `A move to ${target}, begun at ${startedAt}, was interrupted. Run paylink move --to with that address to finish it, or add --cancel to abandon it.`,
    )
    this.name = 'OtherMoveError'
  }
}

/** Whether the target was filled is unknown. The source stays sealed until it is known. */
export class UnknownMoveError extends ExplainedError {
  constructor(cause: unknown) {
    super(
      `The last step of the move was not confirmed: ${sentenceOf(cause)} The database stays sealed. Run the same command again.`,
      { cause },
    )
    this.name = 'UnknownMoveError'
  }
}

/** Nothing was moved, and the source is not as it was before. */
export class UnreleasedMoveError extends ExplainedError {
  constructor(cause: unknown) {
    super(
      `The move failed: ${sentenceOf(cause)} The database may still refuse writes, and notes its changes. Repair that, then run the same command again, or with --cancel to give the move up.`,
      { cause },
    )
    this.name = 'UnreleasedMoveError'
  }
}

/**
 * Copies the database, while it is in use, into an empty one of either kind, and seals it: from then on it refuses writes,
 * and the copy has every row of it. If the move fails before that, the source stays writable and
 * unchanged. May be repeated after an interruption at any point.
 *
 * @throws NotEmptyError, SchemaMismatchError, UnsoundCopyError, OtherMoveError, UnknownMoveError, UnreleasedMoveError
 * @throws MovedError the database was moved before
 */
export async function move(settings: Settings, to: string, ports: MovePorts): Promise<Moved> {
  return withSource(settings, async (database, source) => {
    const startedAt = ports.clock.now()
    const sums = new Map<string, RowSum>()
    const state = await resumable(source, to)
    let violations: Moved['violations'] = null
    if (state?.sealedAt && (await hasArrived(to, state.id))) {
      await finish(source, ports.clock)
      await withSnapshot(directUrlOf(settings), (snapshot) => copyRows(snapshot, null, sums, ports))
    } else {
      violations = await new Move(settings, database, source, sums, ports).run(to)
    }
    const total = totalOf(sums)
    return { report: reportOf(total, sha256Of(total), ports.clock.now().getTime() - startedAt.getTime()), violations }
  })
}

/**
 * Gives an interrupted move up: the database accepts writes again.
 *
 * @throws Error there is none, or the target has the copy already
 */
export async function cancelMove(settings: Settings, to: string): Promise<void> {
  await withSource(settings, async (_, source) => {
    const state = await resumable(source, to)
    if (!state) throw new Error('There is no move to cancel.')
    if (state.sealedAt && (await hasArrived(to, state.id)))
      throw new Error(`${state.target} has the copy already. Run the move again without --cancel to finish it.`)
    await source.release()
  })
}

async function withSource<T>(
  settings: Settings,
  work: (database: DatabaseConnection, source: MoveSource) => Promise<T>,
): Promise<T> {
  const databaseUrl = directUrlOf(settings)
  const database = connect(databaseUrl, MIGRATION_LIMITS, { mustExist: true })
  try {
    await assertOneDatabase(settings, database)
    return await withMoveLock(database, databaseUrl, async () =>
      work(database, await MoveSource.open(database, databaseUrl)),
    )
  } finally {
    await database.close()
  }
}

/** What an interrupted move to the same target has left. */
async function resumable(source: MoveSource, to: string): Promise<MoveState | null> {
  const state = await source.state()
  if (state?.finishedAt) throw new MovedError(state)
  if (state && state.target !== shownAddress(to)) throw new OtherMoveError(state)
  return state
}

class Move {
  /** The target may have committed the copy. */
  private mayHaveArrived = false
  private violations: Moved['violations'] = null

  constructor(
    private readonly settings: Settings,
    private readonly database: DatabaseConnection,
    private readonly source: MoveSource,
    private readonly sums: Map<string, RowSum>,
    private readonly ports: MovePorts,
  ) {}

  async run(to: string): Promise<Moved['violations']> {
    const { clock, random } = this.ports
    const id = new Ids(clock, random).uuid()
    const target = shownAddress(to)
    try {
      await this.source.begin({ id, target, startedAt: iso(clock.now()) })
      const migrations = await this.migrations()
      await fillerOf(to)({
        migrations,
        load: (copy) => this.load(copy, migrations),
        compare: (snapshot) => this.compare(snapshot),
        catchUp: (copy, on) => this.catchUp(copy, on, target, migrations),
        finish: async ({ on, findOrphans }) => {
          const [orphan] = findOrphans()
          if (orphan !== undefined) throw new UnsoundCopyError(orphan)
          await markArrival(on, id)
          this.mayHaveArrived = true
        },
      })
    } catch (error) {
      if (this.mayHaveArrived && !(await isTakenByAnother(error, to, id))) throw new UnknownMoveError(error)
      if (error instanceof MoveReplacedError) throw error
      await this.source.release().catch(() => {
        throw new UnreleasedMoveError(error)
      })
      throw error
    }
    await finish(this.source, clock)
    return this.violations
  }

  private async load(target: CopyTarget, migrations: readonly string[]): Promise<void> {
    await withSnapshot(directUrlOf(this.settings), async (snapshot) => {
      assertSame(await migrationsOf(snapshot), migrations)
      await copyRows(snapshot, target, this.sums, this.ports)
    })
  }

  private async compare(snapshot: Snapshot): Promise<void> {
    const different = await differences(snapshot, totalOf(this.sums), this.ports.onStep('comparing'))
    if (different.length > 0) throw new UnsoundCopyError(`rows of ${different.join(', ')} differ`)
  }

  private async catchUp(target: CopyTarget, on: Knex, address: string, migrations: readonly string[]): Promise<void> {
    await this.ports.onSeal('checking')
    // Before the first round, whose rows the triggers queue: a row can be queued once.
    await queueForSearch(on)
    if (migrations.length === MIGRATIONS.length) this.violations = await violationsIn(on, this.ports.clock)
    const replay = new Replay(this.source, target, this.sums)
    await this.ports.onSeal('catching up')
    for (let rounds = 0; rounds < MAX_ROUNDS && (await replay.round()) > FEW_CHANGES;) rounds++
    await this.source.seal(address, iso(this.ports.clock.now()))
    await this.ports.onSeal('sealed')
    await replay.round()
    assertSame(await this.migrations(), migrations)
  }

  private async migrations(): Promise<string[]> {
    const all = await new Migrator(this.database).status()
    return all.flatMap(({ name, applied }) => (applied ? [name] : [])).sort()
  }
}

/** Another copy was there first. It may also be this one, if the file system lost the answer. */
const isTakenByAnother = async (error: unknown, to: string, id: string): Promise<boolean> =>
  error instanceof NotEmptyError && !(await hasArrived(to, id).catch(() => true))

/** The target has the copy. */
const finish = (source: MoveSource, clock: Clock): Promise<void> =>
  source.finish(iso(clock.now())).catch((error: unknown) => {
    throw error instanceof MoveReplacedError ? error : new UnknownMoveError(error)
  })

function assertSame(now: readonly string[], before: readonly string[]): void {
  if (now.join() !== before.join()) throw new Error('The database was migrated meanwhile. Run the move again.')
}

async function copyRows(
  snapshot: Snapshot,
  target: CopyTarget | null,
  sums: Map<string, RowSum>,
  { onStep, timer }: MovePorts,
): Promise<void> {
  const onProgress = onStep('copying')
  for (const table of snapshot.tables.filter(isCopied)) {
    const sum = new RowSum()
    sums.set(table.name, sum)
    let loading = Promise.resolve()
    for await (const lines of snapshot.lines(table)) {
      await loading
      if (target) {
        // The target takes this batch in while it is counted and the next one is read. A failure is thrown before that one.
        loading = target.load(table, lines)
        loading.catch(() => undefined)
        // The batch is sent now: reading SQLite and counting leave no time for it.
        await timer.yieldToEventLoop()
      }
      for (const line of lines) sum.add(line)
      onProgress(table.name, sum.rows)
    }
    await loading
  }
}

const totalOf = (sums: ReadonlyMap<string, RowSum>): TableSums =>
  new Map([...sums].map(([name, sum]) => [name, { rows: sum.rows, sum: sum.hex() }]))

function sha256Of(total: TableSums): string {
  const hash = createHash('sha256')
  for (const [name, { rows, sum }] of total) hash.update(`${name} ${rows} ${sum}\n`)
  return hash.digest('hex')
}
