import { DAY_MS } from '../kernel/clock.js'
import type { BaseUrl } from '../kernel/named.js'
import type { Scope } from '../kernel/principal.js'

/** An approval ends this long after it was asked for: whether it was given or not. */
export const APPROVAL_MS = DAY_MS

/** A call of an agent that a person approves or declines, about exactly these arguments. */
export interface Approval extends Scope {
  id: string
  /** The key or grant that calls, in the form of `creatorOf`. */
  holder: string
  /** What the program calls itself; not verified. */
  client: string
  /** Of the contract. */
  operation: string
  /** Of the call: the same call under the same key is the same question. */
  idempotencyKey: string
  arguments: object
  /** SHA-256 in hex of the operation and its arguments. */
  argumentsHash: string
  /** As stored; `approvalStateAt` tells whether it has ended. */
  status: 'pending' | 'granted' | 'declined'
  createdAt: string
  expiresAt: string
  decidedAt: string | null
  /** In the form of `creatorOf`. */
  decidedBy: string | null
}

export type ApprovalState = Approval['status'] | 'expired'

/** Silence is never consent, and a consent ends: what was granted a day ago no longer counts. */
export const approvalStateAt = ({ status, expiresAt }: Approval, now: Date): ApprovalState =>
  Date.parse(expiresAt) <= now.getTime() ? 'expired' : status

/** Below the dashboard of its mode. */
export const approvalPath = (id: string): string => `/settings/approvals/${id}`

/** The page where a person decides; it asks to sign in. */
export const approvalUrl = (baseUrl: BaseUrl, { id, livemode }: Pick<Approval, 'id' | 'livemode'>): string =>
  `${baseUrl}/dashboard${livemode ? '' : '/test'}${approvalPath(id)}`
