import { Columns, type RowOf } from '../database/columns.js'
import type { Reader, Tx } from '../database/engine.js'
import type { Invitation, InvitationPurpose } from './invitation.js'

const INVITATION = Columns.of<Invitation>({
  id: 'text',
  accountId: 'text',
  purpose: 'text',
  email: 'text',
  emailKey: 'text',
  name: 'text',
  role: 'text',
  userId: 'text',
  clearsSecondFactor: 'boolean',
  invitedBy: 'text',
  createdAt: 'timestamptz',
  expiresAt: 'timestamptz',
  usedAt: 'timestamptz',
  withdrawnAt: 'timestamptz',
})

type Row = RowOf<Invitation>

export class Invitations {
  constructor(private readonly reader: Reader) {}

  async find(id: string): Promise<Invitation | undefined> {
    const row = await this.reader<Row>('invitations')
      .where({ id })
      .first(...INVITATION.names)
    return row && INVITATION.fromRow(row)
  }

  /** Neither used nor withdrawn nor too old, newest first. */
  async listOpen(
    accountId: string,
    purpose: InvitationPurpose,
    now: string,
    on: Reader = this.reader,
  ): Promise<Invitation[]> {
    const rows = await on<Row>('invitations')
      .where({ account_id: accountId, purpose })
      .whereNull('used_at')
      .whereNull('withdrawn_at')
      .where('expires_at', '>', now)
      .orderBy([
        { column: 'created_at', order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
      .select(...INVITATION.names)
    return rows.map((row) => INVITATION.fromRow(row))
  }

  async insert(tx: Tx, invitation: Invitation): Promise<void> {
    await tx('invitations').insert(INVITATION.toRow(invitation))
  }

  /** False: another request used it first, or it was withdrawn, or is too old. */
  async use(tx: Tx, id: string, now: string): Promise<boolean> {
    const open = tx<Row>('invitations').where({ id }).whereNull('used_at').whereNull('withdrawn_at')
    return (await open.where('expires_at', '>', now).update({ used_at: now })) > 0
  }

  /** Those that no longer hold. Returns how many. */
  async withdraw(
    tx: Tx,
    which: { id: string } | { emailKey: string } | { userId: string; invitedBy?: string },
    accountId: string,
    at: string,
  ): Promise<number> {
    return tx<Row>('invitations')
      .where({ account_id: accountId, ...INVITATION.toRow(which) })
      .whereNull('used_at')
      .whereNull('withdrawn_at')
      .update({ withdrawn_at: at })
  }
}
