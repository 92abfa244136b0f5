import type { Issuer } from '@paylink/plugin-api'
import type { ConnectionStatus } from '../connections/connection.js'
import { type Generation, GenerationCache } from '../database/generation.js'
import type { Reader, Tx } from '../database/engine.js'
import type { Scope } from '../kernel/principal.js'
import { INVOICING_SERVICE, type InvoicingConnection } from './invoicing-connection.js'

interface Row {
  id: string
  account_id: string
  livemode: boolean | number
  service: string
  status: ConnectionStatus
  sandbox: boolean | number
  external_account_id: string | null
  display_name: string | null
  issuer: string | null
  sealed_settings: string
  webhook_id: string | null
  last_error: string | null
  stalled_since: string | null
  last_checked_at: string | null
  created_at: string
  updated_at: string
}

/** The result of a check. */
export type InvoicingCheckResult = Pick<InvoicingConnection, 'status' | 'lastError' | 'lastCheckedAt' | 'updatedAt'>

export class InvoicingConnections {
  private readonly latest: GenerationCache<InvoicingConnection>
  private readonly byId: GenerationCache<InvoicingConnection>

  constructor(
    private readonly reader: Reader,
    private readonly generation: Generation,
  ) {
    this.latest = new GenerationCache(generation)
    this.byId = new GenerationCache(generation)
  }

  find(id: string): Promise<InvoicingConnection | undefined> {
    return this.byId.get(id, async () => {
      const row = await this.reader<Row>('invoicing_connections').where({ id }).first()
      return row && toConnection(row)
    })
  }

  /** The one in use, or else the latest; undefined: never connected in this mode. */
  current({ accountId, livemode }: Scope): Promise<InvoicingConnection | undefined> {
    return this.latest.get(`${accountId}:${livemode}`, async () => {
      const [row] = await this.ofScope({ accountId, livemode }).limit(1)
      return row && toConnection(row)
    })
  }

  /** The one in use first, then former ones, newest first. */
  async list(scope: Scope): Promise<InvoicingConnection[]> {
    return (await this.ofScope(scope)).map(toConnection)
  }

  async listInUse(): Promise<InvoicingConnection[]> {
    const rows = await this.reader<Row>('invoicing_connections').whereNot({ status: 'disconnected' }).orderBy('id')
    return rows.map(toConnection)
  }

  /** Puts a connection in use and disconnects the others, which keep serving their invoices. */
  async put(tx: Tx, connection: InvoicingConnection): Promise<void> {
    const { id, account_id, livemode, ...rest } = toRow(connection)
    const rows = () => tx<Row>('invoicing_connections')
    await rows()
      .where({ account_id, livemode })
      .whereNot({ id })
      .whereNot({ status: 'disconnected' })
      .update({ status: 'disconnected', updated_at: connection.updatedAt })
    const known = await rows().where({ id }).update(rest)
    if (known === 0) await rows().insert({ id, account_id, livemode, ...rest })
    await this.generation.bump(tx)
  }

  /** False: the connection changed since it was read, so the result is outdated and discarded. */
  async recordCheck(
    tx: Tx,
    seen: Pick<InvoicingConnection, 'id' | 'updatedAt'>,
    { status, lastError, lastCheckedAt, updatedAt }: InvoicingCheckResult,
  ): Promise<boolean> {
    const noted = await tx<Row>('invoicing_connections')
      .where({ id: seen.id, updated_at: seen.updatedAt })
      .whereNot({ status: 'disconnected' })
      .update({ status, last_error: lastError, last_checked_at: lastCheckedAt, updated_at: updatedAt })
    await this.generation.bump(tx)
    return noted > 0
  }

  private ofScope({ accountId, livemode }: Scope) {
    return this.reader<Row>('invoicing_connections')
      .where({ account_id: accountId, livemode })
      .orderByRaw("case when status = 'disconnected' then 1 else 0 end, created_at desc, id desc")
  }

  /** Sets since when invoices wait for it, unless already set; null clears it. Returns the stored time. */
  async setStalledSince(tx: Tx, id: string, since: string | null): Promise<string | null> {
    const row = await tx<Row>('invoicing_connections').where({ id }).forUpdate().first('stalled_since')
    const stalledSince = since === null ? null : (row?.stalled_since ?? since)
    if (row && row.stalled_since !== stalledSince) {
      await tx<Row>('invoicing_connections').where({ id }).update({ stalled_since: stalledSince })
      await this.generation.bump(tx)
    }
    return stalledSince
  }
}

const toConnection = (row: Row): InvoicingConnection => ({
  id: row.id,
  accountId: row.account_id,
  livemode: Boolean(row.livemode),
  status: row.status,
  sandbox: Boolean(row.sandbox),
  externalAccountId: row.external_account_id,
  displayName: row.display_name,
  issuer: row.issuer === null ? null : (JSON.parse(row.issuer) as Issuer),
  sealedSettings: row.sealed_settings,
  webhookId: row.webhook_id,
  lastError: row.last_error,
  stalledSince: row.stalled_since,
  lastCheckedAt: row.last_checked_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const toRow = (connection: InvoicingConnection): Row => ({
  id: connection.id,
  account_id: connection.accountId,
  livemode: connection.livemode,
  service: INVOICING_SERVICE,
  status: connection.status,
  sandbox: connection.sandbox,
  external_account_id: connection.externalAccountId,
  display_name: connection.displayName,
  issuer: connection.issuer && JSON.stringify(connection.issuer),
  sealed_settings: connection.sealedSettings,
  webhook_id: connection.webhookId,
  last_error: connection.lastError,
  stalled_since: connection.stalledSince,
  last_checked_at: connection.lastCheckedAt,
  created_at: connection.createdAt,
  updated_at: connection.updatedAt,
})
