import type { PageLocale } from '../kernel/choose-locale.js'
import type { Clock } from '../kernel/clock.js'
import type { BaseUrl } from '../kernel/named.js'
import type { Email } from '../mail/email.js'
import { hasAgreed, isPending, type Side } from './email-change.js'
import type { EmailChangeAddresses } from './email-change-addresses.js'
import { emailChangeIn } from './email-change-mails.js'
import type { EmailChanges } from './email-changes.repository.js'
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
  content:
    | { kind: 'invitation'; role: Role }
    | { kind: 'reset' }
    | { kind: 'security'; topic: SecurityTopic }
    /** Asks a mailbox for its consent to a change of address, or tells it that the change was made. */
    | { kind: 'email_change'; step: 'ask' | 'done'; side: Side; from: string; to: string }
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
    private readonly emailChanges: EmailChanges,
    private readonly emailChangeAddresses: EmailChangeAddresses,
    private readonly clock: Clock,
    private readonly baseUrl: BaseUrl,
  ) {}

  /** Undefined: there is nothing to write about any more. */
  async find(email: Email): Promise<StaffEmail | undefined> {
    const change = emailChangeIn(email)
    if (change) return this.ofEmailChange(change)
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

  private async ofEmailChange({ step, side, id }: NonNullable<ReturnType<typeof emailChangeIn>>) {
    const change = await this.emailChanges.find(id)
    const user = change && (await this.users.find(change.userId))
    const isObsolete = change && step === 'ask' && (!isPending(change, this.clock.now()) || hasAgreed(change, side))
    if (!user || isObsolete) return undefined
    const { fromEmail: from, toEmail: to, expiresAt } = change
    const content = { kind: 'email_change' as const, step, side, from, to }
    const person = { locale: user.locale, name: user.name }
    if (step === 'ask') {
      const [url, keptUrl] = [this.emailChangeAddresses.addressOf(id, side), this.emailChangeAddresses.maskedAddress]
      return { content, ...person, url, keptUrl, expiresAt }
    }
    const url = `${this.baseUrl}/dashboard/settings/security`
    return { content, ...person, url, keptUrl: url, expiresAt: null }
  }
}
