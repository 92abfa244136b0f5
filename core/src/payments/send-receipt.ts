import type { Accounts } from '../accounts/accounts.repository.js'
import type { AuditLog } from '../audit/audit-log.repository.js'
import { fingerprint } from '../idempotency/fingerprint.js'
import type { Answer, RunOnce } from '../idempotency/run-once.js'
import { type AccountPrincipal, creatorOf } from '../kernel/principal.js'
import { notFound } from '../kernel/problem.js'
import type { Payments } from './payments.repository.js'
import type { QueueReceipt } from './queue-receipt.js'

const SEND_RECEIPT = 'send receipt'

/** Sends a payment's receipt because a person asked for it, once per key. */
export class SendReceipt {
  constructor(
    private readonly once: RunOnce,
    private readonly accounts: Accounts,
    private readonly payments: Payments,
    private readonly queueReceipt: QueueReceipt,
    private readonly auditLog: AuditLog,
  ) {}

  /**
   * @param to default: the payment's customer, or else the link's last recipient
   * @throws Problem `not_found`; `validation_error`: the payment did not succeed, or on `to`
   */
  async run(
    principal: AccountPrincipal,
    paymentId: string,
    key: string,
    to: string | undefined,
  ): Promise<Answer<{ to: string }>> {
    const account = await this.accounts.find(principal.accountId)
    const payment = await this.payments.find(principal, paymentId)
    if (!account || !payment) throw notFound('payment')
    const request = {
      ...{ scope: principal, key, operation: SEND_RECEIPT },
      fingerprint: fingerprint(SEND_RECEIPT, paymentId, { to: to ?? null }),
    }
    return this.once.inOneTransaction(request, 202, async (tx) => {
      const email = await this.queueReceipt.resendIn(tx, account, payment, { to, createdBy: creatorOf(principal) })
      const act = { accountId: account.id, action: 'receipt.sent', target: paymentId, details: { email: email.id } }
      await this.auditLog.appendOfPerson(tx, principal, act)
      return { to: email.to }
    })
  }
}
