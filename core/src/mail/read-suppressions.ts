import { type ListPage, type PageStart, readPage } from '../kernel/keyset.js'
import type { Scope } from '../kernel/principal.js'
import { notFound } from '../kernel/problem.js'
import type { ListedSuppression, Suppression } from './suppression.js'
import type { Suppressions } from './suppressions.repository.js'

/** Addresses that are not emailed in a mode, newest first. */
export class ReadSuppressions {
  constructor(private readonly suppressions: Suppressions) {}

  page(
    scope: Scope,
    { start, limit }: { start?: PageStart | undefined; limit: number },
  ): Promise<ListPage<ListedSuppression>> {
    const direction = start?.direction ?? 'older'
    return readPage<ListedSuppression>({
      ...{ start, limit, budget: Infinity },
      read: (from, count) => this.suppressions.walk(scope, { direction, from }, count),
    })
  }

  /** Undefined: it is not suppressed, or no longer. */
  find(scope: Scope, deliveryId: string): Promise<Suppression | undefined> {
    return this.suppressions.find(scope, deliveryId)
  }

  /** @throws Problem `not_found` */
  async one(scope: Scope, deliveryId: string): Promise<Suppression> {
    const found = await this.find(scope, deliveryId)
    if (!found) throw notFound('suppressed address')
    return found
  }
}
