import type { ListedCheckout, Money } from '@paylink/plugin-api'
import type { Accounts } from '../accounts/accounts.repository.js'
import type { AuditLog } from '../audit/audit-log.repository.js'
import type { PaymentConnection } from '../connections/connection.js'
import type { Tx } from '../database/engine.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, iso } from '../kernel/clock.js'
import type { Ids } from '../kernel/ids.js'
import { SYSTEM } from '../kernel/principal.js'
import { type PaymentLink, statusAt } from '../payment-links/payment-link.js'
import { afterTrigger } from '../payment-links/payment-link.transitions.js'
import type { PaymentLinks } from '../payment-links/payment-links.repository.js'
import { newPayment } from '../payments/new-payment.js'
import type { Payment } from '../payments/payment.js'
import { toPaymentView } from '../payments/payment.view.js'
import type { Payments } from '../payments/payments.repository.js'
import type { Outbox } from '../webhooks/outbox.repository.js'

/** Its own title is lost. */
const TITLE = { 'es-MX': 'Enlace recuperado', en: 'Recovered link' } as const

/** Stores payments that only their provider knew, on the record. */
export class InsertAdopted {
  constructor(
    private readonly accounts: Accounts,
    private readonly links: PaymentLinks,
    private readonly payments: Payments,
    private readonly outbox: Outbox,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditLog: AuditLog,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /**
   * The link waits for the payment if it can. If it does not, the payment counts as ended until its provider reports
   * otherwise: its checkout is closed if it is open, and its money is late money.
   */
  payment(connection: PaymentConnection, seen: PaymentLink, checkout: ListedCheckout): Promise<Payment> {
    return this.unitOfWork.run(async (tx) => {
      const link = (await this.links.lock(tx, connection, seen.id)) ?? seen
      const now = this.clock.now()
      const isFree = statusAt(link, now) === 'active'
      if (isFree) await this.links.save(tx, afterTrigger(link, 'checkout_opened', now))
      return this.insert(tx, connection, link, checkout, isFree ? 'pending' : 'canceled')
    })
  }

  /** The link is lost, too: one is made with its id and amount. It has another address. */
  async withLink(
    connection: PaymentConnection,
    checkout: ListedCheckout & { linkId: string },
    { amount, currency }: Money,
  ): Promise<Payment> {
    const { accountId, livemode } = connection
    const account = await this.accounts.find(accountId)
    const title = TITLE[account?.brand.locale ?? 'es-MX']
    const link: PaymentLink = {
      ...{ accountId, livemode, id: checkout.linkId, slug: this.ids.slug(), status: 'processing', title },
      ...{ description: null, amountCentavos: amount, currency, metadata: {}, providers: [], invoiceable: false },
      items: [{ name: title, quantity: 1, unitPriceCentavos: amount, tax: 'iva_included' }],
      ...{ customerEmail: null, customerName: null, expiresAt: null, channel: 'dashboard', createdBy: null },
      ...{ paidPaymentId: null, createdAt: checkout.createdAt },
    }
    return this.unitOfWork.run(async (tx) => {
      await this.links.insert(tx, link)
      return this.insert(tx, connection, link, checkout, 'pending')
    })
  }

  private async insert(
    tx: Tx,
    { id: connectionId, provider }: PaymentConnection,
    link: PaymentLink,
    { paymentId: id, providerRef, createdAt }: ListedCheckout,
    status: 'pending' | 'canceled',
  ): Promise<Payment> {
    const now = iso(this.clock.now())
    const stated = { id, connectionId, provider, providerRef, status, createdAt }
    const payment = newPayment(link, { ...stated, reconcileAfter: now, unknownSince: now })
    await this.payments.insert(tx, payment)
    if (status === 'canceled') {
      await this.outbox.append(tx, payment, 'payment.canceled', { object: toPaymentView(payment) }, createdAt)
    }
    const details = { provider, providerRef, link: link.id, status }
    await this.auditLog.append(tx, SYSTEM, {
      accountId: link.accountId,
      action: 'checkout.adopted',
      target: id,
      details,
    })
    return payment
  }
}
