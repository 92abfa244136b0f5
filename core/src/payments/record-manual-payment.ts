import type { BaseUrl } from '../kernel/named.js'
import type { Tx } from '../database/engine.js'
import { type PaymentLinkView, toPaymentLinkView } from '../payment-links/payment-link.view.js'
import type { PaymentLink } from '../payment-links/payment-link.js'
import type { PaymentLinks } from '../payment-links/payment-links.repository.js'
import type { Outbox } from '../webhooks/outbox.repository.js'
import type { Payment } from './payment.js'
import { toPaymentView } from './payment.view.js'
import type { Payments } from './payments.repository.js'
import type { QueueReceipt } from './queue-receipt.js'
import type { RecordMovements } from './record-movements.js'
import type { ProofOfPayment } from './proof-of-payment.js'
import type { ProofsOfPayment } from './proofs-of-payment.repository.js'

/** Writes a manual payment and its paid link, with the proof of payment, the events and the email that belong to them. */
export class RecordManualPayment {
  constructor(
    private readonly links: PaymentLinks,
    private readonly payments: Payments,
    private readonly proofs: ProofsOfPayment,
    private readonly outbox: Outbox,
    private readonly queueReceipt: QueueReceipt,
    private readonly recordMovements: RecordMovements,
    private readonly baseUrl: BaseUrl,
  ) {}

  async run(tx: Tx, link: PaymentLink, payment: Payment, proof: ProofOfPayment | null): Promise<PaymentLinkView> {
    await this.payments.insert(tx, payment)
    await this.recordMovements.run(tx, link, null, payment)
    if (proof) await this.proofs.insert(tx, payment, payment.id, proof)
    await this.links.save(tx, link)
    const view = toPaymentLinkView(link, this.baseUrl)
    await this.outbox.append(tx, link, 'payment.succeeded', { object: toPaymentView(payment) })
    await this.outbox.append(tx, link, 'payment_link.paid', { object: view })
    await this.queueReceipt.queueAutomatic(tx, link, payment)
    return view
  }
}
