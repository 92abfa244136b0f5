import type { Generation } from '../database/generation.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, iso, MINUTE_MS } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import { ABSOLUTE_MS, IDLE_MS, type Session } from './session.js'
import type { Sessions, SessionWithUser } from './sessions.repository.js'
import { hashToken } from './token.js'

/** More than one person's open pages belong to. */
const MAX_SESSIONS = 50

/**
 * Finds who is signed in. Asks the database each time: a session that was revoked is refused at once (I49). With it comes
 * the generation: accounts and connections read after it are as they were when the request began, or newer.
 */
export class ReadSession {
  constructor(
    private readonly sessions: Sessions,
    private readonly generation: Generation,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** @param token the value of the session cookie; undefined: unknown, ended or too old */
  async find(token: string): Promise<Session | undefined> {
    const row = await this.sessions.findWithUser(hashToken(token))
    const now = this.clock.now()
    if (!row || !isValid(row, now)) return undefined
    await this.generation.advanceTo(row.generation)
    if (now.getTime() - Date.parse(row.last_used_at) >= MINUTE_MS) await this.recordUse(row.id, iso(now))
    const { user_id: id, name, email, role, locale } = row
    return {
      id: row.id,
      accountId: row.account_id,
      user: { id, name, email, role, locale },
      confirmedAt: row.confirmed_at,
      lacksSecondFactor: Boolean(row.requires_second_factor) && !row.has_second_factor,
    }
  }

  /** Whose session it is or was, as long as rows are kept: for a form that was posted after its session had ended. */
  async userOfEnded(token: string): Promise<{ id: string; accountId: string } | undefined> {
    const row = await this.sessions.findWithUser(hashToken(token))
    if (!row || row.disabled_at !== null) return undefined
    return { id: row.user_id, accountId: row.account_id }
  }

  /** The sessions that the person has or had lately. */
  latestIdsOf(userId: string): Promise<string[]> {
    return this.sessions.latestIdsOf(userId, MAX_SESSIONS)
  }

  /** Once a minute is enough, and a failure never refuses a request. */
  private async recordUse(id: string, at: string): Promise<void> {
    await this.unitOfWork
      .run((tx) => this.sessions.recordUse(tx, id, at))
      .catch((error: unknown) => this.log.warn({ err: error }, 'could not record the use of a session'))
  }
}

function isValid(row: SessionWithUser, now: Date): boolean {
  if (row.ended_at !== null || row.disabled_at !== null) return false
  const isIdle = now.getTime() - Date.parse(row.last_used_at) >= IDLE_MS
  return !isIdle && now.getTime() - Date.parse(row.signed_in_at) < ABSOLUTE_MS
}
