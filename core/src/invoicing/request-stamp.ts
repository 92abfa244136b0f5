import type { InvoiceState, StampInput } from '@paylink/plugin-api'
import type { CheckConnection } from '../connections/check-connection.js'
import type { ConnectedInvoicing } from '../connections/open-connection.js'
import type { CallProvider, Outcome } from '../plugin-host/call-provider.js'
import { failureOf } from '../plugin-host/check-invoicing-answers.js'
import type { Quarantine } from '../quarantine/quarantine.js'
import type { ClaimedInvoices } from './claimed-invoices.js'
import type { Invoice } from './invoice.js'
import { nextInvoiceStatus } from './invoice.transitions.js'
import type { ClaimedInvoice } from './invoices.repository.js'
import type { RecordInvoice } from './record-invoice.js'
import { ambiguousBackoff } from './retry-schedule.js'
import type { TrackStall } from './track-stall.js'

/** After this many tries, minutes have passed and no earlier call can still be in progress. */
const MAX_AMBIGUOUS_TRIES = 5

/** An earlier call may still be in progress. */
export const isAmbiguous = ({ status, tries }: Invoice): boolean => status === 'stamping' && tries < MAX_AMBIGUOUS_TRIES

/** Requests one stamp and records its outcome. */
export class RequestStamp {
  constructor(
    private readonly quarantine: Quarantine,
    private readonly claimed: ClaimedInvoices,
    private readonly callProvider: CallProvider,
    private readonly checkConnection: CheckConnection,
    private readonly recordInvoice: RecordInvoice,
    private readonly trackStall: TrackStall,
  ) {}

  async run(invoice: ClaimedInvoice, connected: ConnectedInvoicing, input: StampInput): Promise<boolean> {
    const isRepeat = invoice.status === 'stamping'
    const requested: ClaimedInvoice = {
      ...invoice,
      tries: isRepeat ? invoice.tries : 0,
      status: nextInvoiceStatus(invoice.status, 'ask'),
      attempts: invoice.attempts + 1,
      connectionId: connected.connectionId,
    }
    const isClaimed = await this.claimed.markStamping(invoice, requested, input)
    if (!isClaimed) return true
    if (!isRepeat && this.quarantine.mayBeRepeated(invoice.createdAt)) {
      // In a gap of what is known here it may have been stamped: as `stamping` it is looked up first.
      await this.claimed.postpone(requested, 'It is looked up at the provider first.', ambiguousBackoff(0))
      return true
    }
    const outcome = await this.callProvider.run(connected, 'stamp', (provider, ctx) => provider.stamp(input, ctx))
    return this.recordOutcome(requested, connected, outcome, invoice)
  }

  /** @param before the invoice before this request was recorded */
  private async recordOutcome(
    invoice: ClaimedInvoice,
    connected: ConnectedInvoicing,
    outcome: Outcome<InvoiceState>,
    before: Invoice,
  ): Promise<boolean> {
    const { connection } = connected
    if (outcome.ok) {
      await this.recordInvoice.recordState(invoice, outcome.value)
      await this.trackStall.recordRecovery(connection)
      return true
    }
    switch (outcome.fault) {
      case 'rejected': {
        const failure = failureOf(outcome.cause) ?? { code: 'rejected', reason: outcome.message }
        await this.recordInvoice.recordRefusal(invoice, failure)
        // A refusal proves that the provider is reachable.
        await this.trackStall.recordRecovery(connection)
        return true
      }
      case 'unknown':
        return this.claimed.postpone(invoice, outcome.message, ambiguousBackoff(invoice.tries))
      case 'auth':
      case 'unavailable':
        if (outcome.fault === 'auth') await this.checkConnection.recordRefusal(connected, outcome.message)
        return this.handleNotStamped(invoice, connected, outcome.message, before)
    }
  }

  /** This call did not stamp it. An earlier one may still be in progress, so no other connection may be used yet (I37). */
  private handleNotStamped(
    requested: ClaimedInvoice,
    { connection }: ConnectedInvoicing,
    reason: string,
    before: Invoice,
  ): Promise<false> {
    if (isAmbiguous(before)) return this.claimed.postponeForOutage(requested, connection, reason)
    return this.claimed.returnToRequested({ ...requested, tries: before.tries }, connection, reason)
  }
}
