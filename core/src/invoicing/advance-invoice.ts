import type { BeginStamping } from './begin-stamping.js'
import type { FollowStamped } from './follow-stamped.js'
import type { ClaimedInvoice } from './invoices.repository.js'
import type { ResumeStamping } from './resume-stamping.js'

/**
 * Takes the next step of a claimed invoice. The row becomes `stamping` before a stamp is requested: a worker that finds
 * it so searches for the invoice at the provider before it requests a stamp again (I37).
 */
export class AdvanceInvoice {
  constructor(
    private readonly beginStamping: BeginStamping,
    private readonly resumeStamping: ResumeStamping,
    private readonly followStamped: FollowStamped,
  ) {}

  /** Returns whether its connection works. */
  async run(invoice: ClaimedInvoice): Promise<boolean> {
    switch (invoice.status) {
      case 'requested':
        return this.beginStamping.run(invoice)
      case 'stamping':
        return this.resumeStamping.run(invoice)
      case 'stamped':
        return this.followStamped.finishStamped(invoice)
      case 'cancel_pending':
        return this.followStamped.pollCancellation(invoice)
      case 'failed':
      case 'cancelled':
        return true
    }
  }
}
