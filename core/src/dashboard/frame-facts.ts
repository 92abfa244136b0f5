import type { Account } from '../accounts/account.js'
import type { AccountPrincipal } from '../kernel/principal.js'
import type { FrameFacts } from './visit.js'

/** What every page of the dashboard shows around its content. */
export class FrameFactsReader {
  run(_principal: AccountPrincipal, { verifiedAt, subscription }: Account): Promise<FrameFacts> {
    const canGoLive = verifiedAt !== null && subscription === 'active'
    return Promise.resolve({ reviews: 0, needsAttention: false, canGoLive })
  }
}
