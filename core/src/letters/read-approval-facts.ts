import { type Approval, approvalStateAt, approvalUrl } from '../agents/approval.js'
import type { Approvals } from '../agents/approvals.repository.js'
import type { ReadActorNames } from '../identity/read-actor-names.js'
import type { User } from '../identity/user.js'
import type { Users } from '../identity/users.repository.js'
import type { PageLocale } from '../kernel/choose-locale.js'
import type { Clock } from '../kernel/clock.js'
import { type Mode, modeOf } from '../kernel/mode.js'
import type { BaseUrl } from '../kernel/named.js'
import type { Email } from '../mail/email.js'
import { ObsoleteEmailError } from '../mail/render-email.js'

/** What the letter about an approval tells. */
export interface ApprovalFacts {
  /** The name of the key or grant; null: not known. */
  agent: string | null
  /** Who is asked. */
  person: string
  approval: Pick<Approval, 'client' | 'operation' | 'arguments' | 'expiresAt' | 'livemode'>
  /** The page where it is decided. */
  url: string
}

/** The roles that the dashboard lets decide. */
export const mayDecide = ({ role }: Pick<User, 'role'>): boolean => role === 'owner' || role === 'admin'

/** The email carries its mode, too, since it is itself always a live one. */
export const onceForApproval = ({ id, livemode }: Approval, user: Pick<User, 'id'>): string =>
  `approval:${modeOf(livemode)}:${id}:${user.id}`

const KEY = /^approval:(live|test):(\w+):(\w+)$/

/** Reads what the email about an approval tells, as it is now. */
export class ReadApprovalFacts {
  constructor(
    private readonly approvals: Approvals,
    private readonly users: Users,
    private readonly names: ReadActorNames,
    private readonly clock: Clock,
    private readonly baseUrl: BaseUrl,
  ) {}

  /** @throws ObsoleteEmailError nothing is to be decided any more, or not by this person */
  async run({ accountId, once }: Email): Promise<ApprovalFacts & { locale: PageLocale | null }> {
    const [, mode, id = '', userId = ''] = KEY.exec(once ?? '') ?? []
    const livemode = (mode as Mode | undefined) === 'live'
    const approval = await this.approvals.find({ accountId, livemode }, id)
    if (!approval || approvalStateAt(approval, this.clock.now()) !== 'pending') {
      throw new ObsoleteEmailError('what the agent asked for was decided or has ended')
    }
    const user = await this.users.find(userId)
    if (user?.accountId !== accountId || !mayDecide(user)) {
      throw new ObsoleteEmailError('the person can no longer decide about it')
    }
    const names = await this.names.run(accountId, [approval.holder])
    return {
      ...{ agent: names.get(approval.holder)?.name ?? null, person: user.name, locale: user.locale },
      ...{ approval, url: approvalUrl(this.baseUrl, approval) },
    }
  }
}
