import type { AuditLog } from '../audit/audit-log.repository.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, iso } from '../kernel/clock.js'
import type { AccountWidePrincipal } from '../kernel/principal.js'
import { notFound, Problem } from '../kernel/problem.js'
import { type AccountChanges, type AccountSettings, checkChanges, settingsOf } from './account-settings.js'
import type { Account } from './account.js'
import type { Accounts } from './accounts.repository.js'
import type { DaySums } from './day-sums.js'
import type { Logo } from './logo.js'

export type Grant = 'verified' | Account['subscription']

export class ChangeAccount {
  constructor(
    private readonly accounts: Accounts,
    private readonly auditLog: AuditLog,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly daySums: DaySums,
  ) {}

  /**
   * Writes only the given settings, so that two people who change different ones at once keep both changes.
   *
   * @throws Problem `validation_error` with the path of every wrong setting; `not_found`
   */
  async run(principal: AccountWidePrincipal, changes: AccountChanges): Promise<Account> {
    const { settings, logo } = await checkChanges(changes)
    const sheetSince = iso(this.clock.now())
    const isNewReader = (before: Account): boolean =>
      typeof settings.sheetTo === 'string' && settings.sheetTo !== before.mail.sheetTo
    return this.change(principal, (before) => ({ ...settings, ...(isNewReader(before) && { sheetSince }) }), logo)
  }

  /**
   * Marks the business profile as verified. One that is verified stays as it is.
   *
   * @throws Problem `not_found`
   */
  verify(principal: AccountWidePrincipal): Promise<Account> {
    const now = iso(this.clock.now())
    return this.change(principal, ({ verifiedAt }) => ({ verifiedAt: verifiedAt ?? now }))
  }

  /**
   * The first run of the service: its first account is that of the person who installed it, and may have real charges once
   * its business is described (R223). Other accounts wait for the operator.
   *
   * @throws Problem `validation_error` with the path of every wrong setting; `not_found`
   */
  async setUp(principal: AccountWidePrincipal, changes: AccountChanges): Promise<Account> {
    const { settings, logo } = await checkChanges(changes)
    const granted = { verifiedAt: iso(this.clock.now()), subscription: 'active' } as const
    const isGranted = await this.grantsItself(principal)
    return this.change(
      principal,
      ({ verifiedAt }) => ({ ...settings, ...(isGranted && verifiedAt === null && granted) }),
      logo,
    )
  }

  /** Is it the installation's first account, whose owner may do for it what an operator does for others (R223)? */
  async grantsItself({ accountId }: AccountWidePrincipal): Promise<boolean> {
    const [first] = await this.accounts.list()
    return first?.id === accountId
  }

  /**
   * What `verify` and the subscription's commands do, by the owner of the account.
   *
   * @throws Problem `forbidden`: the operator grants it; `not_found`
   */
  async grantItself(principal: AccountWidePrincipal, grant: Grant): Promise<Account> {
    if (!(await this.grantsItself(principal))) {
      throw new Problem('forbidden', { detail: 'The operator of the installation grants it.' })
    }
    return grant === 'verified' ? this.verify(principal) : this.run(principal, { subscription: grant })
  }

  private change(
    principal: AccountWidePrincipal,
    settingsFor: (before: Account) => Partial<AccountSettings>,
    logo?: Logo | null,
  ): Promise<Account> {
    const { accountId } = principal
    return this.unitOfWork.run(async (tx) => {
      const before = await this.accounts.lock(tx, accountId)
      if (!before) throw notFound('account')
      const settings = settingsFor(before)
      const details = differences(settingsOf(before), settings)
      const isNewLogo = logo !== undefined && !isSame(await this.accounts.logo(accountId, tx), logo)
      if (isNewLogo) details['logoType'] = { from: before.brand.logoType, to: logo?.type ?? null }
      if (Object.keys(details).length === 0) return before
      const changed = await this.accounts.update(tx, accountId, settings, isNewLogo ? logo : undefined)
      if ('timeZone' in details) await this.daySums.moveToZone(tx, accountId, changed.brand.timeZone)
      await this.auditLog.append(tx, principal, { accountId, action: 'account.changed', target: accountId, details })
      return changed
    })
  }
}

const isSame = (stored: Logo | undefined, logo: Logo | null): boolean =>
  stored && logo ? Buffer.from(stored.bytes).equals(logo.bytes) : !stored && !logo

type Value = AccountSettings[keyof AccountSettings]
type Differences = Record<string, { from: Value; to: Value }>

function differences(before: AccountSettings, settings: Partial<AccountSettings>): Differences {
  const changes: Differences = {}
  for (const [name, to] of Object.entries(settings)) {
    const from = before[name as keyof AccountSettings]
    if (from !== to) changes[name] = { from, to }
  }
  return changes
}
