import type { AccountPrincipal } from '../kernel/principal.js'
import type { AuditLog } from '../audit/audit-log.repository.js'
import type { Tx } from '../database/engine.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, iso } from '../kernel/clock.js'
import type { Ids } from '../kernel/ids.js'
import { modeOf } from '../kernel/mode.js'
import { invalid, notFound, Problem } from '../kernel/problem.js'
import type { Random } from '../kernel/random.js'
import type { Accounts } from './accounts.repository.js'
import { type ApiKey, hashKey, newKeyText } from './api-key.js'
import type { ApiKeys } from './api-keys.repository.js'
import { checkNewKey, type NewKey } from './new-key.js'

export class CreateKey {
  constructor(
    private readonly keys: ApiKeys,
    private readonly accounts: Accounts,
    private readonly auditLog: AuditLog,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: Ids,
    private readonly random: Random,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates a key of the principal's account and mode. Its text is returned only here (R137).
   *
   * @param unitOfWork whose transaction stores the key
   * @throws Problem `validation_error` with the path of everything that is wrong; an expiry must be in the future
   * @throws Problem `forbidden`: a live key needs a verified business profile (R139); `not_found`
   */
  async run(
    principal: AccountPrincipal,
    input: NewKey,
    unitOfWork: Pick<UnitOfWork, 'run'> = this.unitOfWork,
  ): Promise<{ key: ApiKey; text: string }> {
    const { name, controls, ...limits } = checkNewKey(input)
    const createdAt = iso(this.clock.now())
    if (limits.expiresAt !== null && limits.expiresAt <= createdAt) throw invalid('expiresAt', 'must be in the future')
    const { accountId, livemode } = principal
    const text = newKeyText(this.random, livemode)
    const key: ApiKey = {
      id: this.ids.next('key'),
      accountId,
      livemode,
      name: name ?? `${modeOf(livemode)} key`,
      hash: hashKey(text),
      prefix: text.slice(0, 12),
      lastFour: text.slice(-4),
      ...limits,
      controls,
      createdAt,
      lastUsedAt: null,
      revokedAt: null,
    }
    await unitOfWork.run(async (tx) => {
      if (livemode) await this.assertVerified(tx, accountId)
      await this.keys.insert(tx, key)
      await this.auditLog.append(tx, principal, {
        accountId,
        action: 'key.created',
        target: key.id,
        details: { mode: modeOf(key.livemode), name: key.name, ...limits, ...(controls && { controls }) },
      })
    })
    return { key, text }
  }

  /** Under a lock, so that the profile is still verified when the key is stored. */
  private async assertVerified(tx: Tx, accountId: string): Promise<void> {
    const account = await this.accounts.lock(tx, accountId)
    if (!account) throw notFound('account')
    if (account.verifiedAt !== null) return
    throw new Problem('forbidden', { detail: 'A live key needs a verified business profile.' })
  }
}
