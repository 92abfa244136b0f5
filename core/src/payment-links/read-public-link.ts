import type { Account } from '../accounts/account.js'
import type { Accounts } from '../accounts/accounts.repository.js'
import type { Logo } from '../accounts/logo.js'
import type { Generation } from '../database/generation.js'
import type { PaymentLink } from './payment-link.js'
import type { PaymentLinks } from './payment-links.repository.js'

export interface LinkAndAccount {
  link: PaymentLink
  account: Account
}

/** A link and its merchant, for anyone who knows the slug. */
export class ReadPublicLink {
  constructor(
    private readonly links: PaymentLinks,
    private readonly accounts: Accounts,
    private readonly generation: Generation,
  ) {}

  /** Undefined: no such link. */
  async run(slug: string): Promise<LinkAndAccount | undefined> {
    await this.generation.refresh()
    const link = slug.includes('\0') ? undefined : await this.links.findBySlug(slug)
    const account = link && (await this.accounts.find(link.accountId))
    return link && account && { link, account }
  }

  logo({ account }: LinkAndAccount): Promise<Logo | undefined> {
    return this.accounts.logo(account.id)
  }
}
