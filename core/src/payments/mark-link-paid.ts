import type { Timestamp } from '../contract/fields.js'
import type { AuditLog } from '../audit/audit-log.repository.js'
import { fingerprint } from '../idempotency/fingerprint.js'
import type { Answer, RunOnce } from '../idempotency/run-once.js'
import type { AccountPrincipal } from '../kernel/principal.js'
import { type Clock, iso } from '../kernel/clock.js'
import type { Ids } from '../kernel/ids.js'
import { invalid, notFound } from '../kernel/problem.js'
import { toIso } from '../kernel/timestamps.js'
import { afterTrigger } from '../payment-links/payment-link.transitions.js'
import type { PaymentLinkView } from '../payment-links/payment-link.view.js'
import type { PaymentLinks } from '../payment-links/payment-links.repository.js'
import { newPayment } from './new-payment.js'
import { parseProof } from './proof-of-payment.js'
import type { RecordManualPayment } from './record-manual-payment.js'

/** Money that came outside the checkout. No other properties are allowed. */
export interface MarkPaymentLinkPaidBody {
  /** `other` unless given. */
  method?: 'card' | 'retail_cash' | 'spei_transfer' | 'other'
  /** @maxLength 1000 */
  note?: string
  /** Now unless given. Not in the future. */
  paidAt?: Timestamp
  /** A receipt as a `data:` URL: PNG, JPEG, WebP or PDF of at most 700 KB. */
  reference?: string
}

export const MARK_PAID = 'POST /v1/payment_links/{id}/mark_paid'

export class MarkLinkPaid {
  constructor(
    private readonly once: RunOnce,
    private readonly links: PaymentLinks,
    private readonly recordManualPayment: RecordManualPayment,
    private readonly auditLog: AuditLog,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /**
   * Records money received outside the checkout and closes the link as paid (R77–R79, R121–R122, I23–I24). The payment is
   * settled from the start: no provider is ever asked about it.
   *
   * @throws Problem `not_found`, `validation_error`, `link_already_paid`, `request_in_flight`,
   *   `idempotency_key_reuse`
   */
  async run(
    principal: AccountPrincipal,
    id: string,
    key: string | undefined,
    input: MarkPaymentLinkPaidBody,
  ): Promise<Answer<PaymentLinkView>> {
    const { method = 'other', note = null } = input
    const proof = input.reference === undefined ? null : parseProof(input.reference)
    const paidAt = input.paidAt === undefined ? null : toIso(input.paidAt, 'paidAt')
    const request = {
      scope: principal,
      key,
      operation: MARK_PAID,
      fingerprint: fingerprint(MARK_PAID, id, { ...input, method, paidAt }),
    }
    return this.once.inOneTransaction(request, 200, async (tx) => {
      const link = await this.links.lock(tx, principal, id)
      if (!link) throw notFound('payment link')
      const now = this.clock.now()
      const createdAt = iso(now)
      if (paidAt !== null && paidAt > createdAt) throw invalid('paidAt', 'must not be in the future')
      const paid = afterTrigger(link, 'mark_paid', now)
      const payment = newPayment(link, {
        id: this.ids.next('pay'),
        connectionId: null,
        provider: 'manual',
        providerRef: `manual:${this.ids.uuid()}`,
        status: 'succeeded',
        createdAt,
        method,
        note,
        hasReference: proof !== null,
        paidAt: paidAt ?? createdAt,
      })
      const view = await this.recordManualPayment.run(tx, { ...paid, paidPaymentId: payment.id }, payment, proof)
      const act = { accountId: principal.accountId, action: 'payment_link.marked_paid', target: payment.id }
      await this.auditLog.append(tx, principal, act)
      return view
    })
  }
}
