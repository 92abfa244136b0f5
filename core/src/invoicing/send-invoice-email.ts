import type { Accounts } from '../accounts/accounts.repository.js'
import type { AuditLog } from '../audit/audit-log.repository.js'
import { fingerprint } from '../idempotency/fingerprint.js'
import type { Answer, RunOnce } from '../idempotency/run-once.js'
import { type AccountPrincipal, creatorOf } from '../kernel/principal.js'
import { notFound } from '../kernel/problem.js'
import type { Payments } from '../payments/payments.repository.js'
import type { QueueInvoiceEmail } from './queue-invoice-email.js'

const SEND_INVOICE = 'send invoice'

/** Emails a payment's stamped invoice because a person asked for it, once per key. */
export class SendInvoiceEmail {
  constructor(
    private readonly once: RunOnce,
    private readonly accounts: Accounts,
    private readonly payments: Payments,
    private readonly queueInvoiceEmail: QueueInvoiceEmail,
    private readonly auditLog: AuditLog,
  ) {}

  /**
   * @param to default: the address given when the invoice was requested
   * @throws Problem `not_found`; `invoicing_rejected`: it is not stamped; `email_unavailable`; `validation_error` on `to`
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
    const checked = await this.queueInvoiceEmail.check(account, paymentId, to)
    const request = {
      ...{ scope: principal, key, operation: SEND_INVOICE },
      fingerprint: fingerprint(SEND_INVOICE, paymentId, { to: to ?? null }),
    }
    return this.once.inOneTransaction(request, 202, async (tx) => {
      const email = await this.queueInvoiceEmail.queueChecked(tx, account, checked, creatorOf(principal))
      const act = { accountId: account.id, action: 'invoice.sent', target: paymentId, details: { email: email.id } }
      await this.auditLog.appendOfPerson(tx, principal, act)
      return { to: email.to }
    })
  }
}
