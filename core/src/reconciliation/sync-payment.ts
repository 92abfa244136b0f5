import type { AuditLog } from '../audit/audit-log.repository.js'
import type { AccountPrincipal } from '../kernel/principal.js'
import { notFound } from '../kernel/problem.js'
import type { Payments } from '../payments/payments.repository.js'
import type { Verified, VerifyPayment } from './verify-payment.js'

/** Verifies a payment because its merchant wants its current state. */
export class SyncPayment {
  constructor(
    private readonly payments: Payments,
    private readonly verifyPayment: VerifyPayment,
    private readonly auditLog: AuditLog,
  ) {}

  /** @throws Problem `not_found`; `request_in_flight`: another verification is in progress */
  async run(principal: AccountPrincipal, id: string): Promise<Verified> {
    const payment = await this.payments.find(principal, id)
    if (!payment) throw notFound('payment')
    const act = { accountId: principal.accountId, action: 'payment.asked', target: id }
    return this.verifyPayment.run(payment, (tx) => this.auditLog.appendOfPerson(tx, principal, act))
  }
}
