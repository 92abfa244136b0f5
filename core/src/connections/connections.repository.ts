import { type Generation, GenerationCache } from '../database/generation.js'
import type { Reader, Tx } from '../database/engine.js'
import type { Scope } from '../kernel/principal.js'
import type { Connection, ConnectionStatus } from './connection.js'

interface Row {
  id: string
  account_id: string
  livemode: boolean | number
  provider: string
  status: ConnectionStatus
  sandbox: boolean | number
  external_account_id: string | null
  display_name: string | null
  sealed_settings: string
  webhook_id: string | null
  last_error: string | null
  last_checked_at: string | null
  created_at: string
  updated_at: string
}

export type ConnectionNote = Pick<Connection, 'status' | 'lastError' | 'lastCheckedAt' | 'updatedAt'>

export class Connections {
  private readonly inUse: GenerationCache<Connection[]>
  private readonly byId: GenerationCache<Connection>

  constructor(
    private readonly reader: Reader,
    private readonly generation: Generation,
  ) {
    this.inUse = new GenerationCache(generation)
    this.byId = new GenerationCache(generation)
  }

  find(id: string): Promise<Connection | undefined> {
    return this.byId.get(id, async () => {
      const row = await this.reader<Row>('connections').where({ id }).first()
      return row && toConnection(row)
    })
  }

  /** The connections in use, oldest first. */
  listInUse(scope: Scope): Promise<Connection[]> {
    return this.inUse.get(`${scope.accountId}:${scope.livemode}`, async () => {
      const rows = await this.query(scope).whereNot({ status: 'disconnected' }).orderBy(['created_at', 'id'])
      return rows.map(toConnection)
    })
  }

  /** All of them, newest first. */
  async list(scope: Scope): Promise<Connection[]> {
    const rows = await this.query(scope).orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    return rows.map(toConnection)
  }

  async listAll(): Promise<Connection[]> {
    return (await this.reader<Row>('connections').orderBy(['created_at', 'id'])).map(toConnection)
  }

  async insert(tx: Tx, connection: Connection): Promise<void> {
    await tx('connections').insert(toRow(connection))
    await this.generation.bump(tx)
  }

  async save(tx: Tx, connection: Connection): Promise<void> {
    const { id, ...rest } = toRow(connection)
    await tx('connections').where({ id }).update(rest)
    await this.generation.bump(tx)
  }

  /** Records the result of a check. False: the connection has changed since it was read, so the result is void. */
  async recordCheck(tx: Tx, seen: Pick<Connection, 'id' | 'updatedAt'>, found: ConnectionNote): Promise<boolean> {
    const noted = await tx('connections')
      .where({ id: seen.id, updated_at: seen.updatedAt })
      .whereNot({ status: 'disconnected' })
      .update({
        status: found.status,
        last_error: found.lastError,
        last_checked_at: found.lastCheckedAt,
        updated_at: found.updatedAt,
      })
    if (noted === 1) await this.generation.bump(tx)
    return noted === 1
  }

  /**
   * Disconnects the provider's connection in use, if it is a different one. Concurrent connects replace one another.
   *
   * @returns the id of the replaced connection
   */
  async replace(tx: Tx, { accountId, livemode, provider, id }: Connection, at: string): Promise<string | null> {
    // Serializes concurrent connects: the second sees what the first has written.
    await tx('accounts').where({ id: accountId }).forUpdate().first('id')
    const former = await tx<Row>('connections')
      .where({ account_id: accountId, livemode, provider })
      .whereNot({ status: 'disconnected' })
      .whereNot({ id })
      .first('id')
    if (former) await this.disconnect(tx, former.id, at)
    return former?.id ?? null
  }

  /** The credentials stay: open payments are still verified with them. */
  async disconnect(tx: Tx, id: string, at: string): Promise<void> {
    await tx('connections').where({ id }).update({ status: 'disconnected', updated_at: at })
    await this.generation.bump(tx)
  }

  /** The notification address is no longer registered at the provider. */
  async forgetWebhook(tx: Tx, id: string, webhookId: string): Promise<void> {
    await tx('connections').where({ id, webhook_id: webhookId }).update({ webhook_id: null })
    await this.generation.bump(tx)
  }

  private query(scope: Scope) {
    return this.reader<Row>('connections').where({ account_id: scope.accountId, livemode: scope.livemode })
  }
}

function toConnection(row: Row): Connection {
  return {
    id: row.id,
    accountId: row.account_id,
    livemode: Boolean(row.livemode),
    provider: row.provider,
    status: row.status,
    sandbox: Boolean(row.sandbox),
    externalAccountId: row.external_account_id,
    displayName: row.display_name,
    sealedSettings: row.sealed_settings,
    webhookId: row.webhook_id,
    lastError: row.last_error,
    lastCheckedAt: row.last_checked_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

function toRow(connection: Connection): Row {
  return {
    id: connection.id,
    account_id: connection.accountId,
    livemode: connection.livemode,
    provider: connection.provider,
    status: connection.status,
    sandbox: connection.sandbox,
    external_account_id: connection.externalAccountId,
    display_name: connection.displayName,
    sealed_settings: connection.sealedSettings,
    webhook_id: connection.webhookId,
    last_error: connection.lastError,
    last_checked_at: connection.lastCheckedAt,
    created_at: connection.createdAt,
    updated_at: connection.updatedAt,
  }
}
