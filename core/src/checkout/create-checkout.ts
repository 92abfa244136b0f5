import type { CheckoutHandle } from '@paylink/plugin-api'
import type { CheckConnection } from '../connections/check-connection.js'
import type { ConnectedProvider } from '../connections/open-connection.js'
import { Problem } from '../kernel/problem.js'
import type { CloseCheckout } from '../payment-links/close-checkout.js'
import type { RecordProviderState } from '../payments/record-provider-state.js'
import type { VerificationLease } from '../payments/verification-lease.repository.js'
import type { CallProvider, Outcome } from '../plugin-host/call-provider.js'
import { NothingSentProblem, PROVIDER_RETRY_AFTER_SECONDS } from './checkout-problems.js'
import type { Reservation } from './reserve-link.js'
import type { UnsentReservations } from './unsent-reservations.js'

/** Asks the provider for the checkout of a reserved payment, and records the outcome. */
export class CreateCheckout {
  constructor(
    private readonly callProvider: CallProvider,
    private readonly checkConnection: CheckConnection,
    private readonly closeCheckout: CloseCheckout,
    private readonly record: RecordProviderState,
    private readonly lease: VerificationLease,
    private readonly unsent: UnsentReservations,
  ) {}

  /** @returns the address at which the payer pays @throws Problem as `OpenCheckout` */
  run(to: ConnectedProvider, reservation: Reservation): Promise<string> {
    return this.lease.guard(reservation.payment.id, reservation.lease, async () =>
      this.conclude(to, reservation, await this.create(to, reservation)),
    )
  }

  private async create(to: ConnectedProvider, reservation: Reservation): Promise<Outcome<CheckoutHandle>> {
    const { input, lease } = reservation
    let isAsked = false
    const create = this.lease.whileValid(lease, (provider, ctx) => {
      isAsked = true
      return provider.createCheckout(input, ctx)
    })
    try {
      return await this.callProvider.run(to, 'createCheckout', create)
    } catch (error) {
      // An exception, rather than an outcome, is our own failure.
      if (isAsked) throw error
      this.unsent.queue(to, reservation, 'canceled', error)
      throw new NothingSentProblem(error)
    }
  }

  /** The provider definitely has no checkout. */
  private async recordNeverCreated(
    to: ConnectedProvider,
    reservation: Reservation,
    verdict: 'failed' | 'canceled',
  ): Promise<void> {
    try {
      await this.record.recordNeverCreated(reservation.payment, reservation.lease, verdict)
    } catch (error) {
      if (error instanceof Problem) throw error
      this.unsent.queue(to, reservation, verdict, error)
      throw new NothingSentProblem(error)
    }
  }

  /** A definite refusal ends the first attempt; an unknown outcome keeps the reservation (I11). */
  private async conclude(
    to: ConnectedProvider,
    reservation: Reservation,
    outcome: Outcome<CheckoutHandle>,
  ): Promise<string> {
    const { payment, lease } = reservation
    if (outcome.ok) {
      const { providerRef, redirectUrl, expiresAt, state } = outcome.value
      const opened = { providerRef, paymentId: payment.id, status: 'open', livemode: to.livemode } as const
      const recorded = await this.record.recordOpened(payment, lease, { ...opened, ...state, redirectUrl, expiresAt })
      if (recorded.payment.reviewReason !== null)
        throw new Problem('request_in_flight', { detail: 'The provider opened a checkout with another reference.' })
      if (!recorded.isUnwanted) return redirectUrl
      // Late money paid the link while this checkout was being created.
      await this.closeCheckout.run(payment, payment.linkId)
      throw new Problem('link_already_paid', { detail: 'The link was paid in the meantime.' })
    }
    const { fault, message, cause } = outcome
    switch (fault) {
      case 'rejected':
        await this.recordNeverCreated(to, reservation, 'failed')
        throw new Problem('provider_rejected', { detail: message, cause })
      case 'auth':
        await this.recordNeverCreated(to, reservation, 'failed')
        await this.checkConnection.recordRefusal(to, message)
        throw new Problem('no_active_connection', { detail: 'The provider refuses our credentials.', cause })
      case 'unavailable':
        await this.recordNeverCreated(to, reservation, 'canceled')
        throw new Problem('provider_unavailable', {
          detail: 'The provider could not be reached.',
          headers: { 'Retry-After': PROVIDER_RETRY_AFTER_SECONDS },
          cause,
        })
      case 'unknown':
        await this.record.recordFailure(payment, lease, message)
        throw new Problem('request_in_flight', {
          detail: 'It is not yet known whether the checkout was opened.',
          cause,
        })
    }
  }
}
