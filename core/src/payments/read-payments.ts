import type { AccountPrincipal } from '../kernel/principal.js'
import { type Page, toPage } from '../kernel/cursor.js'
import { invalid, notFound, Problem } from '../kernel/problem.js'
import { folioEndOf } from './folio.js'
import type { Payment, PaymentStatus } from './payment.js'
import { type PaymentView, toPaymentView } from './payment.view.js'
import type { Payments } from './payments.repository.js'
import type { ProofOfPayment } from './proof-of-payment.js'
import type { ProofsOfPayment } from './proofs-of-payment.repository.js'

/** As in the API, with the refunded amount: a partial refund changes no status. */
export interface OperatorPaymentView extends PaymentView {
  amountRefunded: number
}

export class ReadPayments {
  constructor(
    private readonly payments: Payments,
    private readonly proofs: ProofsOfPayment,
  ) {}

  /** @throws Problem `not_found` */
  async one(principal: AccountPrincipal, id: string): Promise<PaymentView> {
    const payment = await this.payments.find(principal, id)
    if (!payment) throw notFound('payment')
    return toPaymentView(payment)
  }

  /**
   * Newest first (R23, R123).
   *
   * @throws Problem `validation_error` on `starting_after`: no payment of this account and mode (R239)
   */
  async page(
    principal: AccountPrincipal,
    { limit, startingAfter, status }: { limit: number; startingAfter?: string; status?: PaymentStatus },
  ): Promise<Page<PaymentView>> {
    const after = startingAfter === undefined ? undefined : await this.payments.cursor(principal, startingAfter)
    if (startingAfter !== undefined && !after) throw invalid('starting_after', 'there is no such payment')
    const page = toPage(await this.payments.list(principal, { status, after, limit: limit + 1 }), limit)
    return { ...page, data: page.data.map(toPaymentView) }
  }

  /** The newest of one mode. */
  async newest(principal: AccountPrincipal, limit: number): Promise<OperatorPaymentView[]> {
    return (await this.payments.list(principal, { limit })).map(toOperatorView)
  }

  /** By id, or by the folio of a receipt, which several payments may have. */
  async named(principal: AccountPrincipal, name: string): Promise<OperatorPaymentView[]> {
    const end = folioEndOf(name)
    if (end !== null) return (await this.payments.findByIdEnd(principal, end)).map(toOperatorView)
    const payment = await this.payments.find(principal, name)
    return payment ? [toOperatorView(payment)] : []
  }

  /** @throws Problem `not_found`: no such payment, or it has no proof of payment (R126, R161) */
  async proof(principal: AccountPrincipal, id: string): Promise<ProofOfPayment> {
    const proof = await this.proofs.find(principal, id)
    if (!proof) throw new Problem('not_found', { detail: 'There is no such payment, or it has no receipt.' })
    return proof
  }
}

const toOperatorView = (payment: Payment): OperatorPaymentView => ({
  ...toPaymentView(payment),
  amountRefunded: payment.amountRefunded,
})
