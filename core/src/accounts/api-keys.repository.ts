import type { Generation } from '../database/generation.js'
import type { Reader, Tx } from '../database/engine.js'
import { Columns, type RowOf } from '../database/columns.js'
import { Statement } from '../database/statement.js'
import type { Controls, Scope } from '../kernel/principal.js'
import type { ApiKey } from './api-key.js'

type Row = RowOf<ApiKey>

const KEY = Columns.of<ApiKey>({
  id: 'text',
  accountId: 'text',
  livemode: 'boolean',
  name: 'text',
  hash: 'text',
  prefix: 'text',
  lastFour: 'text',
  scopes: 'json',
  rateLimit: 'int',
  controls: 'json',
  createdAt: 'timestamptz',
  lastUsedAt: 'timestamptz',
  expiresAt: 'timestamptz',
  revokedAt: 'timestamptz',
})

const BY_HASH = new Statement<Row>(`select ${KEY.names.join()} from api_keys where hash = ?`)

export class ApiKeys {
  constructor(
    private readonly reader: Reader,
    private readonly generation: Generation,
  ) {}

  async findByHash(hash: string): Promise<ApiKey | undefined> {
    const [row] = await BY_HASH.rows(this.reader, [hash])
    return row && toKey(row)
  }

  async list(accountId: string, on: Reader = this.reader): Promise<ApiKey[]> {
    const rows = await on<Row>('api_keys')
      .where({ account_id: accountId })
      .orderBy([
        { column: 'created_at', order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
    return rows.map(toKey)
  }

  /** Of one mode, newest first: those in use, and those that were revoked or expired since then. */
  async listOfMode({ accountId, livemode }: Scope, endedSince: string, limit: number): Promise<ApiKey[]> {
    const rows = await this.reader<Row>('api_keys')
      .where({ account_id: accountId, livemode })
      .whereRaw('(revoked_at is null or revoked_at >= ?)', [endedSince])
      .whereRaw('(expires_at is null or expires_at >= ?)', [endedSince])
      .orderBy([
        { column: 'created_at', order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
      .limit(limit)
    return rows.map(toKey)
  }

  async find({ accountId, livemode }: Scope, id: string): Promise<ApiKey | undefined> {
    const row = await this.reader<Row>('api_keys').where({ account_id: accountId, livemode, id }).first()
    return row && toKey(row)
  }

  async insert(tx: Tx, key: ApiKey): Promise<void> {
    await tx('api_keys').insert(KEY.toRow(key))
  }

  /** When the key was revoked, and whether by this call; undefined if there is no such key. */
  async revoke(tx: Tx, accountId: string, id: string, at: string): Promise<{ at: string; isNew: boolean } | undefined> {
    const key = { id, account_id: accountId }
    const revoked = await tx('api_keys').where(key).whereNull('revoked_at').update({ revoked_at: at })
    await this.generation.bump(tx)
    const row = await tx<Row>('api_keys').where(key).first('revoked_at')
    return row && { at: row.revoked_at ?? at, isNew: revoked === 1 }
  }

  /** False: there is no such key, or it is revoked. */
  async setControls(tx: Tx, { accountId, livemode }: Scope, id: string, controls: Controls | null): Promise<boolean> {
    const key = { id, account_id: accountId, livemode }
    const changed = await tx('api_keys').where(key).whereNull('revoked_at').update(KEY.toRow({ controls }))
    await this.generation.bump(tx)
    return changed === 1
  }

  async recordUse(tx: Tx, id: string, at: string): Promise<void> {
    await tx('api_keys').where({ id }).update({ last_used_at: at })
  }
}

const toKey = (row: Row): ApiKey => KEY.fromRow(row)
