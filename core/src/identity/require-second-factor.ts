import type { ChangeAccount } from '../accounts/change-account.js'
import type { AccountWidePrincipal } from '../kernel/principal.js'
import { notFound, Problem } from '../kernel/problem.js'
import { hasSecondFactor, type SecondFactors } from './second-factors.js'
import type { Users } from './users.repository.js'

/**
 * Requires a passkey, or a code besides the password, of everyone in an account, or no longer. Until a person has one, only
 * their own sign-in is open to them, where they add it, so it locks no one out.
 */
export class RequireSecondFactor {
  constructor(
    private readonly users: Users,
    private readonly secondFactors: SecondFactors,
    private readonly changeAccount: ChangeAccount,
  ) {}

  /** @throws Problem `forbidden`: a person who has none requires it of others; `not_found` */
  async run(principal: AccountWidePrincipal, isRequired: boolean): Promise<{ requiresSecondFactor: boolean }> {
    const { who } = principal
    if (isRequired && who.kind === 'user') await this.checkOwn(who.id)
    const { requiresSecondFactor } = await this.changeAccount.run(principal, { requiresSecondFactor: isRequired })
    return { requiresSecondFactor }
  }

  private async checkOwn(userId: string): Promise<void> {
    const user = await this.users.find(userId)
    if (!user) throw notFound('user')
    if (hasSecondFactor(await this.secondFactors.waysOf(user))) return
    throw new Problem('forbidden', { detail: 'Add a passkey or codes to your own sign-in first.' })
  }
}
