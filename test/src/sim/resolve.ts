import { OPERATOR } from '@paylink/core/kernel/principal'
import { Generation } from '@paylink/core/database/generation'
import { ResolveReview } from '@paylink/core/reconciliation/resolve-review'
import type { SimProcess } from './process.js'
import type { PaymentRow } from './snapshot.js'
import type { World } from './world.js'

export const isUnderReview = ({ review_reason }: PaymentRow): boolean => review_reason !== null

const KINDS = ['keep', 'accept', 'failed', 'refunded', 'ref'] as const

/** An operator resolves a review, rightly or wrongly (R238). */
export async function resolve(world: World, process: SimProcess): Promise<void> {
  const { decisions } = world
  const { id } = decisions.pick([...world.checker.snapshot.payments.values()].filter(isUnderReview))
  const kind = decisions.pick(world.sessions.length > 0 ? KINDS : KINDS.slice(0, -1))
  const decision =
    kind === 'ref'
      ? { kind, providerRef: decisions.prefer(world.sessions, ({ paymentId }) => paymentId === id).id }
      : { kind }
  await process.get(Generation).refresh()
  await process.get(ResolveReview).run(id, decision, 'I looked', OPERATOR)
  world.count(`review ${kind}`)
}
