import type { Tx } from '../database/engine.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { fingerprint } from '../idempotency/fingerprint.js'
import type { Answer, RunOnce } from '../idempotency/run-once.js'
import type { Scope } from '../kernel/caller.js'
import { type Clock, iso } from '../kernel/clock.js'
import type { Ids } from '../kernel/ids.js'
import { notFound, Problem } from '../kernel/problem.js'
import { INVOICED_CURRENCY } from '../payment-links/invoiceable-items.js'
import { linkTotal } from '../payment-links/link-total.js'
import type { PaymentLink } from '../payment-links/payment-link.js'
import type { PaymentLinks } from '../payment-links/payment-links.repository.js'
import type { Payment } from '../payments/payment.js'
import type { Payments } from '../payments/payments.repository.js'
import { chooseFormaPago, formasPago } from './forma-pago.js'
import { type Invoice, isOpen } from './invoice.js'
import { type PaymentInvoiceView, toInvoiceView } from './invoice.view.js'
import type { InvoicingConnections } from './invoicing-connections.repository.js'
import type { Invoices } from './invoices.repository.js'
import { noInvoicing } from './provider-problem.js'
import { parseReceiver, type ReceiverWish } from './receiver.js'

export interface InvoiceWish extends ReceiverWish {
  /** `c_FormaPago`; needed only where the payment does not settle it (R64). */
  formaPago?: string
}

export const REQUEST_INVOICE = 'POST /v1/payments/{id}/invoice'

/** Writes down that a payment is to be invoiced; it is stamped soon afterwards (R93). */
export class RequestInvoice {
  constructor(
    private readonly once: RunOnce,
    private readonly payments: Payments,
    private readonly links: PaymentLinks,
    private readonly connections: InvoicingConnections,
    private readonly invoices: Invoices,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /**
   * An open invoice is returned as it is, whatever is wished now (R95). One that was refused may be asked for again.
   *
   * @throws Problem `not_found`: no such payment, or no invoicing provider was ever connected in this mode
   * @throws Problem `invoicing_rejected`: the payment is not `succeeded`, or its link not invoiceable (R214)
   * @throws Problem `validation_error`, with the path of every field at fault
   */
  async run(scope: Scope, paymentId: string, wish: InvoiceWish): Promise<Invoice> {
    const open = await this.prepare(scope, paymentId, wish)
    return typeof open === 'function' ? this.unitOfWork.run(open) : open
  }

  /**
   * The same, once for each key: what was answered first is answered for a day, whatever became of the invoice.
   *
   * @throws Problem also `request_in_flight`, `idempotency_key_reuse`
   */
  async underKey(
    scope: Scope,
    paymentId: string,
    key: string | undefined,
    wish: InvoiceWish,
  ): Promise<Answer<PaymentInvoiceView>> {
    const asked = fingerprint(REQUEST_INVOICE, paymentId, wish)
    const request = { scope, key, operation: REQUEST_INVOICE, fingerprint: asked }
    // First: what has changed since must not turn the repetition of a success into a refusal.
    const before = await this.once.lookUp<PaymentInvoiceView>(request)
    if (before) return before
    const open = await this.prepare(scope, paymentId, wish)
    return this.once.inOneTransaction(request, 200, async (tx) =>
      toInvoiceView(typeof open === 'function' ? await open(tx) : open),
    )
  }

  /** The open invoice; or, everything judged that can be beforehand, the transaction that requests one. */
  private async prepare(
    scope: Scope,
    paymentId: string,
    wish: InvoiceWish,
  ): Promise<Invoice | ((tx: Tx) => Promise<Invoice>)> {
    const payment = await this.payments.find(scope, paymentId)
    const link = payment && (await this.links.find(payment, payment.linkId))
    if (!payment || !link) throw notFound('payment')
    if (!(await this.connections.current(scope))) throw noInvoicing()
    const existing = await this.invoices.latestOf(paymentId)
    if (existing && isOpen(existing)) return existing
    assertInvoiceable(payment, link)
    const { receiver, formaPago } = parseWish(payment, wish)
    return async (tx) => {
      const locked = await this.payments.lock(tx, scope, paymentId)
      if (!locked) throw notFound('payment')
      const latest = await this.invoices.latestOf(paymentId, tx)
      if (latest && isOpen(latest)) return latest
      assertInvoiceable(locked, link)
      const createdAt = iso(this.clock.now())
      const invoice: Invoice = {
        accountId: scope.accountId,
        livemode: scope.livemode,
        ...{ id: this.ids.next('inv'), paymentId, status: 'requested', receiver, formaPago, createdAt },
        ...NOTHING_YET,
        refundReviewSince: locked.amountRefunded > 0 ? createdAt : null,
      }
      await this.invoices.insert(tx, invoice)
      return invoice
    }
  }
}

const NOTHING_YET = {
  ...{ connectionId: null, request: null, providerRef: null, uuid: null, totalCentavos: null },
  ...{ failureCode: null, failureReason: null, failureField: null, cancelMotivo: null, cancelTakenAt: null },
  ...{ stampedAt: null, cancelledAt: null, attempts: 0, tries: 0, waitsFor: null, refundSeenCentavos: 0 },
}

/** Why a payment cannot be invoiced, for people who use the API; null: it can. */
export function obstacleTo(payment: Payment, link: PaymentLink): string | null {
  if (payment.status !== 'succeeded') return `The payment is ${payment.status}: only one that succeeded is invoiced.`
  if (!link.invoiceable) return 'The link of this payment is not invoiceable.'
  if (payment.currency !== INVOICED_CURRENCY) return `Only payments in ${INVOICED_CURRENCY} are invoiced.`
  if (payment.amountCentavos === linkTotal(link.items)) return null
  return 'What was paid is not what the items of its link come to: invoice it at the provider.'
}

/** @throws Problem `invoicing_rejected` */
function assertInvoiceable(payment: Payment, link: PaymentLink): void {
  const obstacle = obstacleTo(payment, link)
  if (obstacle !== null) throw new Problem('invoicing_rejected', { detail: obstacle })
}

/** @throws Problem `validation_error`: what is wrong with the customer's data is told together */
function parseWish(payment: Payment, { formaPago, ...wish }: InvoiceWish): Pick<Invoice, 'receiver' | 'formaPago'> {
  const receiver = parseReceiver(wish)
  return { receiver, formaPago: chooseFormaPago(formasPago(payment), formaPago) }
}
