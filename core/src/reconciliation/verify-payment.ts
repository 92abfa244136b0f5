import type { CheckoutRef, CreateCheckoutInput, ProviderFault, ProviderState } from '@paylink/plugin-api'
import type { CheckConnection } from '../connections/check-connection.js'
import type { ConnectedProvider, OpenConnection } from '../connections/open-connection.js'
import type { CloseOpenCheckout } from '../checkout/close-open-checkout.js'
import type { Tx } from '../database/engine.js'
import { type Clock, HOUR_MS } from '../kernel/clock.js'
import { Problem } from '../kernel/problem.js'
import { isBeingCreated, type Payment } from '../payments/payment.js'
import type { Payments } from '../payments/payments.repository.js'
import { SEARCH_INTERVAL_MS, type Recorded, type RecordProviderState } from '../payments/record-provider-state.js'
import {
  type Lease,
  type VerificationLease,
  verificationInProgress,
} from '../payments/verification-lease.repository.js'
import type { CallProvider, Outcome } from '../plugin-host/call-provider.js'

/** Distinguishes a payment that was already settled from one that this verification changed. */
const UNCHANGED = 'already settled'

export interface Verified {
  payment: Payment
  /** As `sync` answers (R69). A payment that is not pending is `updated` once the provider has confirmed it. */
  outcome: 'updated' | 'pending' | 'retrying' | 'needs_review'
  /** The provider was asked, and answered. */
  isKnown: boolean
  detail?: string
}

/** Providers keep idempotency keys for a day; an hour's margin allows for differing clocks. */
const KEY_LIFETIME_MS = 23 * HOUR_MS

/** The only way to a payment's state, for notifications, `sync` and the sweep alike: ask the provider. */
export class VerifyPayment {
  constructor(
    private readonly payments: Payments,
    private readonly openConnection: OpenConnection,
    private readonly checkConnection: CheckConnection,
    private readonly callProvider: CallProvider,
    private readonly closeCheckout: CloseOpenCheckout,
    private readonly lease: VerificationLease,
    private readonly record: RecordProviderState,
    private readonly clock: Clock,
  ) {}

  /**
   * `record`: what is stored before the provider is asked, if it is.
   *
   * @throws Problem `request_in_flight`: another verification is in progress (R125, I20)
   */
  async run(payment: Payment, record?: (tx: Tx) => Promise<void>): Promise<Verified> {
    if (payment.connectionId === null) return { payment, outcome: 'updated', detail: UNCHANGED, isKnown: true }
    const lease = await this.lease.claim(payment.id, record)
    if (!lease) throw verificationInProgress('Another verification of this payment is in progress.')
    // Read again: it may have changed before the lease was ours.
    return this.lease.guard(payment.id, lease, async () =>
      this.verify((await this.payments.findAny(payment.id)) ?? payment, lease),
    )
  }

  /** Under a lease that the caller has claimed; releases it. */
  runUnderLease(paymentId: string, lease: Lease): Promise<Verified | undefined> {
    return this.lease.guard(paymentId, lease, async () => {
      const held = await this.payments.findAny(paymentId)
      return held && this.verify(held, lease)
    })
  }

  private async verify(held: Payment, lease: Lease): Promise<Verified> {
    const recorded = await this.ask(held, lease)
    if (recorded.isUnwanted) await this.closeUnwanted(recorded.payment)
    return describe(held, recorded)
  }

  private async ask(payment: Payment, lease: Lease): Promise<Recorded> {
    const connected = await this.openConnection.byId('payment', payment.connectionId)
    if (!connected) return this.record.recordFailure(payment, lease, 'the plugin of this provider is not installed')
    if (isBeingCreated(payment)) {
      return payment.status === 'pending'
        ? this.recover(payment, lease, connected)
        : this.search(payment, lease, connected, 'it never had a checkout')
    }
    return this.read(payment, lease, connected)
  }

  private async read(payment: Payment, lease: Lease, connected: ConnectedProvider): Promise<Recorded> {
    const ref = { providerRef: payment.providerRef, paymentId: payment.id }
    const outcome = await this.retrieve(ref, lease, connected)
    if (outcome.ok) return this.record.recordState(payment, lease, outcome.value)
    if (outcome.fault === 'auth') await this.checkConnection.recordRefusal(connected, outcome.message)
    return this.record.recordFailure(payment, lease, outcome.message, isOutage(outcome.fault))
  }

  /**
   * After a creation with unknown outcome: repeats the request under the same key if the provider honours keys, else
   * searches by our reference. A refusal here does not end the payment (I11): it may concern only the repeat.
   */
  private async recover(payment: Payment, lease: Lease, connected: ConnectedProvider): Promise<Recorded> {
    const { idempotentCreate } = connected.plugin.manifest.capabilities
    const age = this.clock.now().getTime() - Date.parse(payment.createdAt)
    let reason = 'it is not known whether the provider created a checkout'
    if (idempotentCreate && payment.checkoutRequest !== null && age < KEY_LIFETIME_MS) {
      const input = JSON.parse(payment.checkoutRequest) as CreateCheckoutInput
      const create = this.lease.whileValid(lease, (provider, ctx) => provider.createCheckout(input, ctx))
      const outcome = await this.callProvider.run(connected, 'createCheckout', create)
      if (outcome.ok) {
        const { providerRef, redirectUrl, expiresAt } = outcome.value
        return this.adopt({ ...payment, providerRef, redirectUrl, checkoutExpiresAt: expiresAt }, lease, connected)
      }
      reason = outcome.message
      if (outcome.fault === 'auth') await this.checkConnection.recordRefusal(connected, outcome.message)
      if (isOutage(outcome.fault)) return this.record.recordFailure(payment, lease, reason, true)
    }
    return this.search(payment, lease, connected, reason)
  }

  /** The checkout exists. Its address comes from the creation, its state from the provider. */
  private async adopt(found: Payment, lease: Lease, connected: ConnectedProvider): Promise<Recorded> {
    const { providerRef, redirectUrl, checkoutExpiresAt } = found
    const location = { redirectUrl: redirectUrl ?? undefined, expiresAt: checkoutExpiresAt ?? undefined }
    const ref = { providerRef, paymentId: found.id }
    const outcome = await this.retrieve(ref, lease, connected)
    const opened: ProviderState = { ...ref, status: 'open', livemode: connected.livemode }
    const recorded = await this.record.recordState(
      found,
      lease,
      outcome.ok ? { ...location, ...outcome.value } : { ...opened, ...location },
      outcome.ok ? 'answered' : 'assumed',
    )
    // The repeat proves that the checkout exists, not its current state.
    return { ...recorded, isKnown: outcome.ok }
  }

  private async search(
    payment: Payment,
    lease: Lease,
    connected: ConnectedProvider,
    reason: string,
  ): Promise<Recorded> {
    const { provider } = connected
    if (!provider.findByReference) return this.record.recordFailure(payment, lease, reason)
    const ref = { paymentId: payment.id, createdAfter: payment.createdAt }
    // The answer is as old as its request: the call may have been slow, or this process suspended.
    const askedAt = this.clock.now()
    const find = this.lease.whileValid(lease, async (asked, ctx) => (await asked.findByReference?.(ref, ctx)) ?? null)
    const outcome = await this.callProvider.run(connected, 'findByReference', find)
    if (!outcome.ok) return this.record.recordFailure(payment, lease, outcome.message, isOutage(outcome.fault))
    if (outcome.value !== null) return this.record.recordState(payment, lease, outcome.value)
    return this.wasNeverCreated(payment, askedAt)
      ? this.record.recordNeverCreated(payment, lease, 'canceled')
      : this.record.recordNotFound(payment, lease, askedAt)
  }

  private retrieve(ref: CheckoutRef, lease: Lease, connected: ConnectedProvider): Promise<Outcome<ProviderState>> {
    const read = this.lease.whileValid(lease, (provider, ctx) => provider.retrieve(ref, ctx))
    return this.callProvider.run(connected, 'retrieve', read)
  }

  /**
   * Two complete searches an hour apart found nothing, and a missed checkout could no longer be paid. For a settled
   * payment there is nothing to conclude: it is searched for again on schedule.
   */
  private wasNeverCreated({ status, searchedInVainAt, checkoutExpiresAt }: Payment, askedAt: Date): boolean {
    if (status !== 'pending') return false
    const asked = askedAt.getTime()
    const searchedLongAgo = searchedInVainAt !== null && asked - Date.parse(searchedInVainAt) >= SEARCH_INTERVAL_MS
    return searchedLongAgo && checkoutExpiresAt !== null && asked > Date.parse(checkoutExpiresAt)
  }

  /** Its link was paid or disabled otherwise: this checkout must no longer be payable (I6). */
  private async closeUnwanted(payment: Payment): Promise<void> {
    const lease = await this.lease.claim(payment.id)
    if (!lease) return
    await this.closeCheckout.close(payment, lease).catch((error: unknown) => {
      // Not closed yet: the next verification tries again.
      if (!(error instanceof Problem)) throw error
    })
  }
}

/** The fault concerns the provider or the credentials, not this payment. */
const isOutage = (fault: ProviderFault): boolean => fault === 'unavailable' || fault === 'auth'

function describe(before: Payment, { payment, changed, isKnown }: Recorded): Verified {
  if (changed) return { payment, outcome: 'updated', isKnown }
  const detail = payment.reconcileError ?? undefined
  if (payment.reviewReason !== null) {
    const message = payment.reviewReason === 'duplicate' ? 'money came for a link that was paid already' : detail
    return { payment, outcome: 'needs_review', detail: message, isKnown }
  }
  if (before.status !== 'pending') {
    if (isKnown) return { payment, outcome: 'updated', detail: UNCHANGED, isKnown }
    return { payment, outcome: 'retrying', detail: 'the provider could not confirm it now', isKnown }
  }
  return detail === undefined
    ? { payment, outcome: 'pending', isKnown }
    : { payment, outcome: 'retrying', detail, isKnown }
}
