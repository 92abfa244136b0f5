import { Columns, type RowOf } from '../database/columns.js'
import type { Reader, Tx } from '../database/engine.js'

/** The secret of an app that shows six digits. */
export interface StoredTotp {
  userId: string
  accountId: string
  sealedSecret: string
  createdAt: string
  /** Null: no code of it was given yet, and it is not asked for. */
  confirmedAt: string | null
  /** The step of the code last used: a code works once. */
  lastStep: number
}

const TOTP = Columns.of<StoredTotp>({
  userId: 'text',
  accountId: 'text',
  sealedSecret: 'text',
  createdAt: 'timestamptz',
  confirmedAt: 'timestamptz',
  lastStep: 'int',
})

type TotpRow = RowOf<StoredTotp>

interface RecoveryRow {
  hash: string
  user_id: string
  account_id: string
  created_at: string
  used_at: string | null
}

/** Six-digit codes, and those that replace them once each. */
export class Codes {
  constructor(private readonly reader: Reader) {}

  async totpOf(userId: string, on: Reader = this.reader): Promise<StoredTotp | undefined> {
    const row = await on<TotpRow>('totps')
      .where({ user_id: userId })
      .first(...TOTP.names)
    return row && TOTP.fromRow(row)
  }

  /** Who of the account is asked for codes. */
  async totpOwnersIn(accountId: string): Promise<Set<string>> {
    const confirmed = this.reader<TotpRow>('totps').where({ account_id: accountId }).whereNotNull('confirmed_at')
    return new Set(await confirmed.pluck<string[]>('user_id'))
  }

  /** Instead of one that was not confirmed. */
  async putTotp(tx: Tx, totp: StoredTotp): Promise<void> {
    await tx<TotpRow>('totps').where({ user_id: totp.userId }).whereNull('confirmed_at').delete()
    await tx('totps').insert(TOTP.toRow(totp))
  }

  /** False: it was replaced or confirmed meanwhile. */
  async confirmTotp(tx: Tx, { userId, sealedSecret }: StoredTotp, step: number, at: string): Promise<boolean> {
    const confirmed = await tx<TotpRow>('totps')
      .where({ user_id: userId, sealed_secret: sealedSecret })
      .whereNull('confirmed_at')
      .update({ confirmed_at: at, last_step: step })
    return confirmed > 0
  }

  /** False: a code of this step or a later one was used, or the secret was removed. */
  async useStep(tx: Tx, { userId, sealedSecret }: StoredTotp, step: number): Promise<boolean> {
    const used = await tx<TotpRow>('totps')
      .where({ user_id: userId, sealed_secret: sealedSecret })
      .whereNotNull('confirmed_at')
      .where('last_step', '<', step)
      .update({ last_step: step })
    return used > 0
  }

  async removeTotp(tx: Tx, userId: string): Promise<boolean> {
    return (await tx<TotpRow>('totps').where({ user_id: userId }).delete()) > 0
  }

  /** How many recovery codes the user has left. */
  async recoveryCodesLeft(userId: string): Promise<number> {
    const unused = this.reader<RecoveryRow>('recovery_codes').where({ user_id: userId }).whereNull('used_at')
    return (await unused.pluck('hash')).length
  }

  /** In place of all earlier ones. */
  async replaceRecoveryCodes(
    tx: Tx,
    user: { id: string; accountId: string },
    hashes: readonly string[],
    at: string,
  ): Promise<void> {
    await this.removeRecoveryCodes(tx, user.id)
    const rows = hashes.map((hash) => ({
      ...{ hash, user_id: user.id, account_id: user.accountId, created_at: at, used_at: null },
    }))
    await tx<RecoveryRow>('recovery_codes').insert(rows)
  }

  /** False: there is no such code, or it was used. */
  async useRecoveryCode(tx: Tx, userId: string, hash: string, at: string): Promise<boolean> {
    const used = await tx<RecoveryRow>('recovery_codes')
      .where({ hash, user_id: userId })
      .whereNull('used_at')
      .update({ used_at: at })
    return used > 0
  }

  async removeRecoveryCodes(tx: Tx, userId: string): Promise<void> {
    await tx<RecoveryRow>('recovery_codes').where({ user_id: userId }).delete()
  }
}
