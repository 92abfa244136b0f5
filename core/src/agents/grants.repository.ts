import { Columns, type RowOf } from '../database/columns.js'
import type { Reader, Tx } from '../database/engine.js'
import type { Generation } from '../database/generation.js'
import { Statement } from '../database/statement.js'
import type { Controls, Scope } from '../kernel/principal.js'
import type { Grant } from './grant.js'

type Row = RowOf<Grant>

const GRANT = Columns.of<Grant>({
  id: 'text',
  accountId: 'text',
  livemode: 'boolean',
  userId: 'text',
  clientId: 'text',
  clientName: 'text',
  clientHost: 'text',
  redirectHost: 'text',
  scopes: 'json',
  controls: 'json',
  createdAt: 'timestamptz',
  lastUsedAt: 'timestamptz',
  revokedAt: 'timestamptz',
})

const BY_ID = new Statement<Row>(`select ${GRANT.names.join()} from agent_grants where id = ?`)

const toGrant = (row: Row): Grant => GRANT.fromRow(row)

export class Grants {
  constructor(
    private readonly reader: Reader,
    private readonly generation: Generation,
  ) {}

  /** Of any account: for a token, which says whose it is. */
  async findById(id: string): Promise<Grant | undefined> {
    const [row] = await BY_ID.rows(this.reader, [id])
    return row && toGrant(row)
  }

  async find({ accountId, livemode }: Scope, id: string): Promise<Grant | undefined> {
    const row = await this.reader<Row>('agent_grants').where({ account_id: accountId, livemode, id }).first()
    return row && toGrant(row)
  }

  /** Of one mode, newest first: those in use, and those that were revoked since then. */
  async listOfMode({ accountId, livemode }: Scope, revokedSince: string, limit: number): Promise<Grant[]> {
    const rows = await this.reader<Row>('agent_grants')
      .where({ account_id: accountId, livemode })
      .whereRaw('(revoked_at is null or revoked_at >= ?)', [revokedSince])
      .orderBy([
        { column: 'created_at', order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
      .limit(limit)
    return rows.map(toGrant)
  }

  /** Of every grant that the account has or had. */
  async names(accountId: string): Promise<{ id: string; name: string }[]> {
    const rows = await this.reader<Row>('agent_grants').where({ account_id: accountId }).select('id', 'client_name')
    return rows.map(({ id, client_name: name }) => ({ id, name }))
  }

  /** Has a person of any account connected this program? */
  async isClientInUse(clientId: string): Promise<boolean> {
    const row = await this.reader<Row>('agent_grants')
      .where({ client_id: clientId })
      .whereNull('revoked_at')
      .first('id')
    return row !== undefined
  }

  async insert(tx: Tx, grant: Grant): Promise<void> {
    await tx('agent_grants').insert(GRANT.toRow(grant))
  }

  /** Not revoked, and not until the transaction ends; undefined: it is, or there is none. */
  async lockInUse(tx: Tx, id: string): Promise<Grant | undefined> {
    const row = await tx<Row>('agent_grants')
      .where({ id })
      .whereNull('revoked_at')
      .forUpdate()
      .first(...GRANT.names)
    return row && toGrant(row)
  }

  /** When the grant was revoked, and whether by this call; undefined if there is no such grant. */
  async revoke(tx: Tx, accountId: string, id: string, at: string): Promise<{ at: string; isNew: boolean } | undefined> {
    const grant = { id, account_id: accountId }
    const revoked = await tx('agent_grants').where(grant).whereNull('revoked_at').update({ revoked_at: at })
    await this.generation.bump(tx)
    const row = await tx<Row>('agent_grants').where(grant).first('revoked_at')
    return row && { at: row.revoked_at ?? at, isNew: revoked === 1 }
  }

  /** False: there is no such grant, or it is revoked. */
  async setControls(tx: Tx, { accountId, livemode }: Scope, id: string, controls: Controls | null): Promise<boolean> {
    const grant = { id, account_id: accountId, livemode }
    const changed = await tx('agent_grants').where(grant).whereNull('revoked_at').update(GRANT.toRow({ controls }))
    await this.generation.bump(tx)
    return changed === 1
  }

  async recordUse(tx: Tx, id: string, at: string): Promise<void> {
    await tx('agent_grants').where({ id }).update({ last_used_at: at })
  }
}
