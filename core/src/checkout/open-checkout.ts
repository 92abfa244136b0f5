import type { Locale } from '../accounts/account.js'
import type { CheckConnection } from '../connections/check-connection.js'
import type { ConnectedProvider, OpenConnection } from '../connections/open-connection.js'
import type { Clock } from '../kernel/clock.js'
import { Problem } from '../kernel/problem.js'
import type { CloseCheckout } from '../payment-links/close-checkout.js'
import type { OfferedProviders } from '../payment-links/offered-providers.js'
import type { PaymentLink } from '../payment-links/payment-link.js'
import { isBeingCreated, type Payment } from '../payments/payment.js'
import type { Payments } from '../payments/payments.repository.js'
import type { RecordProviderState } from '../payments/record-provider-state.js'
import type { VerificationLease } from '../payments/verification-lease.repository.js'
import type { CallProvider, Outcome } from '../plugin-host/call-provider.js'
import type { CheckoutHandle } from '@paylink/plugin-api'
import { NothingSentProblem } from './checkout-problems.js'
import type { OpeningLimits } from './opening-limits.js'
import { assertBeforeCutOff, type Reservation, type ReserveLink } from './reserve-link.js'
import type { UnsentReservations } from './unsent-reservations.js'

/** What the payer chose on the page. */
export interface CheckoutChoice {
  provider: string
  /** Close the open checkout and open another. */
  startOver: boolean
  locale: Locale
}

const inProgress = (detail: string): Problem => new Problem('request_in_flight', { detail })

export class OpenCheckout {
  constructor(
    private readonly offered: OfferedProviders,
    private readonly openConnection: OpenConnection,
    private readonly checkConnection: CheckConnection,
    private readonly payments: Payments,
    private readonly reserveLink: ReserveLink,
    private readonly closeCheckout: CloseCheckout,
    private readonly callProvider: CallProvider,
    private readonly record: RecordProviderState,
    private readonly lease: VerificationLease,
    private readonly limits: OpeningLimits,
    private readonly unsent: UnsentReservations,
    private readonly clock: Clock,
  ) {}

  /**
   * Opens a checkout of the link, or resumes the open one. There are never two that can be paid (I6).
   *
   * @returns the address at which the payer pays
   * @throws Problem `request_in_flight`: another checkout is in progress, or the outcome of this one is not yet known
   * @throws Problem `link_already_paid`, `link_expired`, `validation_error`: the link cannot be paid
   * @throws Problem `rate_limited`: too many provider calls for this link or account; none was made
   * @throws Problem `no_active_connection`, `provider_rejected`, `provider_unavailable`: no checkout was made
   */
  async run(link: PaymentLink, choice: CheckoutChoice): Promise<string> {
    const open = link.status === 'processing' ? await this.payments.findOpen(link, link.id) : undefined
    if (open) {
      const address = this.resume(open, choice)
      if (address !== null) return address
    }
    const opening = await this.limits.assertMayOpen(link)
    const connection = (await this.offered.of(link)).find(({ provider }) => provider === choice.provider)
    const connected = connection && (await this.openConnection.run(connection))
    if (!connected) throw new Problem('no_active_connection', { detail: 'This payment method is not available now.' })
    if (open) {
      // A payable checkout is closed only if another one can be opened.
      assertBeforeCutOff(link, this.clock.now())
      this.limits.countChange(link, opening)
      await this.closeCheckout.run(link, link.id)
    }
    const reservation = await this.reserveLink.run(link, connection, connected, choice.locale)
    // Only now: of several concurrent requests one reserves the link, and the others call no provider.
    this.limits.countChange(link, opening)
    return this.conclude(connected, reservation, await this.create(connected, reservation))
  }

  private async create(to: ConnectedProvider, reservation: Reservation): Promise<Outcome<CheckoutHandle>> {
    const { input, lease } = reservation
    let isAsked = false
    const create = this.lease.whileValid(lease, (provider, ctx) => {
      isAsked = true
      return provider.createCheckout(input, ctx)
    })
    try {
      return await this.callProvider.run(to, 'write', create)
    } catch (error) {
      // An exception, rather than an outcome, is our own failure.
      if (isAsked) throw error
      throw this.nothingSent(to, reservation, 'canceled', error)
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
      throw this.nothingSent(to, reservation, verdict, error)
    }
  }

  private nothingSent(
    to: ConnectedProvider,
    { payment, lease }: Reservation,
    verdict: 'failed' | 'canceled',
    cause: unknown,
  ): Problem {
    const isRepeatedElsewhere = to.plugin.manifest.capabilities.idempotentCreate
    this.unsent.add({ payment, lease, verdict, isRepeatedElsewhere }, cause)
    return new NothingSentProblem(cause)
  }

  /** The address of the open checkout; null: close it first. */
  private resume(open: Payment, choice: CheckoutChoice): string | null {
    const isLapsed = open.checkoutExpiresAt !== null && Date.parse(open.checkoutExpiresAt) <= this.clock.now().getTime()
    if (isBeingCreated(open) || open.redirectUrl === null) throw inProgress('The checkout is still being opened.')
    if (choice.startOver || (isLapsed && open.voucher === null)) return null
    if (open.provider !== choice.provider) throw inProgress('A payment with another method is in progress.')
    return open.redirectUrl
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
        throw inProgress('The provider opened a checkout with another reference.')
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
        throw new Problem('provider_unavailable', { detail: 'The provider could not be reached.', cause })
      case 'unknown':
        await this.record.recordFailure(payment, lease, message)
        throw new Problem('request_in_flight', {
          detail: 'It is not yet known whether the checkout was opened.',
          cause,
        })
    }
  }
}
