import type { Reader, Tx } from '../database/engine.js'

/** As the form was posted. */
export type FormFields = Record<string, string>

export interface HeldForm {
  id: string
  user: { id: string; accountId: string }
  path: string
  sealedFields: string
  createdAt: string
  expiresAt: string
}

interface Row {
  id: string
  user_id: string
  account_id: string
  path: string
  sealed_fields: string
  created_at: string
  expires_at: string
}

export class HeldFormRows {
  constructor(private readonly reader: Reader) {}

  async insert(tx: Tx, { id, user, path, sealedFields, createdAt, expiresAt }: HeldForm): Promise<void> {
    await tx<Row>('held_forms').insert({
      ...{ id, user_id: user.id, account_id: user.accountId, path },
      ...{ sealed_fields: sealedFields, created_at: createdAt, expires_at: expiresAt },
    })
  }

  async keepNewest(tx: Tx, userId: string, max: number): Promise<void> {
    const kept = await tx<Row>('held_forms')
      .where({ user_id: userId })
      .orderBy([
        { column: 'created_at', order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
      .limit(max)
      .pluck<string[]>('id')
    await tx<Row>('held_forms').where({ user_id: userId }).whereNotIn('id', kept).delete()
  }

  async find(
    userId: string,
    id: string,
    now: string,
  ): Promise<{ path: string; sealedFields: string; accountId: string } | undefined> {
    const row = await this.reader<Row>('held_forms')
      .where({ id, user_id: userId })
      .where('expires_at', '>', now)
      .first()
    return row && { path: row.path, sealedFields: row.sealed_fields, accountId: row.account_id }
  }

  async deleteExpired(tx: Tx, now: string): Promise<void> {
    await tx<Row>('held_forms').where('expires_at', '<', now).delete()
  }
}
