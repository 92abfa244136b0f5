import type { Dispute } from '@paylink/plugin-api'
import { type Charge, isoOf } from './payment-method.js'

/** The documented statuses of a charge's `chargeback`. `covered`: Conekta bears the loss. */
const STATUSES: Readonly<Record<string, Dispute['status']>> = {
  action_required: 'open',
  pending_review: 'open',
  under_review: 'open',
  rt: 'open',
  rt_sent: 'open',
  represented: 'open',
  won: 'won',
  covered: 'won',
  lost: 'lost',
}

/** The SDK's types are older than the field. */
interface Chargeback {
  status?: unknown
  evidence_due_by?: unknown
}

/** Conekta reports no amount for a chargeback, so the charge's is used. */
export function disputeOf(charge: Charge): Dispute | undefined {
  const { chargeback } = charge as Charge & { chargeback?: Chargeback | null }
  const { status, evidence_due_by } = chargeback ?? {}
  if (typeof status !== 'string' || !Object.hasOwn(STATUSES, status)) return undefined
  return {
    status: STATUSES[status]!,
    amount: { amount: charge.amount, currency: charge.currency.toUpperCase() },
    dueAt: typeof evidence_due_by === 'number' && evidence_due_by > 0 ? isoOf(evidence_due_by) : undefined,
  }
}
