import type { AuditLog } from '../audit/audit-log.repository.js'
import type { Connections } from '../connections/connections.repository.js'
import type { Tx } from '../database/engine.js'
import { fingerprint } from '../idempotency/fingerprint.js'
import type { Answer, RunOnce } from '../idempotency/run-once.js'
import { type AccountPrincipal, creatorOf, type Principal, type Scope } from '../kernel/principal.js'
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
import { type Invoice, isOpen, PAYER } from './invoice.js'
import { type PaymentInvoiceView, toInvoiceView } from './invoice.view.js'
import type { Invoices } from './invoices.repository.js'
import { invoicingNotConnected } from './provider-problem.js'
import { parseReceiver, type ReceiverInput } from './receiver.js'

export interface InvoiceInput extends ReceiverInput {
  /** `c_FormaPago`; required only where the payment does not determine it (R64). */
  formaPago?: string
}

export const REQUEST_INVOICE = 'POST /v1/payments/{id}/invoice'

/** Records the request to invoice a payment; a worker stamps it soon afterwards (R93). */
export class RequestInvoice {
  constructor(
    private readonly once: RunOnce,
    private readonly payments: Payments,
    private readonly links: PaymentLinks,
    private readonly connections: Connections,
    private readonly invoices: Invoices,
    private readonly auditLog: AuditLog,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /**
   * For the payer. An open invoice is returned unchanged, whatever the input (R95). A refused one can be requested again.
   *
   * @throws Problem `not_found`: no such payment, or no invoicing provider was ever connected in this mode
   * @throws Problem `invoicing_rejected`: the payment is not `succeeded`, or its link not invoiceable (R214)
   * @throws Problem `validation_error`, with the path of every fault
   */
  async run(scope: Scope, paymentId: string, input: InvoiceInput): Promise<Invoice> {
    const open = await this.prepare(scope, paymentId, input, null)
    if (typeof open !== 'function') return open
    const request = { scope, key: undefined, operation: REQUEST_INVOICE, fingerprint: '' }
    return (await this.once.inOneTransaction(request, 200, open)).body
  }

  /**
   * For the merchant, with an idempotency key: the first response is replayed for 24 hours, even if the invoice has changed since.
   *
   * @throws Problem also `request_in_flight`, `idempotency_key_reuse`
   */
  async underKey(
    principal: AccountPrincipal,
    paymentId: string,
    key: string | undefined,
    input: InvoiceInput,
  ): Promise<Answer<PaymentInvoiceView>> {
    const asked = fingerprint(REQUEST_INVOICE, paymentId, input)
    const request = { scope: principal, key, operation: REQUEST_INVOICE, fingerprint: asked }
    // Before all checks: a replay must succeed even if the payment can no longer be invoiced.
    const before = await this.once.lookUp<PaymentInvoiceView>(request)
    if (before) return before
    const open = await this.prepare(principal, paymentId, input, principal)
    return this.once.inOneTransaction(request, 200, async (tx) =>
      toInvoiceView(typeof open === 'function' ? await open(tx) : open),
    )
  }

  /**
   * The open invoice, or, after all checks that need no transaction, the transaction that requests one.
   *
   * @param by null: the payer
   */
  private async prepare(
    scope: Scope,
    paymentId: string,
    input: InvoiceInput,
    by: Principal | null,
  ): Promise<Invoice | ((tx: Tx) => Promise<Invoice>)> {
    const payment = await this.payments.find(scope, paymentId)
    const link = payment && (await this.links.find(payment, payment.linkId))
    if (!payment || !link) throw notFound('payment')
    if (!(await this.connections.current('invoicing', scope))) throw invoicingNotConnected()
    const existing = await this.invoices.latestOf(paymentId)
    if (existing && isOpen(existing)) return existing
    assertInvoiceable(payment, link)
    const { receiver, formaPago } = parseInput(payment, input)
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
        ...INITIAL,
        createdBy: by === null ? PAYER : creatorOf(by),
        refundReviewSince: locked.amountRefunded > 0 ? createdAt : null,
      }
      await this.invoices.insert(tx, invoice)
      if (by !== null) {
        const act = { accountId: scope.accountId, action: 'invoice.requested', target: invoice.id }
        await this.auditLog.appendOfPerson(tx, by, act)
      }
      return invoice
    }
  }
}

const INITIAL = {
  ...{ connectionId: null, request: null, providerRef: null, uuid: null, totalCentavos: null },
  ...{ failureCode: null, failureReason: null, failureField: null, cancelMotivo: null, cancelAcceptedAt: null },
  cancelRequestedBy: null,
  ...{ stampedAt: null, cancelledAt: null, attempts: 0, tries: 0, waitReason: null, refundSeenCentavos: 0 },
} satisfies Partial<Invoice>

/** Why a payment cannot be invoiced, as the API words it; null: it can. */
export function invoicingRefusal(payment: Payment, link: PaymentLink): string | null {
  if (payment.status !== 'succeeded')
    return `The payment is ${payment.status}: only a succeeded payment can be invoiced.`
  if (!link.invoiceable) return 'The link of this payment is not invoiceable.'
  if (payment.currency !== INVOICED_CURRENCY) return `Only payments in ${INVOICED_CURRENCY} can be invoiced.`
  if (payment.amountCentavos === linkTotal(link.items)) return null
  return 'The amount paid differs from the total of the link: issue this invoice in the provider’s dashboard.'
}

/** @throws Problem `invoicing_rejected` */
function assertInvoiceable(payment: Payment, link: PaymentLink): void {
  const refusal = invoicingRefusal(payment, link)
  if (refusal !== null) throw new Problem('invoicing_rejected', { detail: refusal })
}

/** @throws Problem `validation_error`; all faults of the receiver together */
function parseInput(payment: Payment, { formaPago, ...input }: InvoiceInput): Pick<Invoice, 'receiver' | 'formaPago'> {
  const receiver = parseReceiver(input)
  return { receiver, formaPago: chooseFormaPago(formasPago(payment), formaPago) }
}
