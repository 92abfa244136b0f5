import { Statement } from '../database/statement.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import type { Payment } from './payment.js'
import type { Lease } from './verification-lease.repository.js'

const SET = `provider_ref = ?, redirect_url = ?, checkout_expires_at = ?, voucher = ?, reconcile_after = ?,
  reconcile_error = null, reconcile_attempts = 0, unknown_since = null, verifying_token = null, verifying_until = null`
const HELD = "payments.id = ? and payments.verifying_token = ? and payments.status = 'pending'"
const WAITS = "account_id = ? and livemode = ? and id = ? and status = 'processing'"

/** Locks the link before the payment, as every writer does; on SQLite there is one writer. */
const NOTE = new Statement<{ id: string }>(
  `update payments set ${SET} where ${HELD} and exists (select 1 from payment_links where ${WAITS}) returning id`,
  `with held as (select ?::text as ref, ?::text as url, ?::timestamptz as closes, ?::text as slip, ?::timestamptz as next,
     ?::text as payment, ?::text as token),
   link as (select id from payment_links where ${WAITS} for share)
   update payments set provider_ref = held.ref, redirect_url = held.url, checkout_expires_at = held.closes,
     voucher = held.slip, reconcile_after = held.next, reconcile_error = null, reconcile_attempts = 0,
     unknown_since = null, verifying_token = null, verifying_until = null
   from held, link
   where payments.id = held.payment and payments.verifying_token = held.token and payments.status = 'pending'
   returning payments.id`,
)

/** Records in one round trip that the provider has opened a checkout, and releases the lease. */
export class OpenedCheckouts {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** False: the lease is lost, or the link no longer waits for this checkout. Nothing was written. */
  async record(payment: Payment, { token }: Lease): Promise<boolean> {
    const { providerRef, redirectUrl, checkoutExpiresAt, voucher, reconcileAfter, id } = payment
    const fields = [providerRef, redirectUrl, checkoutExpiresAt, voucher, reconcileAfter]
    const values = [...fields, id, token, payment.accountId, payment.livemode, payment.linkId]
    return (await this.unitOfWork.runSingle((on) => NOTE.rows(on, values))).length === 1
  }
}
