import type { Reader, Tx } from '../database/engine.js'
import { Statement } from '../database/statement.js'
import type { Scope } from '../kernel/principal.js'

export interface StoredKey {
  operation: string
  fingerprint: string
  state: 'in_flight' | 'completed'
  ownerToken: string | null
  leaseUntil: string | null
  /** The object that an operation in several steps has begun to change; null: none yet. */
  subject: string | null
  status: number | null
  body: string | null
  createdAt: string
}

interface Row {
  operation: string
  fingerprint: string
  state: StoredKey['state']
  owner_token: string | null
  lease_until: string | null
  subject: string | null
  status: number | null
  body: string | null
  created_at: string
}

const COMPLETE = new Statement<{ key: string }>(
  `insert into idempotency_keys
     (account_id, livemode, key, operation, fingerprint, state, status, body, created_at, completed_at)
   values (?, ?, ?, ?, ?, 'completed', ?, ?, ?, ?)
   on conflict (account_id, livemode, key) do nothing returning key`,
)

const FIND = new Statement<Row>(
  `select operation, fingerprint, state, owner_token, lease_until, subject, status, body, created_at
   from idempotency_keys where account_id = ? and livemode = ? and key = ?`,
)

export interface CompletedKey {
  scope: Scope
  key: string
  operation: string
  fingerprint: string
  status: number
  body: string
  at: string
}

export class IdempotencyKeys {
  constructor(private readonly reader: Reader) {}

  /** `on`: the current transaction, if any. */
  async find(scope: Scope, key: string, on: Reader | Tx = this.reader): Promise<StoredKey | undefined> {
    const [row] = await FIND.rows(on, [scope.accountId, scope.livemode, key])
    return (
      row && {
        operation: row.operation,
        fingerprint: row.fingerprint,
        state: row.state,
        ownerToken: row.owner_token,
        leaseUntil: row.lease_until,
        subject: row.subject,
        status: row.status,
        body: row.body,
        createdAt: row.created_at,
      }
    )
  }

  /** Stores a response in the transaction of its effect. False: the key is taken, and nothing was written. */
  async complete(tx: Tx, done: CompletedKey): Promise<boolean> {
    const { scope, at } = done
    const values = [scope.accountId, scope.livemode, done.key, done.operation, done.fingerprint, done.status, done.body]
    return (await COMPLETE.rows(tx, [...values, at, at])).length === 1
  }

  /** Claims a key for an operation in several steps. False: it is taken. */
  async claim(
    tx: Tx,
    scope: Scope,
    claim: { key: string; operation: string; fingerprint: string; ownerToken: string; leaseUntil: string; at: string },
  ): Promise<boolean> {
    const inserted: unknown[] = await tx('idempotency_keys')
      .insert({
        account_id: scope.accountId,
        livemode: scope.livemode,
        key: claim.key,
        operation: claim.operation,
        fingerprint: claim.fingerprint,
        state: 'in_flight',
        owner_token: claim.ownerToken,
        lease_until: claim.leaseUntil,
        created_at: claim.at,
      })
      .onConflict(['account_id', 'livemode', 'key'])
      .ignore()
      .returning('key')
    return inserted.length === 1
  }

  /** Takes over from a dead owner, or renews one's own lease. False: another process was faster. */
  async takeOver(tx: Tx, scope: Scope, key: string, from: string, to: string, leaseUntil: string): Promise<boolean> {
    const changed = await this.owned(tx, scope, key, from).update({ owner_token: to, lease_until: leaseUntil })
    return changed === 1
  }

  /** In the transaction that first changes the object. */
  async recordSubject(tx: Tx, scope: Scope, key: string, ownerToken: string, subject: string): Promise<void> {
    await this.owned(tx, scope, key, ownerToken).update({ subject })
  }

  /** Completes a key that its owner holds in this transaction. */
  async completeClaimed(
    tx: Tx,
    scope: Scope,
    key: string,
    ownerToken: string,
    answer: { status: number; body: string; at: string },
  ): Promise<void> {
    await this.owned(tx, scope, key, ownerToken).update({
      state: 'completed',
      status: answer.status,
      body: answer.body,
      // The replay window begins now.
      created_at: answer.at,
      completed_at: answer.at,
      owner_token: null,
      lease_until: null,
    })
  }

  async release(tx: Tx, scope: Scope, key: string, ownerToken: string): Promise<void> {
    await this.owned(tx, scope, key, ownerToken).delete()
  }

  /** The operation may have had an effect elsewhere, so the key stays taken; only a retry of the request may resume. */
  async endLease(tx: Tx, scope: Scope, key: string, ownerToken: string, at: string): Promise<void> {
    await this.owned(tx, scope, key, ownerToken).update({ lease_until: at })
  }

  /** Deletes keys that were completed or last claimed before `before`. */
  async deleteBefore(tx: Tx, before: string): Promise<number> {
    return tx('idempotency_keys').where('created_at', '<', before).delete()
  }

  /** Frees a key whose replay window has passed. */
  async freeExpired(tx: Tx, scope: Scope, key: string, before: string): Promise<void> {
    await tx('idempotency_keys')
      .where({ account_id: scope.accountId, livemode: scope.livemode, key })
      .where('created_at', '<', before)
      .delete()
  }

  private owned(tx: Tx, scope: Scope, key: string, ownerToken: string) {
    return tx('idempotency_keys').where({
      account_id: scope.accountId,
      livemode: scope.livemode,
      key,
      owner_token: ownerToken,
      state: 'in_flight',
    })
  }
}
