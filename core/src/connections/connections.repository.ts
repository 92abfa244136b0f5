import type { Issuer } from '@paylink/plugin-api'
import { type Generation, GenerationCache } from '../database/generation.js'
import type { Reader, Tx } from '../database/engine.js'
import type { Scope } from '../kernel/principal.js'
import { type Connection, CONNECTION_TABLES, type ConnectionKind, type ConnectionStatus } from './connection.js'

interface Row {
  id: string
  account_id: string
  livemode: boolean | number
  provider?: string
  service?: string
  status: ConnectionStatus
  sandbox: boolean | number
  external_account_id: string | null
  display_name: string | null
  /** Of invoicing providers, as is `stalled_since`. */
  issuer?: string | null
  sealed_settings: string
  webhook_id: string | null
  last_error: string | null
  stalled_since?: string | null
  last_checked_at: string | null
  created_at: string
  updated_at: string
}

/** The result of a check. */
export type ConnectionCheck = Pick<Connection, 'status' | 'lastError' | 'lastCheckedAt' | 'updatedAt'>

/** The connections of both kinds, each kind in a table of its own. */
export class Connections {
  private readonly lists: GenerationCache<Connection[]>
  private readonly byId: GenerationCache<Connection>

  constructor(
    private readonly reader: Reader,
    private readonly generation: Generation,
  ) {
    this.lists = new GenerationCache(generation)
    this.byId = new GenerationCache(generation)
  }

  async find<K extends ConnectionKind>(kind: K, id: string): Promise<Connection<K> | undefined> {
    const found = await this.byId.get(`${kind}:${id}`, async () => {
      const row = await rowsOf(this.reader, kind).where({ id }).first()
      return row && toConnection(kind, row)
    })
    return found
  }

  /** The connections in use, oldest first. */
  async listInUse<K extends ConnectionKind>(kind: K, { accountId, livemode }: Scope): Promise<Connection<K>[]> {
    const inUse = await this.lists.get(`${kind}:${accountId}:${livemode}`, async () => {
      const rows = await this.query(kind, { accountId, livemode })
        .whereNot({ status: 'disconnected' })
        .orderBy(['created_at', 'id'])
      return rows.map((row) => toConnection(kind, row))
    })
    return inUse
  }

  /** The one in use, or else the latest; undefined: never connected in this mode. */
  async current<K extends ConnectionKind>(kind: K, scope: Scope): Promise<Connection<K> | undefined> {
    const [inUse] = await this.listInUse(kind, scope)
    return inUse ?? (await this.list(kind, scope))[0]
  }

  /** All of them, newest first. */
  async list<K extends ConnectionKind>(kind: K, scope: Scope): Promise<Connection<K>[]> {
    const rows = await this.query(kind, scope).orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    return rows.map((row) => toConnection(kind, row))
  }

  /** Those of every account, oldest first. */
  async listAll<K extends ConnectionKind>(kind: K): Promise<Connection<K>[]> {
    const rows = await rowsOf(this.reader, kind).orderBy(['created_at', 'id'])
    return rows.map((row) => toConnection(kind, row))
  }

  /**
   * Puts a connection in use and disconnects the one it replaces. Of concurrent ones, each replaces the one before.
   *
   * @returns the id of the replaced connection
   */
  async put(tx: Tx, connection: Connection): Promise<string | null> {
    const { id, kind, accountId, livemode, provider, updatedAt } = connection
    // Serialized by the account's row: the second sees what the first has written.
    await tx('accounts').where({ id: accountId }).forUpdate().first('id')
    const former = await rowsOf(tx, kind)
      .where({ account_id: accountId, livemode, ...(kind === 'payment' && { provider }) })
      .whereNot({ status: 'disconnected' })
      .whereNot({ id })
      .first('id')
    if (former) await this.disconnect(tx, kind, former.id, updatedAt)
    const row = toRow(connection)
    const known = await rowsOf(tx, kind).where({ id }).update(row)
    if (known === 0) await rowsOf(tx, kind).insert(row)
    await this.generation.bump(tx)
    return former?.id ?? null
  }

  /** False: the connection changed or was disconnected since it was read, so the result is outdated and discarded. */
  async recordCheck(
    tx: Tx,
    { kind, id, updatedAt: readAt }: Pick<Connection, 'kind' | 'id' | 'updatedAt'>,
    { status, lastError, lastCheckedAt, updatedAt }: ConnectionCheck,
  ): Promise<boolean> {
    const recorded = await rowsOf(tx, kind)
      .where({ id, updated_at: readAt })
      .whereNot({ status: 'disconnected' })
      .update({ status, last_error: lastError, last_checked_at: lastCheckedAt, updated_at: updatedAt })
    if (recorded === 1) await this.generation.bump(tx)
    return recorded === 1
  }

  /** Keeps the credentials: open payments and invoices are still served with them. */
  async disconnect(tx: Tx, kind: ConnectionKind, id: string, at: string): Promise<void> {
    await rowsOf(tx, kind).where({ id }).update({ status: 'disconnected', updated_at: at })
    await this.generation.bump(tx)
  }

  /** It is no longer registered at the provider. */
  async forgetWebhook(tx: Tx, { kind, id }: Pick<Connection, 'kind' | 'id'>, webhookId: string): Promise<void> {
    await rowsOf(tx, kind).where({ id, webhook_id: webhookId }).update({ webhook_id: null })
    await this.generation.bump(tx)
  }

  /** Sets since when invoices wait for it, unless already set; null clears it. Returns the stored time. */
  async setStalledSince(tx: Tx, id: string, since: string | null): Promise<string | null> {
    const rows = () => rowsOf(tx, 'invoicing').where({ id })
    const row = await rows().forUpdate().first('stalled_since')
    const stalledSince = since === null ? null : (row?.stalled_since ?? since)
    if (row && row.stalled_since !== stalledSince) {
      await rows().update({ stalled_since: stalledSince })
      await this.generation.bump(tx)
    }
    return stalledSince
  }

  private query(kind: ConnectionKind, { accountId, livemode }: Scope) {
    return rowsOf(this.reader, kind).where({ account_id: accountId, livemode })
  }
}

const rowsOf = (on: Reader | Tx, kind: ConnectionKind) => on<Row>(CONNECTION_TABLES[kind].table)

const toConnection = <K extends ConnectionKind>(kind: K, row: Row): Connection<K> => ({
  id: row.id,
  kind,
  accountId: row.account_id,
  livemode: Boolean(row.livemode),
  provider: row[CONNECTION_TABLES[kind].provider] ?? '',
  status: row.status,
  sandbox: Boolean(row.sandbox),
  externalAccountId: row.external_account_id,
  displayName: row.display_name,
  issuer: row.issuer ? (JSON.parse(row.issuer) as Issuer) : null,
  sealedSettings: row.sealed_settings,
  webhookId: row.webhook_id,
  lastError: row.last_error,
  stalledSince: row.stalled_since ?? null,
  lastCheckedAt: row.last_checked_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const toRow = (connection: Connection): Row => ({
  id: connection.id,
  account_id: connection.accountId,
  livemode: connection.livemode,
  [CONNECTION_TABLES[connection.kind].provider]: connection.provider,
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
  ...(connection.kind === 'invoicing' && {
    issuer: connection.issuer && JSON.stringify(connection.issuer),
    stalled_since: connection.stalledSince,
  }),
})
