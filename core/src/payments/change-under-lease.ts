import type { Tx } from '../database/engine.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import type { PaymentLink } from '../payment-links/payment-link.js'
import type { Payment } from './payment.js'
import type { SettlePayment } from './settle-payment.js'
import { type Lease, LeaseLostError, type VerificationLease } from './verification-lease.repository.js'

/** Receives the locked rows, the lease already cleared, and saves the payment. */
export type Change<T> = (tx: Tx, link: PaymentLink, held: Payment) => Promise<T>

/** Changes a payment under its lease and releases the lease, in one transaction. */
export class ChangeUnderLease {
  constructor(
    private readonly settlePayment: SettlePayment,
    private readonly lease: VerificationLease,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @throws LeaseLostError */
  run<T>(payment: Payment, lease: Lease, change: Change<T>): Promise<T> {
    return this.unitOfWork.run(async (tx) => {
      const { link, payment: locked } = await this.settlePayment.lock(tx, payment)
      if (locked.verifyingToken !== lease.token) throw new LeaseLostError()
      return change(tx, link, { ...locked, verifyingToken: null, verifyingUntil: null })
    })
  }

  /** The same; the lease is also released if the change fails. @throws LeaseLostError */
  async runOrRelease<T>(payment: Payment, lease: Lease, change: Change<T>): Promise<T> {
    try {
      return await this.run(payment, lease, change)
    } catch (error) {
      // Nothing was written, so the lease is still held.
      await this.lease.release(payment.id, lease).catch(() => this.lease.releaseLater(payment.id, lease))
      throw error
    }
  }
}
