import type { Generation } from '../database/generation.js'
import type { Reader, Tx } from '../database/engine.js'
import { mapping, type RowOf } from '../database/mapping.js'
import { Statement } from '../database/statement.js'
import type { ApiScope } from '../kernel/principal.js'
import type { ApiKey } from './api-key.js'

const KEY = mapping<Omit<ApiKey, 'scopes'> & { scopes: string | null }>()(
  {
    id: 'id',
    accountId: 'account_id',
    livemode: 'livemode',
    name: 'name',
    hash: 'hash',
    prefix: 'prefix',
    lastFour: 'last_four',
    scopes: 'scopes',
    rateLimit: 'rate_limit',
    createdAt: 'created_at',
    lastUsedAt: 'last_used_at',
    expiresAt: 'expires_at',
    revokedAt: 'revoked_at',
  },
  ['livemode'],
)

type Row = RowOf<typeof KEY>

/** Columns by name: on Postgres a prepared `select *` breaks once another version adds a column. */
const BY_HASH = new Statement<Row>(`select ${KEY.columns.join()} from api_keys where hash = ?`)

export class ApiKeys {
  constructor(
    private readonly reader: Reader,
    private readonly generation: Generation,
  ) {}

  async findByHash(hash: string): Promise<ApiKey | undefined> {
    const [row] = await BY_HASH.rows(this.reader, [hash])
    return row && toKey(row)
  }

  async list(accountId: string): Promise<ApiKey[]> {
    const rows = await this.reader<Row>('api_keys')
      .where({ account_id: accountId })
      .orderBy([
        { column: 'created_at', order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
    return rows.map(toKey)
  }

  async insert(tx: Tx, key: ApiKey): Promise<void> {
    await tx('api_keys').insert(KEY.toRow({ ...key, scopes: key.scopes && JSON.stringify(key.scopes) }))
  }

  /** When the key was revoked, and whether by this call; undefined if there is no such key. */
  async revoke(tx: Tx, accountId: string, id: string, at: string): Promise<{ at: string; isNew: boolean } | undefined> {
    const key = { id, account_id: accountId }
    const revoked = await tx('api_keys').where(key).whereNull('revoked_at').update({ revoked_at: at })
    await this.generation.bump(tx)
    const row = await tx<Row>('api_keys').where(key).first('revoked_at')
    return row && { at: row.revoked_at ?? at, isNew: revoked === 1 }
  }

  async recordUse(tx: Tx, id: string, at: string): Promise<void> {
    await tx('api_keys').where({ id }).update({ last_used_at: at })
  }
}

function toKey(row: Row): ApiKey {
  const { scopes, ...key } = KEY.toFields(row)
  return { ...key, scopes: scopes === null ? null : (JSON.parse(scopes) as ApiScope[]) }
}
