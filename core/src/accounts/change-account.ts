import type { Principal } from '../kernel/principal.js'
import type { AuditLog } from '../audit/audit-log.repository.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import type { Account } from './account.js'
import type { Accounts, Logo } from './accounts.repository.js'

export class ChangeAccount {
  constructor(
    private readonly accounts: Accounts,
    private readonly auditLog: AuditLog,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Everything of the account but its logo is `changed`; the logo stays unless there is one. */
  async run(before: Account, changed: Account, logo: Logo | null, principal: Principal): Promise<void> {
    const changes = differences(factsOf(before), factsOf(changed))
    if (logo) changes['logoType'] = { from: before.brand.logoType, to: logo.type }
    if (Object.keys(changes).length === 0) return
    await this.unitOfWork.run(async (tx) => {
      await this.accounts.save(tx, changed)
      if (logo) await this.accounts.saveLogo(tx, changed.id, logo)
      await this.auditLog.append(tx, principal, {
        accountId: changed.id,
        action: 'account.changed',
        target: changed.id,
        details: changes,
      })
    })
  }
}

type Fact = string | number | boolean | null
type Facts = Record<string, Fact>
type Changes = Record<string, { from: Fact; to: Fact }>

const factsOf = ({ brand, mail, ...account }: Account): Facts => ({
  name: account.name,
  verifiedAt: account.verifiedAt,
  suspendedAt: account.suspendedAt,
  subscription: account.subscription,
  invoiceDaysAfterMonth: account.invoiceDaysAfterMonth,
  ...brand,
  ...mail,
})

function differences(before: Facts, after: Facts): Changes {
  const changes: Changes = {}
  for (const [name, to] of Object.entries(after)) {
    const from = before[name] ?? null
    if (from !== to) changes[name] = { from, to }
  }
  return changes
}
