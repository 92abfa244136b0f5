import type { ExpireResult } from '@paylink/plugin-api'
import type { OpenConnection } from '../connections/open-connection.js'
import { reviewCommand } from '../kernel/operator-commands.js'
import type { Scope } from '../kernel/principal.js'
import { Problem } from '../kernel/problem.js'
import type { CloseCheckout } from '../payment-links/close-checkout.js'
import { isBeingCreated, type Payment } from '../payments/payment.js'
import type { Payments } from '../payments/payments.repository.js'
import type { RecordProviderState } from '../payments/record-provider-state.js'
import {
  type Lease,
  type VerificationLease,
  verificationInProgress,
} from '../payments/verification-lease.repository.js'
import type { CallProvider } from '../plugin-host/call-provider.js'
import { NotClosedProblem, PROVIDER_RETRY_AFTER_SECONDS } from './checkout-problems.js'
import { truncated } from '../plugin-host/fields.js'

/** Handles a checkout that its provider refuses to close. Releases the lease. */
export type OnRefusal = (payment: Payment, lease: Lease, refusal: string) => Promise<void>

/** Closes a checkout at its provider. A checkout that was paid first stays paid (R81, R229). */
export class CloseOpenCheckout implements CloseCheckout {
  constructor(
    private readonly payments: Payments,
    private readonly openConnection: OpenConnection,
    private readonly callProvider: CallProvider,
    private readonly lease: VerificationLease,
    private readonly record: RecordProviderState,
  ) {}

  async run(scope: Scope, linkId: string, onRefusal: OnRefusal = this.keep): Promise<void> {
    const open = await this.payments.findOpen(scope, linkId)
    if (!open) return
    const lease = await this.lease.claim(open.id)
    if (!lease) throw verificationInProgress('The open checkout of this link is being verified.')
    // Read again: it may have changed before the lease was ours.
    const payment = (await this.lease.guard(open.id, lease, () => this.payments.findAny(open.id))) ?? open
    if (isBeingCreated(payment)) {
      await this.lease.release(payment.id, lease)
      throw unavailable('It is not yet known whether the provider has a checkout for this link.')
    }
    await this.close(payment, lease, onRefusal)
  }

  /** Under a lease, which it releases. */
  close(payment: Payment, lease: Lease, onRefusal: OnRefusal = this.keep): Promise<void> {
    return this.lease.guard(payment.id, lease, () => this.closeAtProvider(payment, lease, onRefusal))
  }

  private async closeAtProvider(payment: Payment, lease: Lease, onRefusal: OnRefusal): Promise<void> {
    const connected = await this.openConnection.byId('payment', payment.connectionId)
    if (!connected) {
      await this.record.recordFailure(payment, lease, 'the plugin of this provider is not installed')
      throw unavailable('The provider of the open checkout is not installed.')
    }
    const ref = { providerRef: payment.providerRef, paymentId: payment.id }
    const expire = this.lease.whileValid(lease, (provider, ctx) =>
      provider.expireCheckout
        ? provider.expireCheckout(ref, ctx)
        : Promise.resolve<ExpireResult>({
            outcome: 'refused',
            reason: 'this provider does not support closing checkouts',
          }),
    )
    const outcome = await this.callProvider.run(connected, 'expireCheckout', expire)
    if (!outcome.ok) {
      // Refused credentials count as an outage; a rejection concerns this checkout only.
      const isOutage = outcome.fault !== 'rejected'
      await this.record.recordFailure(payment, lease, outcome.message, isOutage)
      throw unavailable(
        'The provider could not be reached, so the open checkout was not closed. Try again.',
        outcome.cause,
      )
    }
    if (outcome.value.outcome === 'refused') return onRefusal(payment, lease, inOneClause(outcome.value.reason))
    await this.conclude(payment, lease, connected.livemode, outcome.value)
  }

  /** It may still be paid, so its link stays reserved. */
  private readonly keep: OnRefusal = async (payment, lease, refusal) => {
    await this.record.recordFailure(payment, lease, refusal)
    throw new NotClosedProblem(payment.linkId, refusal)
  }

  private async conclude(
    payment: Payment,
    lease: Lease,
    livemode: boolean,
    result: Exclude<ExpireResult, { outcome: 'refused' }>,
  ): Promise<void> {
    switch (result.outcome) {
      case 'expired':
      case 'already_closed': {
        const closed = { providerRef: payment.providerRef, status: 'expired', livemode } as const
        const source = result.outcome === 'expired' ? 'brought about' : 'answered'
        await this.record.recordState(payment, lease, result.state ?? closed, source)
        return
      }
      case 'already_paid': {
        const { payment: recorded } = await this.record.recordState(payment, lease, result.state)
        if (recorded.status !== 'pending') {
          throw new Problem('link_already_paid', { detail: 'The open checkout was paid in the meantime.' })
        }
        throw new Problem('request_in_flight', {
          detail:
            'The open checkout was paid, but the payment does not match the request. An operator must review it: ' +
            reviewCommand(recorded.id),
        })
      }
    }
  }
}

const inOneClause = (reason: string): string => truncated(reason.trim().replace(/\.$/, ''))

const unavailable = (detail: string, cause?: unknown): Problem =>
  new Problem('provider_unavailable', { detail, headers: { 'Retry-After': PROVIDER_RETRY_AFTER_SECONDS }, cause })
