import type { Accounts } from '../accounts/accounts.repository.js'
import { isApiScope } from '../accounts/api-key.js'
import { checkControls } from '../accounts/controls.js'
import type { AuditLog } from '../audit/audit-log.repository.js'
import type { Tx } from '../database/engine.js'
import { type Clock, iso } from '../kernel/clock.js'
import type { Ids } from '../kernel/ids.js'
import { modeOf } from '../kernel/mode.js'
import { type AccountPrincipal, API_SCOPES } from '../kernel/principal.js'
import { invalid, notFound, Problem } from '../kernel/problem.js'
import type { Grant } from './grant.js'
import type { Grants } from './grants.repository.js'

/** What a person allows, and which program asked for it. */
export type NewGrant = Pick<Grant, 'clientId' | 'clientName' | 'clientHost' | 'redirectHost' | 'scopes' | 'controls'>

export class CreateGrant {
  constructor(
    private readonly grants: Grants,
    private readonly accounts: Accounts,
    private readonly auditLog: AuditLog,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates a grant of the principal, who is a person, in the transaction that records their decision.
   *
   * @throws Problem `validation_error` with the path of everything that is wrong
   * @throws Problem `forbidden`: a live grant needs a verified business profile, as a live key does; `not_found`
   */
  async run(tx: Tx, principal: AccountPrincipal, input: NewGrant): Promise<Grant> {
    const { accountId, livemode, who } = principal
    if (who.kind !== 'user') throw new Problem('forbidden', { detail: 'Only a person can connect an agent.' })
    if (input.scopes.length === 0 || !input.scopes.every(isApiScope)) {
      throw invalid('scopes', `must be some of ${API_SCOPES.join(', ')}`)
    }
    const controls = checkControls(input.controls)
    if (livemode) await this.assertVerified(tx, accountId)
    const grant: Grant = {
      ...{ id: this.ids.next('grt'), accountId, livemode, userId: who.id },
      ...{ ...input, controls, createdAt: iso(this.clock.now()), lastUsedAt: null, revokedAt: null },
    }
    await this.grants.insert(tx, grant)
    const { clientName: name, clientId, redirectHost, scopes } = grant
    const details = { mode: modeOf(livemode), name, clientId, redirectHost, scopes, controls }
    await this.auditLog.append(tx, principal, { accountId, action: 'grant.created', target: grant.id, details })
    return grant
  }

  /** Under a lock, so that the profile is still verified when the grant is stored. */
  private async assertVerified(tx: Tx, accountId: string): Promise<void> {
    const account = await this.accounts.lock(tx, accountId)
    if (!account) throw notFound('account')
    if (account.verifiedAt !== null) return
    throw new Problem('forbidden', { detail: 'A live agent needs a verified business profile.' })
  }
}
