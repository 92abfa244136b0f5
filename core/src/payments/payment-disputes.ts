import type { Dispute } from '@paylink/plugin-api'
import type { Alerts } from '../alerts/alerts.repository.js'
import type { Tx } from '../database/engine.js'
import { type Clock, iso } from '../kernel/clock.js'
import type { Outbox } from '../webhooks/outbox.repository.js'
import type { Payment } from './payment.js'
import { toPaymentView } from './payment.view.js'

interface Row {
  payment_id: string
  account_id: string
  livemode: boolean | number
  status: Dispute['status']
  opened_at: string
  changed_at: string
}

/** Disputes as providers report them. They change no status of the payment. */
export class PaymentDisputes {
  constructor(
    private readonly outbox: Outbox,
    private readonly alerts: Alerts,
    private readonly clock: Clock,
  ) {}

  /**
   * Announces each change once, in the transaction that records it. The payment is locked.
   *
   * @param happenedAt the earliest moment at which it can have changed
   */
  async recordDispute(tx: Tx, payment: Payment, dispute: Dispute | undefined, happenedAt: string): Promise<void> {
    if (dispute === undefined) return
    if (payment.status !== 'succeeded' && payment.status !== 'refunded') return
    const { status } = dispute
    const before = await tx<Row>('payment_disputes').where({ payment_id: payment.id }).first()
    if (before?.status === status) return
    const now = iso(this.clock.now())
    const row: Row = {
      payment_id: payment.id,
      account_id: payment.accountId,
      livemode: payment.livemode,
      status,
      opened_at: before?.opened_at ?? now,
      changed_at: now,
    }
    await tx<Row>('payment_disputes').insert(row).onConflict('payment_id').merge()
    const change = { status, amountCentavos: amountOf(payment, dispute), dueAt: dispute.dueAt ?? null }
    const data = { object: toPaymentView(payment), dispute: change }
    await this.outbox.append(tx, payment, 'payment.disputed', data, happenedAt)
    await this.alert(tx, payment, dispute, happenedAt)
  }

  private async alert(
    tx: Tx,
    { id, accountId }: Payment,
    { status, dueAt }: Dispute,
    happenedAt: string,
  ): Promise<void> {
    if (status !== 'open') return this.alerts.resolve(tx, id)
    const until = dueAt === undefined ? '' : ` Answer it by ${dueAt}.`
    const message = `The customer's bank disputes payment ${id}.${until} Respond in the provider's dashboard.`
    const alert = { accountId, kind: 'payment.disputed', target: id, message, since: iso(this.clock.now()) } as const
    await this.alerts.raise(tx, alert, happenedAt)
  }
}

/** Null: not reported, or in another currency than the payment's. */
function amountOf({ currency }: Payment, { amount }: Dispute): number | null {
  return amount?.currency === currency ? amount.amount : null
}
