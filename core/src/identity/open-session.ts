import type { AuditLog } from '../audit/audit-log.repository.js'
import type { Tx } from '../database/engine.js'
import { type Clock, DAY_MS, iso, later } from '../kernel/clock.js'
import type { Ids } from '../kernel/ids.js'
import type { AccountWidePrincipal } from '../kernel/principal.js'
import { Problem } from '../kernel/problem.js'
import type { Random } from '../kernel/random.js'
import type { Devices } from './devices.repository.js'
import type { Place } from './session.js'
import type { Sessions } from './sessions.repository.js'
import { hashToken, newToken } from './token.js'

/** What the browser keeps. Only hashes of both tokens are stored. */
export interface OpenedSession {
  sessionId: string
  /** For the session cookie. */
  token: string
  /** For the device cookie. */
  device: string
}

export type SignInMethod = 'password' | 'code' | 'recovery code' | 'passkey' | 'invitation'

const TRUST_MS = 30 * DAY_MS
const DEVICE_MS = 365 * DAY_MS
const MAX_USER_AGENT = 300

interface Person {
  id: string
  accountId: string
}

/** A user, as the principal of what they do in the dashboard. */
export const actAsUser = ({ id, accountId }: Person): AccountWidePrincipal => ({
  ...{ surface: 'dashboard', who: { kind: 'user', id }, scopes: null, accountId },
})

/** Opens sessions: at sign-in, and in place of another when a proof or a change of factors lets a person do more. */
export class OpenSession {
  constructor(
    private readonly sessions: Sessions,
    private readonly devices: Devices,
    private readonly auditLog: AuditLog,
    private readonly ids: Ids,
    private readonly random: Random,
    private readonly clock: Clock,
  ) {}

  /** Call it last in the transaction: it writes the audit entry. `trust`: no code on this browser for 30 days. */
  async signIn(
    tx: Tx,
    user: Person,
    place: Place,
    { method, trust = false }: { method: SignInMethod; trust?: boolean },
  ): Promise<OpenedSession> {
    const opened = await this.insert(tx, user, place, iso(this.clock.now()))
    const device = trust ? await this.renewDevice(tx, user, place, { trust }) : opened.device
    if (!trust) await this.remember(tx, user, device, null)
    await this.auditLog.append(tx, actAsUser(user), {
      ...{ accountId: user.accountId, action: 'user.signed_in', target: user.id, details: { method } },
    })
    return { ...opened, device }
  }

  /**
   * A new session in place of this one, so that an id that leaked before is worth nothing after. Its absolute end stays.
   *
   * @param endsOthers the person's other sessions end
   * @throws Problem `unauthorized`: the session has ended meanwhile
   */
  async replace(
    tx: Tx,
    sessionId: string,
    place: Place,
    { isConfirmed, endsOthers = false }: { isConfirmed: boolean; endsOthers?: boolean },
  ): Promise<OpenedSession> {
    const now = iso(this.clock.now())
    const before = await this.sessions.lockOpen(tx, sessionId)
    if (!before) throw new Problem('unauthorized', { detail: 'This session has ended. Sign in again.' })
    await this.sessions.end(tx, before.userId, before.id, now)
    if (endsOthers) await this.sessions.endAllOf(tx, before.userId, now)
    const user = { id: before.userId, accountId: before.accountId }
    return this.insert(tx, user, place, before.signedInAt, isConfirmed ? now : before.confirmedAt)
  }

  /**
   * Remembers the browser by a new token: a copy of the former one, or one that was planted, is worth nothing after.
   *
   * @returns the token
   */
  async renewDevice(tx: Tx, user: Person, { device }: Place, { trust }: { trust: boolean }): Promise<string> {
    const token = newToken(this.random)
    if (device !== undefined) await this.devices.renew(tx, user.accountId, hashToken(device), hashToken(token))
    await this.remember(tx, user, token, trust ? iso(later(this.clock.now(), TRUST_MS)) : null)
    return token
  }

  private async remember(tx: Tx, user: Person, device: string, trustedUntil: string | null): Promise<void> {
    await this.devices.remember(tx, {
      tokenHash: hashToken(device),
      userId: user.id,
      accountId: user.accountId,
      expiresAt: iso(later(this.clock.now(), DEVICE_MS)),
      trustedUntil,
    })
  }

  private async insert(
    tx: Tx,
    user: Person,
    place: Place,
    signedInAt: string,
    confirmedAt = signedInAt,
  ): Promise<OpenedSession> {
    const now = iso(this.clock.now())
    const token = newToken(this.random)
    const sessionId = this.ids.next('ses')
    await this.sessions.insert(tx, {
      ...{ id: sessionId, tokenHash: hashToken(token), userId: user.id, accountId: user.accountId },
      ...{ createdAt: now, lastUsedAt: now, confirmedAt, signedInAt, endedAt: null },
      ip: place.ip,
      userAgent: place.userAgent.slice(0, MAX_USER_AGENT).toWellFormed().replaceAll('\0', ''),
    })
    return { sessionId, token, device: place.device ?? newToken(this.random) }
  }
}
