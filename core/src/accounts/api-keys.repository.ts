import type { Generation } from '../database/generation.js'
import type { Reader, Tx } from '../database/engine.js'
import { Statement } from '../database/statement.js'
import type { ApiScope } from '../kernel/principal.js'
import type { ApiKey } from './api-key.js'

interface Row {
  id: string
  account_id: string
  livemode: boolean | number
  name: string
  hash: string
  prefix: string
  last_four: string
  scopes: string | null
  rate_limit: number | null
  created_at: string
  last_used_at: string | null
  expires_at: string | null
  revoked_at: string | null
}

/** Columns by name: on Postgres a prepared `select *` breaks once another version adds a column. */
const BY_HASH = new Statement<Row>(
  `select id, account_id, livemode, name, hash, prefix, last_four, scopes, rate_limit, created_at, last_used_at,
     expires_at, revoked_at
   from api_keys where hash = ?`,
)

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
    await tx('api_keys').insert({
      id: key.id,
      account_id: key.accountId,
      livemode: key.livemode,
      name: key.name,
      hash: key.hash,
      prefix: key.prefix,
      last_four: key.lastFour,
      scopes: key.scopes && JSON.stringify(key.scopes),
      rate_limit: key.rateLimit,
      created_at: key.createdAt,
      expires_at: key.expiresAt,
    })
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
  return {
    id: row.id,
    accountId: row.account_id,
    livemode: Boolean(row.livemode),
    name: row.name,
    hash: row.hash,
    prefix: row.prefix,
    lastFour: row.last_four,
    scopes: row.scopes === null ? null : (JSON.parse(row.scopes) as ApiScope[]),
    rateLimit: row.rate_limit,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
  }
}
