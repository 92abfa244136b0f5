import type { PageLocale } from '../kernel/choose-locale.js'
import type { Clock } from '../kernel/clock.js'
import type { BaseUrl } from '../kernel/named.js'
import type { Email } from '../mail/email.js'
import { isOpen } from './invitation.js'
import type { InvitationAddresses } from './invitation-addresses.js'
import type { Invitations } from './invitations.repository.js'
import { invitationIdIn } from './make-invitation.js'
import type { Role } from './role.js'
import { securityTopicOf, type SecurityTopic } from './security-notices.js'
import { emailKeyOf } from './user.js'
import type { Users } from './users.repository.js'

/** What an email to a person of the merchant's is about. */
export interface StaffEmail {
  content: { kind: 'invitation'; role: Role } | { kind: 'reset' } | { kind: 'security'; topic: SecurityTopic }
  /** Null: the account's. */
  locale: PageLocale | null
  /** Null: not known. */
  name: string | null
  /** What its button opens. */
  url: string
  /** The same without what opens it, as it is kept. */
  keptUrl: string
  /** Until when; null: at any time. */
  expiresAt: string | null
}

/** Reads what emails to the merchant's people are about, as it is now. */
export class ReadStaffEmail {
  constructor(
    private readonly invitations: Invitations,
    private readonly users: Users,
    private readonly addresses: InvitationAddresses,
    private readonly clock: Clock,
    private readonly baseUrl: BaseUrl,
  ) {}

  /** Undefined: there is nothing to write about any more. */
  async find(email: Email): Promise<StaffEmail | undefined> {
    const user = await this.users.findByEmail(emailKeyOf(email.to))
    const person = { locale: user?.locale ?? null, name: user?.name ?? null }
    const topic = securityTopicOf(email)
    if (topic) {
      const url = `${this.baseUrl}/dashboard/settings/security`
      return { content: { kind: 'security', topic }, ...person, url, keptUrl: url, expiresAt: null }
    }
    const invitation = await this.invitations.find(invitationIdIn(email) ?? '')
    if (!invitation || !isOpen(invitation, this.clock.now())) return undefined
    const { purpose, role, name, expiresAt } = invitation
    return {
      content: purpose === 'reset' ? { kind: 'reset' } : { kind: 'invitation', role },
      locale: person.locale,
      name: person.name ?? name,
      url: this.addresses.addressOf(invitation),
      keptUrl: this.addresses.maskedAddressOf(invitation),
      expiresAt,
    }
  }
}
