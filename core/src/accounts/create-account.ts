import type { Principal } from '../kernel/principal.js'
import type { AuditLog } from '../audit/audit-log.repository.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, iso } from '../kernel/clock.js'
import type { Ids } from '../kernel/ids.js'
import { checkChanges } from './account-settings.js'
import type { Account } from './account.js'
import type { Accounts } from './accounts.repository.js'

/** Enough for a payer on the last day of a month (R249). */
const DEFAULT_INVOICE_DAYS = 3

export class CreateAccount {
  constructor(
    private readonly accounts: Accounts,
    private readonly auditLog: AuditLog,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /**
   * @param unitOfWork whose transaction stores the account
   * @throws Problem `validation_error` on `name`
   */
  async run(
    name: string,
    principal: Principal,
    unitOfWork: Pick<UnitOfWork, 'run'> = this.unitOfWork,
  ): Promise<Account> {
    await checkChanges({ name })
    const account: Account = {
      id: this.ids.next('acct'),
      name,
      verifiedAt: null,
      suspendedAt: null,
      subscription: 'inactive',
      brand: {
        color: null,
        logoType: null,
        supportEmail: null,
        supportPhone: null,
        locale: 'es-MX',
        timeZone: 'America/Mexico_City',
      },
      mail: { reminderHours: null, receipts: false, opens: false, alertsTo: null, sheetTo: null, sheetSince: null },
      invoiceDaysAfterMonth: DEFAULT_INVOICE_DAYS,
      requiresSecondFactor: false,
      createdAt: iso(this.clock.now()),
    }
    await unitOfWork.run(async (tx) => {
      await this.accounts.insert(tx, account)
      await this.auditLog.append(tx, principal, {
        accountId: account.id,
        action: 'account.created',
        target: account.id,
        details: { name },
      })
    })
    return account
  }
}
