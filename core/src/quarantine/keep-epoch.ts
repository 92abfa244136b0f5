import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, iso, later, MINUTE_MS, SECOND_MS } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import type { EpochFile } from './epoch-file.js'
import type { Quarantine } from './quarantine.js'
import {
  beginDowntime,
  beginQuarantine,
  lastChange,
  lockQuarantine,
  readEpoch,
  readQuarantine,
  writeEpoch,
} from './quarantine.repository.js'
import type { QuarantineState } from './quarantine-state.js'

/** Much longer than the interval of the heartbeat: a restart is no downtime. */
const DOWNTIME_MS = MINUTE_MS
/** Twice the interval of the heartbeat. */
const UNSEEN_MS = 10 * SECOND_MS

/** Of a statement with `KeepEpoch.seen` as its value: does not match in a database that was put back to an earlier copy. */
export const NOT_BEHIND = "coalesce((select value from instance where key = 'epoch'), '') >= ?"

/**
 * Notices a database that is older than this data directory has seen it: a snapshot that was put back, or a standby that
 * was promoted without the last commits. The epoch grows with every heartbeat, first in the database, then in the file, so
 * the file is never ahead of its own database.
 */
export class KeepEpoch {
  private canWrite = true
  /** The latest epoch that this process has stored. The file has it as well, if it can be written. */
  private stored: string | null = null
  private isStart = true

  constructor(
    private readonly quarantine: Quarantine,
    private readonly unitOfWork: UnitOfWork,
    private readonly file: EpochFile,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly instanceId: string,
  ) {}

  /** What this process has stored, as it is in the database. */
  get seen(): string {
    return this.stored === null ? '' : JSON.stringify(this.stored)
  }

  /**
   * For what must not be done twice, even between two heartbeats of a process that goes on: a standby without the last
   * commits was promoted, or a copy was put in place of the database.
   *
   * @throws Problem `service_unavailable` the database is behind what this process has stored: the quarantine has begun
   */
  async assertNotBehind(): Promise<void> {
    const epoch = await this.unitOfWork.run((tx) => readEpoch(tx))
    if (this.stored === null || (epoch !== null && epoch >= this.stored)) return
    await this.run()
    await this.quarantine.findNow()
    await this.quarantine.assertOff()
  }

  /** At the start, before anything goes out, and with every heartbeat. */
  async run(): Promise<void> {
    const seen = latest(this.stored, this.file.read(this.instanceId))
    const next = await this.unitOfWork.run(async (tx) => {
      const isKnown = (state: QuarantineState | null): boolean =>
        state !== null && (seen === null || seen <= state.knownUntil)
      // Without the lock, which its end holds for long.
      if (isKnown(await readQuarantine(tx))) return null
      await lockQuarantine(tx)
      const state = await readQuarantine(tx)
      if (isKnown(state)) return null
      const stored = await readEpoch(tx)
      if (seen !== null && (stored === null || seen > stored)) {
        const copiedAt = stored ?? (await lastChange(tx)) ?? seen
        const knownUntil = this.endOfSeen(seen)
        await beginQuarantine(tx, this.clock, { reason: 'older_than_data_directory', copiedAt, knownUntil })
        this.log.error(
          { copiedAt, knownUntil },
          'the database is older than this data directory has seen it: quarantine, see paylink doctor',
        )
        return null
      }
      if (state) return null
      const now = this.clock.now()
      const at = afterwards(stored, iso(now))
      if (this.isStart && stored !== null && now.getTime() - Date.parse(stored) > DOWNTIME_MS) {
        await beginDowntime(tx, { from: stored, until: at })
      }
      await writeEpoch(tx, at)
      return at
    })
    this.isStart = false
    if (next !== null) this.store(next)
    await this.quarantine.look()
  }

  /** What followed the latest epoch was not seen, and a provider's clock may be ahead. */
  private endOfSeen(seen: string): string {
    const [end, now] = [iso(later(new Date(seen), UNSEEN_MS)), iso(this.clock.now())]
    const known = end < now ? end : now
    return known > seen ? known : seen
  }

  private store(at: string): void {
    this.stored = at
    try {
      this.file.write(this.instanceId, at)
      this.canWrite = true
    } catch (err) {
      // The next start may not notice an old database; this process does.
      if (this.canWrite) this.log.warn({ err }, 'could not write the epoch file in the data directory')
      this.canWrite = false
    }
  }
}

/** Also when the clock was put back. */
const afterwards = (stored: string | null, now: string): string =>
  stored === null || now > stored ? now : iso(later(new Date(stored), 1))

function latest(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other
  return one > other ? one : other
}
