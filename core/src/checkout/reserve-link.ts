import type { CreateCheckoutInput } from '@paylink/plugin-api'
import type { Locale } from '../accounts/account.js'
import type { PaymentConnection } from '../connections/connection.js'
import type { ConnectedProvider } from '../connections/open-connection.js'
import { isUniqueViolation } from '../database/engine.js'
import { type Clock, iso } from '../kernel/clock.js'
import type { Ids } from '../kernel/ids.js'
import { notFound, Problem } from '../kernel/problem.js'
import { isPastCutOff, type PaymentLink } from '../payment-links/payment-link.js'
import { afterTrigger } from '../payment-links/payment-link.transitions.js'
import type { PaymentLinks } from '../payment-links/payment-links.repository.js'
import { newPayment } from '../payments/new-payment.js'
import { creatingRef, type Payment } from '../payments/payment.js'
import { nextVerification } from '../payments/verification-schedule.js'
import type { KeepEpoch } from '../quarantine/keep-epoch.js'
import type { Lease, VerificationLease } from '../payments/verification-lease.repository.js'
import { checkoutExpiry, checkoutRequest } from './checkout-request.js'
import { NothingSentProblem } from './checkout-problems.js'
import type { Reservations } from './reservations.repository.js'
import type { UnsentReservations } from './unsent-reservations.js'

export interface Reservation {
  payment: Payment
  input: CreateCheckoutInput
  /** Held until the provider's answer is recorded. */
  lease: Lease
}

const MAX_ATTEMPTS = 3

const inProgress = (cause?: unknown): Problem =>
  new Problem('request_in_flight', { detail: 'A checkout of this link is in progress.', cause })

/** @throws Problem `link_expired`: a payer who starts now could still be paying when the link expires */
export function assertBeforeCutOff(link: PaymentLink, now: Date): void {
  if (!isPastCutOff(link, now)) return
  throw new Problem('link_expired', { detail: 'No checkout starts within 30 minutes of the expiry.' })
}

/** The first step of a checkout: everything is stored before the provider is called. */
export class ReserveLink {
  constructor(
    private readonly links: PaymentLinks,
    private readonly reservations: Reservations,
    private readonly lease: VerificationLease,
    private readonly unsent: UnsentReservations,
    private readonly epoch: KeepEpoch,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly instance: { instanceId: string; baseUrl: string },
  ) {}

  /**
   * @throws Problem `link_already_paid`, `link_expired`, `request_in_flight`, `validation_error`, `not_found`,
   *   `no_active_connection`, `service_unavailable`: the database was put back to an earlier copy
   */
  async run(
    seen: PaymentLink,
    connection: PaymentConnection,
    to: ConnectedProvider,
    locale: Locale,
  ): Promise<Reservation> {
    let link = seen.status === 'active' ? seen : await this.links.find(seen, seen.id)
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      if (!link) throw notFound('payment link')
      const reservation = this.build(link, connection, to, locale, this.clock.now())
      if (await this.isReserved(link, reservation, to)) return reservation
      await this.epoch.assertNotBehind()
      // The merchant has changed the link since it was read: the payer pays its current version.
      link = await this.links.find(seen, seen.id)
    }
    throw inProgress()
  }

  private async isReserved(link: PaymentLink, reservation: Reservation, to: ConnectedProvider): Promise<boolean> {
    try {
      return await this.reservations.insert(link, reservation.payment)
    } catch (error) {
      if (isUniqueViolation(error)) throw inProgress(error)
      if (error instanceof Problem) throw error
      // The commit's answer may have been lost: if the rows exist, nothing was sent for them.
      this.unsent.queue(to, reservation, 'canceled', error)
      throw new NothingSentProblem(error)
    }
  }

  /** @throws Problem no checkout of the link starts now */
  private build(
    link: PaymentLink,
    connection: PaymentConnection,
    to: ConnectedProvider,
    locale: Locale,
    now: Date,
  ): Reservation {
    afterTrigger(link, 'checkout_opened', now)
    assertBeforeCutOff(link, now)
    if (link.providers.length > 0 && !link.providers.includes(connection.provider)) {
      throw new Problem('no_active_connection', { detail: 'This link can no longer be paid with that provider.' })
    }
    const id = this.ids.next('pay')
    const createdAt = iso(now)
    const expiresAt = checkoutExpiry(link, to.plugin.manifest.capabilities.checkoutLifetime, now)
    const input = checkoutRequest(link, { id, expiresAt, locale, ...this.instance })
    const lease = this.lease.create()
    const payment = newPayment(link, {
      id,
      connectionId: connection.id,
      provider: connection.provider,
      providerRef: creatingRef(id),
      status: 'pending',
      createdAt,
      unknownSince: createdAt,
      checkoutRequest: JSON.stringify(input),
      checkoutExpiresAt: expiresAt,
      reconcileAfter: iso(nextVerification({ id, createdAt, checkoutExpiresAt: expiresAt }, 'creating', now)),
      verifyingToken: lease.token,
      verifyingUntil: lease.until,
    })
    return { payment, input, lease }
  }
}
