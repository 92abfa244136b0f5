import type { Tx } from '../database/engine.js'
import { type Clock, iso } from '../kernel/clock.js'
import type { AssociatedData, Sealer } from '../secrets/sealer.js'
import type { Codes } from './codes.repository.js'
import { hashRecoveryCode, isRecoveryCode } from './recovery-codes.js'
import { bareCode, isTotpCode, stepOf } from './totp.js'

/** Uses the code up, in the transaction of what it allows. False: it is wrong, or was used. */
export type UseCode = (tx: Tx) => Promise<boolean>

export interface CheckedCode {
  method: 'code' | 'recovery code'
  use: UseCode
}

export const totpData = (userId: string, accountId: string): AssociatedData => ({
  ...{ table: 'totps', column: 'sealed_secret', row: userId, accountId, livemode: false },
})

/** Checks a six-digit code or a recovery code. Each works once. */
export class CheckCode {
  constructor(
    private readonly codes: Codes,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
  ) {}

  /** Before the transaction, for what takes time. Null: it is wrong. */
  async prepare(userId: string, text: string): Promise<CheckedCode | null> {
    const code = bareCode(text)
    if (isTotpCode(code)) return this.prepareTotp(userId, code)
    if (!isRecoveryCode(code)) return null
    const hash = hashRecoveryCode(this.sealer, userId, code)
    const now = iso(this.clock.now())
    return { method: 'recovery code', use: (tx) => this.codes.useRecoveryCode(tx, userId, hash, now) }
  }

  private async prepareTotp(userId: string, code: string): Promise<CheckedCode | null> {
    const totp = await this.codes.totpOf(userId)
    if (!totp || totp.confirmedAt === null) return null
    const secret = await this.sealer.open(totpData(userId, totp.accountId), totp.sealedSecret)
    const step = await stepOf(secret, code, this.clock.now())
    return step === null ? null : { method: 'code', use: (tx) => this.codes.useStep(tx, totp, step) }
  }
}
