import { iso, type Clock } from '../kernel/clock.js'
import { type LinkStatus, statusAt } from '../payment-links/payment-link.js'
import type { LinkAndAccount } from '../payment-links/read-public-link.js'

/** A link as a payer's agent sees it: no more than its page shows. */
interface AgentView {
  object: 'payment_page'
  title: string
  amountCentavos: number
  currency: string
  status: LinkStatus
  payee: string
  expiresAt: string | null
  url: string
}

export function toAgentView(
  { link, account }: LinkAndAccount,
  { clock, baseUrl }: { clock: Clock; baseUrl: string },
): AgentView {
  return {
    object: 'payment_page',
    title: link.title,
    amountCentavos: link.amountCentavos,
    currency: link.currency,
    status: statusAt(link, clock.now()),
    payee: account.name,
    expiresAt: link.expiresAt === null ? null : iso(new Date(link.expiresAt)),
    url: `${baseUrl}/p/${link.slug}`,
  }
}
