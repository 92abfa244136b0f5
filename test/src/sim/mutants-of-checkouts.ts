import { after, before, remove, removeEntry, replace, replaceText, setValue } from './changes.js'
import type { Mutant } from './mutants.js'

/** Reservations, unknown outcomes, leases. */
export const CHECKOUT_MUTANTS: readonly Mutant[] = [
  {
    name: 'released on create timeout',
    module: 'checkout/create-checkout.ts',
    within: 'CreateCheckout.conclude',
    change: replace(
      'record.recordFailure($payment, $lease, $_)',
      "this.record.recordNeverCreated($payment, $lease, 'canceled')",
    ),
  },
  {
    name: 'expire timeout treated as expired',
    module: 'checkout/close-open-checkout.ts',
    within: 'CloseOpenCheckout.closeAtProvider',
    change: replace(
      'record.recordFailure($payment, $lease, $_.message, $$$)',
      "this.record.recordState($payment, $lease, { providerRef: $payment.providerRef, status: 'expired', livemode: false })",
    ),
  },
  {
    name: 'a voucher that is not closed counts as closed',
    module: 'checkout/close-open-checkout.ts',
    within: 'CloseOpenCheckout.keep',
    change: replace(
      'await record.recordFailure($payment, $lease, $_);',
      "return void (await this.record.recordState($payment, $lease, { providerRef: $payment.providerRef, status: 'expired', livemode: $payment.livemode }));",
    ),
  },
  {
    name: 'a release is not written down',
    module: 'checkout/release-link.ts',
    within: 'ReleaseLink.release',
    change: removeEntry('releasedAt'),
    isOfReleases: true,
  },
  {
    name: 'a released voucher is not watched',
    module: 'checkout/release-link.ts',
    within: 'ReleaseLink.release',
    change: after(
      'settlePayment.apply($tx, $_, $payment, $_)',
      "await $tx('payments').where({ id: $payment.id }).update({ reconcile_after: null });",
    ),
    isOfReleases: true,
  },
  {
    name: 'a processing link is disabled',
    module: 'payment-links/payment-link.transitions.ts',
    within: 'LINK_TRANSITIONS.processing',
    change: setValue('disable', "to('disabled')"),
  },
  {
    name: 'expiry cancels what is processing',
    module: 'payment-links/payment-links.repository.ts',
    within: 'PaymentLinks.expire',
    change: [
      replace(
        "$tx('payment_links').where({ status: 'active' })",
        "$tx('payment_links').whereIn('status', ['active', 'processing'])",
      ),
      replace("$query.whereIn('id', $ids).where({ status: 'active' })", "$query.whereIn('id', $ids)"),
    ],
  },
  {
    name: '404 of a read means canceled',
    module: 'reconciliation/verify-payment.ts',
    within: 'VerifyPayment.read',
    change: before(
      'return record.recordFailure($payment, $lease, $outcome.message, $$$);',
      "if ($outcome.fault === 'rejected') return this.record.recordNeverCreated($payment, $lease, 'canceled');",
    ),
  },
  {
    name: 'a new key for each retry',
    module: 'reconciliation/verify-payment.ts',
    within: 'VerifyPayment.recover',
    change: replace(
      'JSON.parse($payment.checkoutRequest)',
      '{ ...JSON.parse($payment.checkoutRequest), idempotencyKey: String(this.clock.now().getTime()) }',
    ),
  },
  {
    name: 'the expiry is computed anew for a retry',
    module: 'reconciliation/verify-payment.ts',
    within: 'VerifyPayment.recover',
    change: replace(
      'JSON.parse($payment.checkoutRequest)',
      '{ ...JSON.parse($payment.checkoutRequest), expiresAt: new Date(this.clock.now().getTime() + 3600000).toISOString() }',
    ),
  },
  {
    name: 'a refusal of the repeat ends the payment',
    module: 'reconciliation/verify-payment.ts',
    within: 'VerifyPayment.recover',
    change: before(
      'if (isOutage($outcome.fault)) return record.recordFailure($payment, $lease, $$$);',
      "if ($outcome.fault === 'rejected') return this.record.recordNeverCreated($payment, $lease, 'failed');",
    ),
  },
  {
    name: 'an unreachable provider ends the payment',
    module: 'reconciliation/verify-payment.ts',
    within: 'VerifyPayment.recover',
    change: replace(
      'if (isOutage($outcome.fault)) return record.recordFailure($payment, $lease, $$$);',
      "if (isOutage($outcome.fault)) return this.record.recordNeverCreated($payment, $lease, 'canceled');",
    ),
  },
  {
    name: 'never created, concluded from one empty listing',
    module: 'reconciliation/verify-payment.ts',
    within: 'VerifyPayment.search',
    change: replace('wasNeverCreated($$$)', 'true'),
  },
  {
    name: 'the unwanted checkout stays open',
    module: 'reconciliation/verify-payment.ts',
    within: 'VerifyPayment.verify',
    change: remove('closeUnwanted($_)'),
  },
  {
    name: 'reserved by what was read before',
    module: 'checkout/reservations.repository.ts',
    within: 'claim',
    change: replaceText(" and status = 'active'", ''),
  },
  {
    name: 'the cut-off is ignored',
    module: 'checkout/reserve-link.ts',
    within: 'assertBeforeCutOff',
    change: replace('isPastCutOff($$$)', 'false'),
  },
  {
    name: 'the checkout outlives its link',
    module: 'checkout/checkout-request.ts',
    within: 'checkoutExpiry',
    change: replace('$_.expiresAt === null ? $latest : $_', '$latest'),
  },
  {
    name: 'giving up means failed',
    module: 'payments/record-provider-state.ts',
    within: 'RecordProviderState.recordFailure',
    change: replace(
      'putUnderReview($_, $payment.reviewReason ?? $_, $_)',
      "{ ...$payment, status: 'failed', reconcileAfter: null }",
    ),
  },
  {
    name: 'the reference of the checkout is not kept',
    module: 'payments/record-provider-state.ts',
    within: 'providerFields',
    change: setValue('providerRef', 'payment.providerRef'),
  },
  {
    name: 'what is unknown is not asked again',
    module: 'payments/record-provider-state.ts',
    within: 'RecordProviderState.defer',
    change: setValue('reconcileAfter', 'null'),
  },
  {
    name: 'a lease is taken from its holder',
    module: 'payments/verification-lease.repository.ts',
    within: 'VerificationLease.claim',
    change: replace('$query.where(($either) => $_)', '$query'),
  },
  {
    name: 'the lease of the dead never ends',
    module: 'payments/verification-lease.repository.ts',
    within: 'VerificationLease.claim',
    change: replace("$query.orWhere('verifying_until', $$$)", '$query'),
  },
  {
    name: 'what the dead held stays theirs',
    module: 'composition/release-dead-workers.ts',
    within: 'releaseDeadWorkers',
    change: remove('container.get(VerificationLease).releaseAllOf($_)'),
  },
  {
    name: 'a circuit never closes',
    module: 'reconciliation/circuit-breaker.ts',
    within: 'CircuitBreaker.admit',
    change: replace('$circuit.isProbing || $_', 'true'),
  },
  {
    name: 'an outage is waited out in the schedule',
    module: 'payments/record-provider-state.ts',
    within: 'RecordProviderState.recordFailure',
    change: replace('isOutage && $_', 'false'),
  },
  {
    name: 'refunds are not watched for',
    module: 'payments/verification-schedule.ts',
    within: 'watchPoints',
    change: replace('VERIFICATION.refunds.map($_)', '[]'),
  },
  {
    name: 'late vouchers are not watched for',
    module: 'payments/verification-schedule.ts',
    within: 'watchPoints',
    change: replace('$until === null || $_', 'true'),
  },
  {
    name: 'the watch ends with the first failure',
    module: 'payments/record-provider-state.ts',
    within: 'RecordProviderState.deferSettled',
    change: setValue('reconcileAfter', 'null'),
  },
  {
    name: 'what a person decided is raised again',
    module: 'payments/record-provider-state.ts',
    within: 'RecordProviderState.recordState',
    change: replace('$_ && isDecidedByOperator($_)', 'false'),
  },
  {
    name: 'a decision is forgotten',
    module: 'reconciliation/record-decision.ts',
    within: 'RecordDecision.run',
    change: removeEntry('reviewDecidedAt'),
  },
  {
    name: 'money is accepted that the provider knows nothing of',
    module: 'reconciliation/review-decisions.ts',
    within: 'refusalToAccept',
    change: replace('!$amount || ($_)', 'false'),
  },
  {
    name: 'written down under a lost lease',
    module: 'payments/change-under-lease.ts',
    within: 'ChangeUnderLease.run',
    change: replace('$payment.verifyingToken !== $_', 'false'),
  },
  {
    name: 'silence is counted from the creation',
    module: 'payments/record-provider-state.ts',
    within: 'RecordProviderState.recordFailure',
    change: replace('$payment.unknownSince ?? $_', '$payment.createdAt'),
  },
  {
    name: 'an old silence is never forgotten',
    module: 'payments/record-provider-state.ts',
    within: 'RecordProviderState.recordState',
    change: removeEntry('unknownSince'),
  },
  {
    name: 'the living are buried at the start of another process',
    module: 'work/workers.repository.ts',
    within: 'Workers.removeDead',
    change: replace('$query.where({ place: $_ })', "$query.whereNotNull('place')"),
  },
]
