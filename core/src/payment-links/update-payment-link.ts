import { fingerprint } from '../idempotency/fingerprint.js'
import type { AuditLog } from '../audit/audit-log.repository.js'
import type { Answer, RunOnce } from '../idempotency/run-once.js'
import type { BaseUrl } from '../kernel/named.js'
import type { AccountPrincipal } from '../kernel/principal.js'
import { type Clock, iso } from '../kernel/clock.js'
import { invalid, notFound, problemOf } from '../kernel/problem.js'
import { toIso } from '../kernel/timestamps.js'
import { assertInvoiceable } from './invoiceable-items.js'
import type { InvoicingReadiness } from './invoicing-readiness.js'
import type { OfferedProviders } from './offered-providers.js'
import { asOf, type PaymentLink } from './payment-link.js'
import type { UpdatePaymentLinkBody } from './payment-link.bodies.js'
import { afterTrigger } from './payment-link.transitions.js'
import { type PaymentLinkView, toPaymentLinkView } from './payment-link.view.js'
import type { PaymentLinks } from './payment-links.repository.js'

export const UPDATE_LINK = 'POST /v1/payment_links/{id}'

export class UpdatePaymentLink {
  constructor(
    private readonly once: RunOnce,
    private readonly links: PaymentLinks,
    private readonly offered: OfferedProviders,
    private readonly invoicing: InvoicingReadiness,
    private readonly auditLog: AuditLog,
    private readonly clock: Clock,
    private readonly baseUrl: BaseUrl,
  ) {}

  /**
   * Changes an active or processing link (R84, R117–R120). Items and amounts are immutable.
   *
   * @throws Problem `not_found`, `validation_error`, `link_already_paid`, `link_expired`,
   *   `no_active_connection`, `idempotency_key_reuse`
   */
  async run(
    principal: AccountPrincipal,
    id: string,
    key: string | undefined,
    input: UpdatePaymentLinkBody,
  ): Promise<Answer<PaymentLinkView>> {
    const changes = { ...input }
    if (changes.expiresAt) changes.expiresAt = toIso(changes.expiresAt, 'expiresAt')
    const request = {
      scope: principal,
      key,
      operation: UPDATE_LINK,
      fingerprint: fingerprint(UPDATE_LINK, id, changes),
    }
    const refusal = await problemOf(() => this.assertPossible(principal, id, changes))
    return this.once.inOneTransaction(request, 200, async (tx) => {
      const link = await this.links.lock(tx, principal, id)
      if (!link) throw notFound('payment link')
      const now = this.clock.now()
      const changed = { ...afterTrigger(link, 'update', now), ...toFields(changes) }
      if (changes.expiresAt && changes.expiresAt <= iso(now)) throw invalid('expiresAt', 'must be in the future')
      if (refusal !== null) throw refusal
      await this.links.save(tx, { ...changed, status: link.status })
      const details = { fields: Object.keys(toFields(changes)) }
      const act = { accountId: principal.accountId, action: 'payment_link.edited', target: id, details }
      await this.auditLog.append(tx, principal, act)
      return toPaymentLinkView(asOf(this.clock, changed), this.baseUrl)
    })
  }

  /** Checks the connections before the transaction, which must not wait for anything else. */
  private async assertPossible(principal: AccountPrincipal, id: string, changes: UpdatePaymentLinkBody): Promise<void> {
    const { providers = [], invoiceable = false } = changes
    if (providers.length === 0 && !invoiceable) return
    // No lock is needed: items, amount and currency never change.
    const link = await this.links.find(principal, id)
    if (!link) return
    if (providers.length > 0) await this.offered.assertPayable(principal, providers, link.currency, link.amountCentavos)
    if (!invoiceable) return
    assertInvoiceable(link.items, link.currency)
    await this.invoicing.assertReady(principal)
  }
}

function toFields({ metadata, ...changes }: UpdatePaymentLinkBody): Partial<PaymentLink> {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  return { ...Object.fromEntries(given), ...(metadata === undefined ? {} : { metadata: metadata ?? {} }) }
}
