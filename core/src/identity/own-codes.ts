import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, HOUR_MS, iso } from '../kernel/clock.js'
import { invalid, Problem } from '../kernel/problem.js'
import type { Random } from '../kernel/random.js'
import type { Sealer } from '../secrets/sealer.js'
import type { ChangeFactors } from './change-factors.js'
import { totpData } from './check-code.js'
import type { Codes, StoredTotp } from './codes.repository.js'
import type { OpenedSession } from './open-session.js'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.js'
import { canRemoveTotp } from './second-factors.js'
import type { Place, Session } from './session.js'
import { bareCode, isTotpCode, stepOf, toBase32, TOTP_SECRET_BYTES, totpUri } from './totp.js'
import type { Users } from './users.repository.js'

/** What an authenticator app needs. */
export interface TotpEnrolment {
  /** In base32, to be typed. */
  secret: string
  /** `otpauth://…`, for a QR code. */
  uri: string
}

/** How long a secret stays the same on every page that shows it, until a first code of it is given. */
const ENROLMENT_MS = HOUR_MS
const NOT_ON = 'Codes are not switched on.'

/** A person's own six-digit codes and recovery codes. */
export class OwnCodes {
  constructor(
    private readonly users: Users,
    private readonly codes: Codes,
    private readonly changeFactors: ChangeFactors,
    private readonly sealer: Sealer,
    private readonly random: Random,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Begins to switch codes on; nothing changes until a first code is given.
   *
   * @param issuer how the app names it: the merchant
   * @throws Problem `forbidden`: they are on
   */
  async enrol({ user, accountId }: Session, issuer: string): Promise<TotpEnrolment> {
    const now = this.clock.now()
    const fresh = await toBase32(this.random.bytes(TOTP_SECRET_BYTES))
    const sealedSecret = await this.sealer.seal(totpData(user.id, accountId), fresh)
    const totp = { userId: user.id, accountId, sealedSecret, createdAt: iso(now), confirmedAt: null, lastStep: 0 }
    const stored = await this.unitOfWork.run(async (tx) => {
      // Pages that are opened at once show one secret.
      await this.users.lock(tx, user.id)
      const before = await this.codes.totpOf(user.id, tx)
      if (before && before.confirmedAt !== null) throw alreadyOn()
      if (before && now.getTime() - Date.parse(before.createdAt) < ENROLMENT_MS) return before
      await this.codes.putTotp(tx, totp)
      return totp
    })
    const secret = await this.open(stored)
    return { secret, uri: await totpUri(secret, issuer, user.email) }
  }

  /**
   * Switches codes on, with a first code of the app.
   *
   * @returns ten recovery codes, shown only here; and a session in place of this one, if it may do more now
   * @throws Problem `validation_error` on `code`; `forbidden`: they are on
   */
  async confirm(
    session: Session,
    text: string,
    place: Place,
  ): Promise<{ codes: string[]; opened: OpenedSession | null }> {
    const totp = await this.codes.totpOf(session.user.id)
    if (!totp) throw new Problem('not_found', { detail: NOT_ON })
    if (totp.confirmedAt !== null) throw alreadyOn()
    const code = bareCode(text)
    const step = isTotpCode(code) ? await stepOf(await this.open(totp), code, this.clock.now()) : null
    if (step === null) throw invalid('code', 'is not the code that the app shows now')
    const change = { topic: 'codes_on', action: 'user.codes_switched_on' } as const
    const { made, opened } = await this.changeFactors.add(session, place, change, async (tx, user) => {
      const now = iso(this.clock.now())
      if (!(await this.codes.confirmTotp(tx, totp, step, now))) throw alreadyOn()
      const fresh = newRecoveryCodes(this.random)
      await this.codes.replaceRecoveryCodes(tx, user, this.hashesOf(user.id, fresh), now)
      return fresh
    })
    return { codes: made, opened }
  }

  /** Ten new recovery codes in place of all earlier ones. @throws Problem `not_found`: there is nothing to recover from */
  async renewRecoveryCodes(session: Session): Promise<string[]> {
    const change = { topic: 'recovery_codes_made', action: 'user.recovery_codes_made' } as const
    return this.changeFactors.run(session, change, async (tx, user, { hasTotp, passkeys }) => {
      if (!hasTotp && passkeys === 0) throw new Problem('not_found', { detail: NOT_ON })
      const fresh = newRecoveryCodes(this.random)
      await this.codes.replaceRecoveryCodes(tx, user, this.hashesOf(user.id, fresh), iso(this.clock.now()))
      return fresh
    })
  }

  /** @throws Problem `forbidden`: the account requires a second factor, and this is the last */
  async remove(session: Session): Promise<void> {
    const change = { topic: 'codes_off', action: 'user.codes_switched_off' } as const
    await this.changeFactors.run(session, change, async (tx, user, ways) => {
      if (!canRemoveTotp(ways)) throw lastFactor()
      if (!(await this.codes.removeTotp(tx, user.id))) throw new Problem('not_found', { detail: NOT_ON })
      if (ways.passkeys === 0) await this.codes.removeRecoveryCodes(tx, user.id)
    })
  }

  private open({ userId, accountId, sealedSecret }: StoredTotp): Promise<string> {
    return this.sealer.open(totpData(userId, accountId), sealedSecret)
  }

  private hashesOf(userId: string, codes: readonly string[]): string[] {
    return codes.map((code) => hashRecoveryCode(this.sealer, userId, code))
  }
}

const alreadyOn = (): Problem => new Problem('forbidden', { detail: 'Codes are switched on already.' })

export const lastFactor = (): Problem =>
  new Problem('forbidden', { detail: 'This is the last way in that the account allows: add another first.' })
