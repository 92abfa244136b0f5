import { OPERATOR } from '@paylink/core/audit/audit-entry'
import { Generation } from '@paylink/core/database/generation'
import { ResolveReview } from '@paylink/core/reconciliation/resolve-review'
import type { Actors } from './acts.js'
import type { PaymentRow } from './snapshot.js'

export const isUnderReview = ({ review_reason }: PaymentRow): boolean => review_reason !== null

/** A person ends a review, rightly or wrongly (R238). */
export async function resolve({ world, process }: Pick<Actors, 'world' | 'process'>): Promise<void> {
  const { decisions } = world
  const { id } = decisions.pick([...world.watch.snapshot.payments.values()].filter(isUnderReview))
  const kind = decisions.pick(['keep', 'accept', 'failed', 'refunded'] as const)
  await process.get(Generation).refresh()
  await process.get(ResolveReview).run(id, { kind }, 'I looked', OPERATOR)
  world.count(`review ${kind}`)
}
