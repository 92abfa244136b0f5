import type { Account } from '../accounts/account.js'
import type { AccountPrincipal } from '../kernel/principal.js'
import type { ReadAttention } from '../overview/read-attention.js'
import type { Quarantine } from '../quarantine/quarantine.js'
import type { FrameFacts } from './visit.js'

/** What every page of the dashboard shows around its content: two short reads. */
export class FrameFactsReader {
  constructor(
    private readonly attention: ReadAttention,
    private readonly quarantine: Quarantine,
  ) {}

  async run(principal: AccountPrincipal, { verifiedAt, subscription }: Account): Promise<FrameFacts> {
    const [reviews, broken] = await Promise.all([
      this.attention.countReviews(principal),
      this.attention.connectionsInError(principal),
    ])
    const canGoLive = verifiedAt !== null && subscription === 'active'
    const missing = await this.quarantine.find()
    return { missing, reviews, needsAttention: reviews > 0 || broken.length > 0, canGoLive }
  }
}
