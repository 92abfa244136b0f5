import type { Role } from './role.js'

/**
 * - `setup`: of the first owner of an installation.
 * - `invitation`: of one more person.
 * - `reset`: of the password of a user.
 */
export type InvitationPurpose = 'setup' | 'invitation' | 'reset'

/** A one-time address, and what opening it allows. */
export interface Invitation {
  id: string
  accountId: string
  purpose: InvitationPurpose
  email: string | null
  emailKey: string | null
  name: string | null
  role: Role
  /** Whose password a reset sets. */
  userId: string | null
  /** A reset by the operator, for a person who lost their second factor. */
  clearsSecondFactor: boolean
  /** Who invited, as the audit log names them. */
  invitedBy: string
  createdAt: string
  expiresAt: string
  usedAt: string | null
  withdrawnAt: string | null
}

export const isOpen = ({ usedAt, withdrawnAt, expiresAt }: Invitation, now: Date): boolean =>
  usedAt === null && withdrawnAt === null && Date.parse(expiresAt) > now.getTime()

/** The user that an invitation makes: there can be only one, however often it is accepted at once. */
export const newUserIdOf = ({ id }: Pick<Invitation, 'id'>): string => `usr_${id.slice('invt_'.length)}`
