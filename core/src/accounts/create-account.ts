import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, iso } from '../kernel/clock.js'
import type { Ids } from '../kernel/ids.js'
import type { Account } from './account.js'
import type { Accounts } from './accounts.repository.js'

export class CreateAccount {
  constructor(
    private readonly accounts: Accounts,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  async run(name: string): Promise<Account> {
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
      createdAt: iso(this.clock.now()),
    }
    await this.unitOfWork.run((tx) => this.accounts.insert(tx, account))
    return account
  }
}
