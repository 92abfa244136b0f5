import type { CancelMotivo } from '@paylink/plugin-api'
import type { AuditLog } from '../audit/audit-log.repository.js'
import type { Tx } from '../database/engine.js'
import { type Clock, iso, later } from '../kernel/clock.js'
import { FailedAssertion } from '../kernel/failed-assertion.js'
import type { ProcessId } from '../kernel/named.js'
import { creatorOf, type Principal } from '../kernel/principal.js'
import { Problem } from '../kernel/problem.js'
import type { Claim } from '../work/claim.js'
import { INVOICE_LEASE_MS } from './claimed-invoices.js'
import type { Invoice } from './invoice.js'
import { nextInvoiceStatus } from './invoice.transitions.js'
import type { Invoices } from './invoices.repository.js'

/** Records that the cancellation of an invoice is asked for, and by whom. */
export class BeginCancelling {
  constructor(
    private readonly invoices: Invoices,
    private readonly auditLog: AuditLog,
    private readonly processId: ProcessId,
    private readonly clock: Clock,
  ) {}

  /**
   * Committed before anything is sent: a worker that finds it asks the provider what became of it (I40).
   *
   * @throws Problem `invoicing_rejected`: it is not `stamped`
   */
  async run(
    tx: Tx,
    principal: Principal,
    { id, accountId }: Invoice,
    motivo: CancelMotivo,
  ): Promise<Invoice & { claim: Claim }> {
    const locked = await this.invoices.lock(tx, id)
    if (!locked) throw new FailedAssertion(`invoice ${id} does not exist`)
    assertStamped(locked)
    const pending = {
      ...locked,
      status: nextInvoiceStatus(locked.status, 'ask_cancel'),
      cancelMotivo: motivo,
      cancelRequestedBy: creatorOf(principal),
      tries: 0,
    }
    // Claimed, so that no worker asks before the provider has had time to answer.
    const claim = { holder: this.processId, until: iso(later(this.clock.now(), INVOICE_LEASE_MS)) }
    await this.invoices.saveClaimed(tx, pending, claim)
    const act = { accountId, action: 'invoice.cancel_requested', target: id, details: { motivo } }
    await this.auditLog.append(tx, principal, act)
    return { ...pending, claim }
  }
}

/** @throws Problem `invoicing_rejected` */
export function assertStamped({ status }: Invoice): void {
  if (status === 'stamped') return
  const detail = `The invoice is ${status}: only a stamped one can be cancelled.`
  throw new Problem('invoicing_rejected', { detail })
}
