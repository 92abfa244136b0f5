import { Columns, type RowOf } from '../database/columns.js'
import type { Reader, Tx } from '../database/engine.js'
import type { OAuthClient } from './oauth-client.js'

type Row = RowOf<OAuthClient>

const CLIENT = Columns.of<OAuthClient>({
  id: 'text',
  name: 'text',
  redirectUris: 'json',
  createdAt: 'timestamptz',
  lastUsedAt: 'timestamptz',
})

/** They belong to no account: a program registers before a person decides about it. */
export class OAuthClients {
  constructor(private readonly reader: Reader) {}

  async find(id: string): Promise<OAuthClient | undefined> {
    const row = await this.reader<Row>('oauth_clients').where({ id }).first()
    return row && CLIENT.fromRow(row)
  }

  async insert(tx: Tx, client: OAuthClient): Promise<void> {
    await tx('oauth_clients').insert(CLIENT.toRow(client))
  }

  async recordUse(tx: Tx, id: string, at: string): Promise<void> {
    await tx('oauth_clients').where({ id }).update({ last_used_at: at })
  }

  /** Those that were not used since then, and that no person has connected. */
  async deleteUnused(tx: Tx, since: string): Promise<void> {
    await tx('oauth_clients')
      .where('last_used_at', '<', since)
      .whereNotExists(
        tx('agent_grants')
          .whereNull('agent_grants.revoked_at')
          .whereRaw('agent_grants.client_id = oauth_clients.id')
          .select('agent_grants.id'),
      )
      .delete()
  }
}
