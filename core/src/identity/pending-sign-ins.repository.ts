import { Columns, type RowOf } from '../database/columns.js'
import type { Reader, Tx } from '../database/engine.js'

/** A person whose password was right, and who has yet to give a second factor. */
export interface PendingSignIn {
  tokenHash: string
  userId: string
  accountId: string
  createdAt: string
  expiresAt: string
}

const PENDING = Columns.of<PendingSignIn>({
  tokenHash: 'text',
  userId: 'text',
  accountId: 'text',
  createdAt: 'timestamptz',
  expiresAt: 'timestamptz',
})

type Row = RowOf<PendingSignIn>

export class PendingSignIns {
  constructor(private readonly reader: Reader) {}

  async find(tokenHash: string, now: string): Promise<PendingSignIn | undefined> {
    const row = await this.reader<Row>('pending_sign_ins')
      .where({ token_hash: tokenHash })
      .where('expires_at', '>', now)
      .first(...PENDING.names)
    return row && PENDING.fromRow(row)
  }

  async insert(tx: Tx, pending: PendingSignIn): Promise<void> {
    await tx('pending_sign_ins').insert(PENDING.toRow(pending))
  }

  /** False: another request was first. */
  async use(tx: Tx, tokenHash: string): Promise<boolean> {
    return (await tx<Row>('pending_sign_ins').where({ token_hash: tokenHash }).delete()) > 0
  }

  async deleteAllOf(tx: Tx, userId: string): Promise<void> {
    await tx<Row>('pending_sign_ins').where({ user_id: userId }).delete()
  }

  async deleteExpired(tx: Tx, now: string): Promise<void> {
    await tx<Row>('pending_sign_ins').where('expires_at', '<', now).delete()
  }
}
