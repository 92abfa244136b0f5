import { Columns, type RowOf } from '../database/columns.js'
import type { Reader, Tx } from '../database/engine.js'
import type { EmailChange } from './email-change.js'

const CHANGE = Columns.of<EmailChange>({
  id: 'text',
  userId: 'text',
  accountId: 'text',
  fromEmail: 'text',
  toEmail: 'text',
  createdAt: 'timestamptz',
  expiresAt: 'timestamptz',
  formerAgreedAt: 'timestamptz',
  newAgreedAt: 'timestamptz',
  doneAt: 'timestamptz',
  withdrawnAt: 'timestamptz',
})

type Row = RowOf<EmailChange>

export class EmailChanges {
  constructor(private readonly reader: Reader) {}

  async find(id: string, on: Reader = this.reader): Promise<EmailChange | undefined> {
    const row = await on<Row>('email_changes')
      .where({ id })
      .first(...CHANGE.names)
    return row && CHANGE.fromRow(row)
  }

  /** The one that may still be made; undefined: none. */
  async pendingOf(userId: string, now: string, on: Reader = this.reader): Promise<EmailChange | undefined> {
    const row = await on<Row>('email_changes')
      .where({ user_id: userId })
      .whereNull('done_at')
      .whereNull('withdrawn_at')
      .where('expires_at', '>', now)
      .first(...CHANGE.names)
    return row && CHANGE.fromRow(row)
  }

  async insert(tx: Tx, change: EmailChange): Promise<void> {
    await tx('email_changes').insert(CHANGE.toRow(change))
  }

  async update(
    tx: Tx,
    id: string,
    changes: Partial<Pick<EmailChange, 'formerAgreedAt' | 'newAgreedAt' | 'doneAt' | 'withdrawnAt'>>,
  ): Promise<void> {
    await tx('email_changes').where({ id }).update(CHANGE.toRow(changes))
  }

  /** Returns how many were pending. */
  async withdrawAllOf(tx: Tx, userId: string, at: string): Promise<number> {
    return tx<Row>('email_changes')
      .where({ user_id: userId })
      .whereNull('done_at')
      .whereNull('withdrawn_at')
      .where('expires_at', '>', at)
      .update({ withdrawn_at: at })
  }
}
