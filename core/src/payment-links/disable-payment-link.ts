import type { AuditLog } from '../audit/audit-log.repository.js'
import type { Tx } from '../database/engine.js'
import { fingerprint } from '../idempotency/fingerprint.js'
import { type Answer, KeyLostError, type RunOnce } from '../idempotency/run-once.js'
import type { BaseUrl } from '../kernel/named.js'
import type { AccountPrincipal } from '../kernel/principal.js'
import type { Clock } from '../kernel/clock.js'
import { notFound, Problem } from '../kernel/problem.js'
import type { Outbox } from '../webhooks/outbox.repository.js'
import type { CloseCheckout } from './close-checkout.js'
import { asOf, type PaymentLink } from './payment-link.js'
import { afterTrigger } from './payment-link.transitions.js'
import { type PaymentLinkView, toPaymentLinkView } from './payment-link.view.js'
import type { PaymentLinks } from './payment-links.repository.js'

export const DISABLE_LINK = 'POST /v1/payment_links/{id}/disable'

/** A payer may open a new checkout between the closing of one and the disabling of the link. */
const MAX_TRIES = 3

export class DisablePaymentLink {
  constructor(
    private readonly once: RunOnce,
    private readonly links: PaymentLinks,
    private readonly closeCheckout: CloseCheckout,
    private readonly outbox: Outbox,
    private readonly auditLog: AuditLog,
    private readonly clock: Clock,
    private readonly baseUrl: BaseUrl,
  ) {}

  /**
   * Disables a link; an open checkout is expired at the provider first (R80–R82, R228–R229). Never refunds.
   *
   * @throws Problem `not_found`, `link_already_paid`, `link_expired`, `request_in_flight`,
   *   `provider_unavailable`, `idempotency_key_reuse`
   */
  async run(principal: AccountPrincipal, id: string, key: string | undefined): Promise<Answer<PaymentLinkView>> {
    const request = { scope: principal, key, operation: DISABLE_LINK, fingerprint: fingerprint(DISABLE_LINK, id, null) }
    return this.once.inSteps(request, 200, async (finish) => {
      let hasClosed = false
      for (let attempt = 1; ; attempt++) {
        const link = await this.links.find(principal, id)
        if (!link) throw notFound('payment link')
        if (link.status === 'processing') {
          await this.closeCheckout.run(principal, id)
          hasClosed = true
        }
        try {
          return await finish((tx) => this.disable(tx, principal, id, hasClosed))
        } catch (error) {
          const isBusy = error instanceof Problem && error.code === 'request_in_flight'
          // Another process has taken the key over and finishes the request: this one must close no more checkouts.
          if (!isBusy || error instanceof KeyLostError || attempt === MAX_TRIES) throw error
        }
      }
    })
  }

  private async disable(tx: Tx, principal: AccountPrincipal, id: string, hasClosed: boolean): Promise<PaymentLinkView> {
    const link = await this.links.lock(tx, principal, id)
    if (!link) throw notFound('payment link')
    // A link whose checkout this request ended is disabled, though it expired while it was processing (R81).
    const isOurs = hasClosed && link.status === 'expired'
    const disabled: PaymentLink = isOurs
      ? { ...link, status: 'disabled' }
      : afterTrigger(link, 'disable', this.clock.now())
    const view = toPaymentLinkView(asOf(this.clock, disabled), this.baseUrl)
    if (link.status === 'disabled') return view
    await this.links.save(tx, disabled)
    await this.outbox.append(tx, principal, 'payment_link.disabled', { object: view })
    const act = { accountId: principal.accountId, action: 'payment_link.disabled', target: id }
    await this.auditLog.append(tx, principal, act)
    return view
  }
}
