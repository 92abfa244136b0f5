import type { Tx } from '../database/engine.js'
import { fingerprint } from '../idempotency/fingerprint.js'
import type { Answer, RunOnce } from '../idempotency/run-once.js'
import type { BaseUrl } from '../kernel/named.js'
import type { AccountPrincipal } from '../kernel/principal.js'
import { type Clock, iso } from '../kernel/clock.js'
import type { Ids } from '../kernel/ids.js'
import { invalid, notFound } from '../kernel/problem.js'
import { toIso } from '../kernel/timestamps.js'
import { afterTrigger } from '../payment-links/payment-link.transitions.js'
import { type PaymentLinkView, toPaymentLinkView } from '../payment-links/payment-link.view.js'
import type { PaymentLink } from '../payment-links/payment-link.js'
import type { PaymentLinks } from '../payment-links/payment-links.repository.js'
import type { Outbox } from '../webhooks/outbox.repository.js'
import type { Payment } from './payment.js'
import { toPaymentView } from './payment.view.js'
import type { Payments } from './payments.repository.js'
import type { QueueReceipt } from './queue-receipt.js'
import { parseReceipt, type Receipt } from './receipt.js'
import type { Receipts } from './receipts.repository.js'

export interface ManualPayment {
  method?: 'card' | 'retail_cash' | 'spei_transfer' | 'other'
  note?: string
  paidAt?: string
  /** A `data:` URL. */
  reference?: string
}

export const MARK_PAID = 'POST /v1/payment_links/{id}/mark_paid'

export class MarkLinkPaid {
  constructor(
    private readonly once: RunOnce,
    private readonly links: PaymentLinks,
    private readonly payments: Payments,
    private readonly receipts: Receipts,
    private readonly outbox: Outbox,
    private readonly receiptMail: QueueReceipt,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly baseUrl: BaseUrl,
  ) {}

  /**
   * Records money received outside the checkout and closes the link as paid (R77–R79, R121–R122, I23–I24).
   *
   * @throws Problem `not_found`, `validation_error`, `link_already_paid`, `request_in_flight`,
   *   `idempotency_key_reuse`
   */
  async run(
    principal: AccountPrincipal,
    id: string,
    key: string | undefined,
    input: ManualPayment,
  ): Promise<Answer<PaymentLinkView>> {
    const receipt = input.reference === undefined ? null : parseReceipt(input.reference)
    const paidAt = input.paidAt === undefined ? null : toIso(input.paidAt, 'paidAt')
    const request = {
      scope: principal,
      key,
      operation: MARK_PAID,
      fingerprint: fingerprint(MARK_PAID, id, { ...input, method: input.method ?? 'other', paidAt }),
    }
    return this.once.inOneTransaction(request, 200, async (tx) => {
      const link = await this.links.lock(tx, principal, id)
      if (!link) throw notFound('payment link')
      const now = this.clock.now()
      if (paidAt !== null && paidAt > iso(now)) throw invalid('paidAt', 'must not be in the future')
      const paid = afterTrigger(link, 'mark_paid', now)
      const payment = this.manualPayment(link, input, { paidAt, createdAt: iso(now), hasReference: receipt !== null })
      return this.record(tx, { ...paid, paidPaymentId: payment.id }, payment, receipt)
    })
  }

  private async record(tx: Tx, link: PaymentLink, payment: Payment, receipt: Receipt | null): Promise<PaymentLinkView> {
    await this.payments.insert(tx, payment)
    if (receipt) await this.receipts.insert(tx, payment, payment.id, receipt)
    await this.links.save(tx, link)
    const view = toPaymentLinkView(link, this.baseUrl)
    await this.outbox.append(tx, link, 'payment.succeeded', { object: toPaymentView(payment) })
    await this.outbox.append(tx, link, 'payment_link.paid', { object: view })
    await this.receiptMail.queueReceipt(tx, link, payment)
    return view
  }

  private manualPayment(
    link: PaymentLink,
    input: ManualPayment,
    { paidAt, createdAt, hasReference }: { paidAt: string | null; createdAt: string; hasReference: boolean },
  ): Payment {
    return {
      accountId: link.accountId,
      livemode: link.livemode,
      id: this.ids.next('pay'),
      linkId: link.id,
      connectionId: null,
      provider: 'manual',
      providerRef: `manual:${this.ids.uuid()}`,
      status: 'succeeded',
      method: input.method ?? 'other',
      methodDetail: null,
      amountCentavos: link.amountCentavos,
      amountRefunded: 0,
      currency: link.currency,
      customerEmail: link.customerEmail,
      customerName: link.customerName,
      paidAt: paidAt ?? createdAt,
      createdAt,
      note: input.note ?? null,
      hasReference,
      metadata: link.metadata,
      ...NOTHING_TO_VERIFY,
    }
  }
}

/** A manual payment is settled from the start: no provider is ever asked about it (I24). */
const NOTHING_TO_VERIFY = {
  checkoutRequest: null,
  redirectUrl: null,
  checkoutExpiresAt: null,
  voucher: null,
  reconcileAfter: null,
  reconcileError: null,
  reconcileAttempts: 0,
  verifyingToken: null,
  verifyingUntil: null,
  unknownSince: null,
  searchedInVainAt: null,
  reviewReason: null,
  reviewSince: null,
  reviewDecidedAt: null,
  releasedAt: null,
} as const
