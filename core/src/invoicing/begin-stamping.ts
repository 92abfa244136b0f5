import type { CheckConnection } from '../connections/check-connection.js'
import { isReady } from '../connections/connection.view.js'
import type { Connections } from '../connections/connections.repository.js'
import type { OpenConnection } from '../connections/open-connection.js'
import { FailedAssertion } from '../kernel/failed-assertion.js'
import type { PaymentLinks } from '../payment-links/payment-links.repository.js'
import type { Payments } from '../payments/payments.repository.js'
import type { ClaimedInvoices } from './claimed-invoices.js'
import type { ClaimedInvoice } from './invoices.repository.js'
import { UNAVAILABLE } from './provider-problem.js'
import type { RecordInvoice } from './record-invoice.js'
import type { RequestStamp } from './request-stamp.js'
import { toStampInput } from './stamp-input.js'

const NOT_CONNECTED = 'No issuing merchant is connected in this mode.'

export const REFUNDED = {
  code: 'payment_refunded',
  reason: 'The payment was refunded before its invoice was stamped.',
}

/** Requests the stamp of an invoice that the provider has not heard of, in the name of the current issuer. */
export class BeginStamping {
  constructor(
    private readonly payments: Payments,
    private readonly links: PaymentLinks,
    private readonly connections: Connections,
    private readonly openConnection: OpenConnection,
    private readonly checkConnection: CheckConnection,
    private readonly requestStamp: RequestStamp,
    private readonly recordInvoice: RecordInvoice,
    private readonly claimed: ClaimedInvoices,
  ) {}

  async run(invoice: ClaimedInvoice): Promise<boolean> {
    const payment = await this.payments.find(invoice, invoice.paymentId)
    const link = payment && (await this.links.find(payment, payment.linkId))
    if (!payment || !link) throw new FailedAssertion(`invoice ${invoice.id} has no payment`)
    if (payment.status !== 'succeeded') {
      await this.recordInvoice.recordRefusal(invoice, REFUNDED)
      return true
    }
    const known = await this.connections.current('invoicing', invoice)
    // Refused credentials may be valid again; the waiting invoice checks instead of waiting for the hourly check.
    const connection = known?.status === 'error' ? await this.checkConnection.run(known) : known
    const ready = connection && isReady(connection) ? connection : null
    const connected = ready && (await this.openConnection.run(ready))
    if (connected) return this.requestStamp.run(invoice, connected, toStampInput(invoice, link, payment))
    const reason = ready ? UNAVAILABLE : (connection?.lastError ?? NOT_CONNECTED)
    return this.claimed.postponeForOutage(invoice, connection, reason)
  }
}
