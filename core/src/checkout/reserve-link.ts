import type { CreateCheckoutInput } from '@paylink/plugin-api'
import type { Locale } from '../accounts/account.js'
import type { Connection } from '../connections/connection.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { isUniqueViolation } from '../database/engine.js'
import { type Clock, iso } from '../kernel/clock.js'
import type { Ids } from '../kernel/ids.js'
import { notFound, Problem } from '../kernel/problem.js'
import { isPastCutOff, type PaymentLink } from '../payment-links/payment-link.js'
import { afterTrigger } from '../payment-links/payment-link.transitions.js'
import type { PaymentLinks } from '../payment-links/payment-links.repository.js'
import { creatingRef, type Payment } from '../payments/payment.js'
import type { Payments } from '../payments/payments.repository.js'
import { nextVerification } from '../payments/verification-schedule.js'
import type { Lease, VerificationLease } from '../payments/verification-lease.repository.js'
import type { ConnectedProvider } from '../plugin-host/call-provider.js'
import { checkoutExpiry, checkoutRequest } from './checkout-request.js'

export interface Reservation {
  payment: Payment
  input: CreateCheckoutInput
  /** Ours until the provider has answered. */
  lease: Lease
}

/** The first step of a checkout: everything is written down before the provider hears of it. */
export class ReserveLink {
  constructor(
    private readonly links: PaymentLinks,
    private readonly payments: Payments,
    private readonly lease: VerificationLease,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly instance: { instanceId: string; baseUrl: string },
  ) {}

  /** @throws Problem `link_already_paid`, `link_expired`, `request_in_flight`, `validation_error`, `not_found` */
  async run(wish: PaymentLink, connection: Connection, to: ConnectedProvider, locale: Locale): Promise<Reservation> {
    try {
      return await this.unitOfWork.run(async (tx) => {
        const link = await this.links.lock(tx, wish, wish.id)
        if (!link) throw notFound('payment link')
        const now = this.clock.now()
        const processing = afterTrigger(link, 'checkout_opened', now)
        if (isPastCutOff(link, now)) {
          throw new Problem('link_expired', { detail: 'No checkout starts within 30 minutes of the expiry.' })
        }
        const reservation = this.build(link, connection, to, locale, now)
        await this.payments.insert(tx, reservation.payment)
        await this.links.save(tx, processing)
        return reservation
      })
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
      throw new Problem('request_in_flight', { detail: 'A checkout of this link is in progress.', cause: error })
    }
  }

  private build(
    link: PaymentLink,
    connection: Connection,
    to: ConnectedProvider,
    locale: Locale,
    now: Date,
  ): Reservation {
    const id = this.ids.next('pay')
    const createdAt = iso(now)
    const expiresAt = checkoutExpiry(link, to.plugin.manifest.capabilities.checkoutLifetime, now)
    const input = checkoutRequest(link, { id, expiresAt, locale, ...this.instance })
    const lease = this.lease.fresh()
    const payment: Payment = {
      accountId: link.accountId,
      livemode: link.livemode,
      id,
      linkId: link.id,
      connectionId: connection.id,
      provider: connection.provider,
      providerRef: creatingRef(id),
      status: 'pending',
      method: null,
      methodDetail: null,
      amountCentavos: link.amountCentavos,
      amountRefunded: 0,
      currency: link.currency,
      customerEmail: link.customerEmail,
      customerName: link.customerName,
      paidAt: null,
      createdAt,
      note: null,
      hasReference: false,
      metadata: link.metadata,
      checkoutRequest: JSON.stringify(input),
      redirectUrl: null,
      checkoutExpiresAt: expiresAt,
      voucher: null,
      reconcileAfter: iso(nextVerification({ id, createdAt, checkoutExpiresAt: expiresAt }, 'creating', now)),
      reconcileError: null,
      reconcileAttempts: 0,
      verifyingToken: lease.token,
      verifyingUntil: lease.until,
      searchedInVainAt: null,
      reviewReason: null,
      reviewSince: null,
      reviewDecidedAt: null,
    }
    return { payment, input, lease }
  }
}
