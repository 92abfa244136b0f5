import type { Issuer } from '@paylink/plugin-api'
import { Columns, type RowOf } from '../database/columns.js'
import { type Generation, GenerationCache } from '../database/generation.js'
import type { Reader, Tx } from '../database/engine.js'
import type { Scope } from '../kernel/principal.js'
import { Problem } from '../kernel/problem.js'
import { type Connection, CONNECTION_TABLES, type ConnectionKind } from './connection.js'

type Common = Omit<Connection, 'kind' | 'provider' | 'issuer' | 'stalledSince'>

/** What the tables of both kinds have. */
const COLUMNS = Columns.of<Common>({
  id: 'text',
  accountId: 'text',
  livemode: 'boolean',
  status: 'text',
  sandbox: 'boolean',
  externalAccountId: 'text',
  displayName: 'text',
  sealedSettings: 'text',
  webhookId: 'text',
  lastError: 'text',
  lastCheckedAt: 'timestamptz',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
})

interface Row extends RowOf<Common> {
  provider?: string
  service?: string
  /** Of invoicing providers, as is `stalled_since`. */
  issuer?: string | null
  stalled_since?: string | null
}

/** What a new version of a connection was made from. */
export interface Basis {
  /** As it was read. */
  connection: Connection
  mustBeInUse: boolean
}

/** Another request connected the same account at the provider in the meantime. Nothing was written. */
export class TwinConnectionProblem extends Problem {
  constructor() {
    super('request_in_flight', { detail: 'This account was connected a moment ago. Try again.' })
    this.name = 'TwinConnectionProblem'
  }
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

  /** Those of both modes, oldest first. @param accountId null: of every account */
  async listAll<K extends ConnectionKind>(kind: K, accountId: string | null = null): Promise<Connection<K>[]> {
    const all = rowsOf(this.reader, kind)
    const rows = await (accountId === null ? all : all.where({ account_id: accountId })).orderBy(['created_at', 'id'])
    return rows.map((row) => toConnection(kind, row))
  }

  /**
   * Puts a connection in use and disconnects the one it replaces. Of concurrent ones, each replaces the one before.
   *
   * @param basis none if the connection is new
   * @param known the connections that were there when a new one was prepared; any, if left out
   * @returns the id of the replaced connection
   * @throws Problem `request_in_flight`: `basis` has changed since it was read; nothing was written
   * @throws TwinConnectionProblem a new one is of the same account as one that is not among the known
   */
  async put(
    tx: Tx,
    connection: Connection,
    { basis, known }: { basis?: Basis; known?: readonly string[] } = {},
  ): Promise<string | null> {
    const { id, kind, accountId, livemode, provider, updatedAt } = connection
    // Serialized by the account's row: the second sees what the first has written.
    await tx('accounts').where({ id: accountId }).forNoKeyUpdate().first('id')
    if (basis) await this.assertUnchanged(tx, basis)
    const former = await rowsOf(tx, kind)
      .where({ account_id: accountId, livemode, ...(kind === 'payment' && { provider }) })
      .whereNot({ status: 'disconnected' })
      .whereNot({ id })
      .first('id', 'sandbox', 'external_account_id', CONNECTION_TABLES[kind].provider)
    if (former && known && !known.includes(former.id) && isTwin(connection, former)) throw new TwinConnectionProblem()
    if (former) await this.disconnect(tx, kind, former.id, updatedAt)
    // Changes on its own, while invoices wait.
    const { stalled_since: _, ...row } = toRow(connection)
    const updated = await rowsOf(tx, kind).where({ id }).update(row)
    if (updated === 0) await rowsOf(tx, kind).insert(toRow(connection))
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

  /** The settings are sealed anew each time: equal ones are the same version. */
  private async assertUnchanged(tx: Tx, { connection, mustBeInUse }: Basis): Promise<void> {
    const { kind, id, sealedSettings } = connection
    const row = await rowsOf(tx, kind).where({ id, sealed_settings: sealedSettings }).forUpdate().first('status')
    if (row && !(mustBeInUse && row.status === 'disconnected')) return
    throw new Problem('request_in_flight', { detail: 'The connection has just changed. Try again.' })
  }

  private query(kind: ConnectionKind, { accountId, livemode }: Scope) {
    return rowsOf(this.reader, kind).where({ account_id: accountId, livemode })
  }
}

/** A simulated account belongs to its connection, so any other of the simulator is a twin. */
const isTwin = ({ kind, provider, sandbox, externalAccountId }: Connection, other: Partial<Row>): boolean =>
  other[CONNECTION_TABLES[kind].provider] === provider &&
  Boolean(other.sandbox) === sandbox &&
  (sandbox || other.external_account_id === externalAccountId)

const rowsOf = (on: Reader | Tx, kind: ConnectionKind) => on<Row>(CONNECTION_TABLES[kind].table)

const toConnection = <K extends ConnectionKind>(kind: K, row: Row): Connection<K> => ({
  ...COLUMNS.fromRow(row),
  kind,
  provider: row[CONNECTION_TABLES[kind].provider] ?? '',
  issuer: row.issuer ? (JSON.parse(row.issuer) as Issuer) : null,
  stalledSince: row.stalled_since ?? null,
})

const toRow = ({ kind, provider, issuer, stalledSince, ...common }: Connection): Row => ({
  ...COLUMNS.toRow(common),
  [CONNECTION_TABLES[kind].provider]: provider,
  ...(kind === 'invoicing' && { issuer: issuer && JSON.stringify(issuer), stalled_since: stalledSince }),
})
