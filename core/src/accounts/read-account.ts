import type { Generation } from '../database/generation.js'
import type { Account } from './account.js'
import type { Accounts } from './accounts.repository.js'
import type { Logo } from './logo.js'

/** The account that a page is about. Settings changed by another process are seen by the next request. */
export class ReadAccount {
  constructor(
    private readonly accounts: Accounts,
    private readonly generation: Generation,
  ) {}

  async run(id: string): Promise<Account | undefined> {
    await this.generation.refresh()
    return this.find(id)
  }

  /** As of the generation last read: where the request has read that already. */
  find(id: string): Promise<Account | undefined> {
    return this.accounts.find(id)
  }

  /** The only account of the installation; undefined: there are several, or none. */
  async only(): Promise<Account | undefined> {
    const [account, ...others] = await this.accounts.list()
    return others.length === 0 ? account : undefined
  }

  /** Whether the installation was set up for this account: its owner may do what holds for all accounts. */
  async isFirst(id: string): Promise<boolean> {
    const [first] = await this.accounts.list()
    return first?.id === id
  }

  logo(id: string): Promise<Logo | undefined> {
    return this.accounts.logo(id)
  }
}
