import { Columns, type RowOf } from '../database/columns.js'
import type { Reader, Tx } from '../database/engine.js'
import { Statement } from '../database/statement.js'
import type { PageLocale } from '../kernel/choose-locale.js'
import type { Role } from './role.js'

/** A session as it is stored. */
export interface StoredSession {
  id: string
  tokenHash: string
  userId: string
  accountId: string
  createdAt: string
  lastUsedAt: string
  confirmedAt: string
  /** When the person signed in: a session that continues another keeps its absolute end. */
  signedInAt: string
  endedAt: string | null
  ip: string
  userAgent: string
}

const SESSION = Columns.of<StoredSession>({
  id: 'text',
  tokenHash: 'text',
  userId: 'text',
  accountId: 'text',
  createdAt: 'timestamptz',
  lastUsedAt: 'timestamptz',
  confirmedAt: 'timestamptz',
  signedInAt: 'timestamptz',
  endedAt: 'timestamptz',
  ip: 'text',
  userAgent: 'text',
})

type Row = RowOf<StoredSession>

/** A session with its user, as one statement reads it. */
export interface SessionWithUser {
  id: string
  account_id: string
  last_used_at: string
  confirmed_at: string
  signed_in_at: string
  ended_at: string | null
  user_id: string
  name: string
  email: string
  role: Role
  locale: PageLocale | null
  disabled_at: string | null
  /** Booleans are numbers on SQLite. */
  requires_second_factor: boolean | number
  has_second_factor: boolean | number
  /** As it was when the session was read. */
  generation: number
}

const WITH_USER = new Statement<SessionWithUser>(
  `select s.id, s.account_id, s.last_used_at, s.confirmed_at, s.signed_in_at, s.ended_at,
     u.id as user_id, u.name, u.email, u.role, u.locale, u.disabled_at, a.requires_second_factor,
     exists (select 1 from totps t where t.user_id = u.id and t.confirmed_at is not null)
       or exists (select 1 from passkeys p where p.user_id = u.id) as has_second_factor,
     (select value from generation where id = 1) as generation
   from sessions s join users u on u.id = s.user_id join accounts a on a.id = s.account_id
   where s.token_hash = ?`,
)

export class Sessions {
  constructor(private readonly reader: Reader) {}

  async findWithUser(tokenHash: string): Promise<SessionWithUser | undefined> {
    const [row] = await WITH_USER.rows(this.reader, [tokenHash])
    return row
  }

  /** Those that have not ended, the last used first. */
  async listOpen(userId: string): Promise<StoredSession[]> {
    const rows = await this.reader<Row>('sessions')
      .where({ user_id: userId })
      .whereNull('ended_at')
      .orderBy([
        { column: 'last_used_at', order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
      .select(...SESSION.names)
    return rows.map((row) => SESSION.fromRow(row))
  }

  /** Also of those that have ended, as long as rows are kept; the newest first. */
  async latestIdsOf(userId: string, max: number): Promise<string[]> {
    const query = this.reader<Row>('sessions').where({ user_id: userId }).orderBy('created_at', 'desc').limit(max)
    return query.pluck<string[]>('id')
  }

  /** When each user of the account was last there. */
  async lastUses(accountId: string): Promise<Map<string, string>> {
    const rows = await this.reader<Row>('sessions')
      .where({ account_id: accountId })
      .groupBy('user_id')
      .select('user_id')
      .max({ last: 'last_used_at' })
    return new Map(rows.map(({ user_id, last }) => [String(user_id), String(last)]))
  }

  /** Has the user been signed in from this address, as far as rows are kept? */
  async knowsAddress(userId: string, ip: string): Promise<boolean> {
    return (await this.reader<Row>('sessions').where({ user_id: userId, ip }).first('id')) !== undefined
  }

  async insert(tx: Tx, session: StoredSession): Promise<void> {
    await tx('sessions').insert(SESSION.toRow(session))
  }

  /** Locked; undefined: it has ended. */
  async lockOpen(tx: Tx, id: string): Promise<StoredSession | undefined> {
    const row = await tx<Row>('sessions')
      .where({ id })
      .whereNull('ended_at')
      .forUpdate()
      .first(...SESSION.names)
    return row && SESSION.fromRow(row)
  }

  async recordUse(tx: Tx, id: string, at: string): Promise<void> {
    await tx<Row>('sessions').where({ id }).where('last_used_at', '<', at).update({ last_used_at: at })
  }

  /** Ends one of the user's sessions. False: there is none, or it has ended. */
  async end(tx: Tx, userId: string, id: string, at: string): Promise<boolean> {
    const ended = await tx<Row>('sessions')
      .where({ id, user_id: userId })
      .whereNull('ended_at')
      .update({ ended_at: at })
    return ended > 0
  }

  async endAllOf(tx: Tx, userId: string, at: string, except = ''): Promise<void> {
    const open = tx<Row>('sessions').where({ user_id: userId }).whereNull('ended_at')
    await open.whereNot({ id: except }).update({ ended_at: at })
  }

  /** Deletes rows that have been over for long. */
  async deleteBefore(tx: Tx, endedBefore: string, unusedBefore: string): Promise<void> {
    await tx<Row>('sessions').where('ended_at', '<', endedBefore).delete()
    await tx<Row>('sessions').where('last_used_at', '<', unusedBefore).delete()
  }
}
