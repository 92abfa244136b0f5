import type { Scope } from '../kernel/principal.js'
import type { IdempotencyKeys } from './idempotency.repository.js'

/** Whether requests had their effect. */
export class ReadAnswers {
  constructor(private readonly keys: IdempotencyKeys) {}

  /** Has a request with this key succeeded at this time or later? Known for as long as its response is replayed. */
  async hasSucceeded(scope: Scope, key: string, since: string): Promise<boolean> {
    const found = await this.keys.find(scope, key)
    return found?.state === 'completed' && Date.parse(found.createdAt) >= Date.parse(since)
  }
}
