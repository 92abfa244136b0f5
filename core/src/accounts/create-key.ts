import type { Principal } from '../kernel/principal.js'
import type { AuditLog } from '../audit/audit-log.repository.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, iso } from '../kernel/clock.js'
import type { Ids } from '../kernel/ids.js'
import { modeOf } from '../kernel/mode.js'
import { Problem } from '../kernel/problem.js'
import type { Random } from '../kernel/random.js'
import type { Account } from './account.js'
import { type ApiKey, hashKey, newKeyText } from './api-key.js'
import type { ApiKeys } from './api-keys.repository.js'
import { checkNewKey, type NewKey } from './new-key.js'

export class CreateKey {
  constructor(
    private readonly keys: ApiKeys,
    private readonly auditLog: AuditLog,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: Ids,
    private readonly random: Random,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates a key. Its text is returned only here (R137).
   *
   * @throws Problem `validation_error` with the path of everything that is wrong
   * @throws Problem `forbidden`: a live key needs a verified business profile (R139)
   */
  async run(
    account: Account,
    input: NewKey & { livemode: boolean },
    principal: Principal,
  ): Promise<{ key: ApiKey; text: string }> {
    const { name, ...limits } = checkNewKey(input)
    if (input.livemode && account.verifiedAt === null) {
      throw new Problem('forbidden', {
        detail: 'A live key needs a verified business profile.',
      })
    }
    const text = newKeyText(this.random, input.livemode)
    const key: ApiKey = {
      id: this.ids.next('key'),
      accountId: account.id,
      livemode: input.livemode,
      name: name ?? `${modeOf(input.livemode)} key`,
      hash: hashKey(text),
      prefix: text.slice(0, 12),
      lastFour: text.slice(-4),
      ...limits,
      createdAt: iso(this.clock.now()),
      lastUsedAt: null,
      expiresAt: null,
      revokedAt: null,
    }
    await this.unitOfWork.run(async (tx) => {
      await this.keys.insert(tx, key)
      await this.auditLog.append(tx, principal, {
        accountId: account.id,
        action: 'key.created',
        target: key.id,
        details: { mode: modeOf(key.livemode), name: key.name, scopes: key.scopes, rateLimit: key.rateLimit },
      })
    })
    return { key, text }
  }
}
