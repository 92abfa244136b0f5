import type { Reader, Tx } from '../database/engine.js'

/** A browser that a user has signed in with. */
export interface Device {
  tokenHash: string
  userId: string
  accountId: string
  expiresAt: string
  /** Until when it is not asked for a code. */
  trustedUntil: string | null
}

interface Row {
  token_hash: string
  user_id: string
  account_id: string
  expires_at: string
  trusted_until: string | null
}

export class Devices {
  constructor(private readonly reader: Reader) {}

  async find(tokenHash: string, userId: string, now: string): Promise<Device | undefined> {
    const row = await this.reader<Row>('devices')
      .where({ token_hash: tokenHash, user_id: userId })
      .where('expires_at', '>', now)
      .first()
    return (
      row && {
        tokenHash: row.token_hash,
        userId: row.user_id,
        accountId: row.account_id,
        expiresAt: row.expires_at,
        trustedUntil: row.trusted_until,
      }
    )
  }

  /** A trust that was given earlier stays, unless it is given anew. */
  async remember(tx: Tx, { tokenHash, userId, accountId, expiresAt, trustedUntil }: Device): Promise<void> {
    await tx<Row>('devices')
      .insert({
        token_hash: tokenHash,
        user_id: userId,
        account_id: accountId,
        expires_at: expiresAt,
        trusted_until: trustedUntil,
      })
      .onConflict(['token_hash', 'user_id'])
      .merge(trustedUntil === null ? ['expires_at'] : ['expires_at', 'trusted_until'])
  }

  /** A browser's new token: who of the account used the browser with the former one is known by this one. */
  async renew(tx: Tx, accountId: string, formerHash: string, tokenHash: string): Promise<void> {
    await tx<Row>('devices').where({ token_hash: formerHash, account_id: accountId }).update({ token_hash: tokenHash })
  }

  /** All of a user's browsers count as unknown again. */
  async forgetAllOf(tx: Tx, userId: string): Promise<void> {
    await tx<Row>('devices').where({ user_id: userId }).delete()
  }

  async deleteExpired(tx: Tx, now: string): Promise<void> {
    await tx<Row>('devices').where('expires_at', '<', now).delete()
  }
}
