import type { Dispute, PluginContext, ProviderState } from '@paylink/plugin-api'
import type { Stripe } from 'stripe'
import { expanded, isoOf } from './provider-state.js'

/** An inquiry (`warning_…`) may become a dispute; closed without one, the merchant keeps the money. */
const STATUSES: Readonly<Record<string, Dispute['status']>> = {
  warning_needs_response: 'open',
  warning_under_review: 'open',
  needs_response: 'open',
  under_review: 'open',
  warning_closed: 'won',
  won: 'won',
  lost: 'lost',
}
/** A charge has one, rarely two. */
const LIMIT = 10

/**
 * The dispute of a session's charge; if there are several, one that is still open. A charge only tells that it is
 * disputed. Undefined also if the key may not read disputes, which does not affect the payment.
 */
export async function disputeOf(
  session: Stripe.Checkout.Session,
  stripe: Stripe,
  { log }: Pick<PluginContext, 'log'>,
): Promise<ProviderState['dispute']> {
  const intent = expanded(session.payment_intent)
  const charge = intent && expanded(intent.latest_charge)
  if (!intent || charge?.disputed !== true) return undefined
  const disputes = await listDisputes(intent.id, stripe)
  if (disputes === null) {
    log.warn('a charge is disputed, but the key may not read disputes')
    return undefined
  }
  const known = disputes.filter(({ status }) => Object.hasOwn(STATUSES, status))
  const [dispute] = known.sort((a, b) => rankOf(b) - rankOf(a))
  return dispute && toDispute(dispute)
}

async function listDisputes(intent: string, stripe: Stripe): Promise<Stripe.Dispute[] | null> {
  try {
    const { data } = await stripe.disputes.list({ payment_intent: intent, limit: LIMIT })
    return Array.isArray(data) ? data : []
  } catch (error) {
    if (error instanceof Error && 'statusCode' in error && error.statusCode === 403) return null
    throw error
  }
}

/** Open ones first, then the newest. */
const rankOf = ({ status, created }: Stripe.Dispute): number => (STATUSES[status] === 'open' ? 1e12 : 0) + created

function toDispute({ status, amount, currency, evidence_details }: Stripe.Dispute): Dispute {
  const dueBy = evidence_details?.due_by
  return {
    status: STATUSES[status]!,
    amount: { amount, currency: currency.toUpperCase() },
    dueAt: dueBy ? isoOf(dueBy) : undefined,
  }
}
