import type { Mutant } from './mutants.js'

const VERIFY = 'reconciliation/verify-payment.js'
const RECORD = 'payments/record-provider-state.js'
const LEASE = 'payments/verification-lease.repository.js'
const SCHEDULE = 'payments/verification-schedule.js'
const TRANSITIONS = 'payment-links/payment-link.transitions.js'

/** Reservations, unknown outcomes, leases. */
export const CHECKOUT_MUTANTS: readonly Mutant[] = [
  {
    name: 'released on create timeout',
    file: 'checkout/open-checkout.js',
    from: 'await this.record.unknown(payment, lease, message);',
    to: "await this.record.never(payment, lease, 'canceled');",
  },
  {
    name: 'expire timeout treated as expired',
    file: 'checkout/close-open-checkout.js',
    from: `await this.record.unknown(payment, lease, outcome.message, isOutage);
`,
    to: `await this.record.known(payment, lease, { providerRef: payment.providerRef, status: 'expired', livemode: false });
`,
  },
  {
    name: 'a voucher that is not closed counts as closed',
    file: 'checkout/close-open-checkout.js',
    from: 'await this.record.unknown(payment, lease, refusal);',
    to: "return void (await this.record.known(payment, lease, { providerRef: payment.providerRef, status: 'expired', livemode: payment.livemode }));",
  },
  {
    name: 'a release is not written down',
    file: 'checkout/release-link.js',
    from: '{ ...held, releasedAt: iso(this.clock.now()) }',
    to: 'held',
    isOfReleases: true,
  },
  {
    name: 'a released voucher is not watched',
    file: 'checkout/release-link.js',
    from: "await this.settlePayment.apply(tx, link, given, { verdict: 'canceled' });",
    to: "await this.settlePayment.apply(tx, link, given, { verdict: 'canceled' });\n            await tx('payments').where({ id: held.id }).update({ reconcile_after: null });",
    isOfReleases: true,
  },
  {
    name: 'a processing link is disabled',
    file: TRANSITIONS,
    from: "disable: refuse('request_in_flight'),",
    to: "disable: to('disabled'),",
  },
  {
    name: 'expiry cancels what is processing',
    file: 'payment-links/payment-links.repository.js',
    from: `const due = tx('payment_links').where({ status: 'active' }).where('expires_at', '<=', now).limit(limit).select('id');
        return tx('payment_links')
            .whereIn('id', due)
            .where({ status: 'active' })`,
    to: `const due = tx('payment_links').whereIn('status', ['active', 'processing']).where('expires_at', '<=', now).limit(limit).select('id');
        return tx('payment_links')
            .whereIn('id', due)`,
  },
  {
    name: '404 of a read means canceled',
    file: VERIFY,
    from: `        return this.record.unknown(payment, lease, outcome.message, isOutage(outcome.fault));
    }
    /**`,
    to: `        return outcome.fault === 'rejected' ? this.record.never(payment, lease, 'canceled') : this.record.unknown(payment, lease, outcome.message);
    }
    /**`,
  },
  {
    name: 'a new key for each retry',
    file: VERIFY,
    from: 'const input = JSON.parse(payment.checkoutRequest);',
    to: 'const input = { ...JSON.parse(payment.checkoutRequest), idempotencyKey: String(this.clock.now().getTime()) };',
  },
  {
    name: 'the expiry is computed anew for a retry',
    file: VERIFY,
    from: 'const input = JSON.parse(payment.checkoutRequest);',
    to: 'const input = { ...JSON.parse(payment.checkoutRequest), expiresAt: new Date(this.clock.now().getTime() + 3600000).toISOString() };',
  },
  {
    name: 'a refusal of the repeat ends the payment',
    file: VERIFY,
    from: 'why = outcome.message;',
    to: "why = outcome.message;\n            if (outcome.fault === 'rejected') return this.record.never(payment, lease, 'failed');",
  },
  {
    name: 'an unreachable provider ends the payment',
    file: VERIFY,
    from: `if (isOutage(outcome.fault))
                return this.record.unknown(payment, lease, why, true);`,
    to: `if (isOutage(outcome.fault))
                return this.record.never(payment, lease, 'canceled');`,
  },
  {
    name: 'never created, concluded from one empty listing',
    file: VERIFY,
    from: 'return this.wasNeverCreated(payment, askedAt)',
    to: 'return true',
  },
  {
    name: 'the unwanted checkout stays open',
    file: VERIFY,
    from: 'if (recorded.isUnwanted)',
    to: 'if (false)',
  },
  {
    name: 'reserved by what was read before',
    file: 'checkout/reservations.repository.js',
    from: "and id = ? and status = 'active'",
    to: 'and id = ?',
  },
  {
    name: 'the cut-off is ignored',
    file: 'checkout/reserve-link.js',
    from: 'if (!isPastCutOff(link, now))',
    to: 'if (true)',
  },
  {
    name: 'the checkout outlives its link',
    file: 'checkout/checkout-request.js',
    from: 'const wanted = link.expiresAt === null ? latest : Date.parse(link.expiresAt);',
    to: 'const wanted = latest;',
  },
  {
    name: 'giving up means failed',
    file: RECORD,
    from: "? this.underReview(silent, held.reviewReason ?? 'unknown_outcome', why)",
    to: "? { ...held, status: 'failed', reconcileAfter: null }",
  },
  {
    name: 'the reference of the checkout is not kept',
    file: RECORD,
    from: 'providerRef: state.providerRef,',
    to: 'providerRef: payment.providerRef,',
  },
  {
    name: 'what is unknown is not asked again',
    file: RECORD,
    from: 'reconcileAfter: iso(nextVerification(payment, waiting, this.clock.now())),',
    to: 'reconcileAfter: null,',
  },
  {
    name: 'a lease is taken from its holder',
    file: LEASE,
    from: `
            .where((free) => void free.whereNull('verifying_until').orWhere('verifying_until', '<=', now))`,
    to: '',
  },
  {
    name: 'the lease of the dead never ends',
    file: LEASE,
    from: ".orWhere('verifying_until', '<=', now)",
    to: '',
  },
  {
    name: 'what the dead held stays theirs',
    file: 'composition/take-over.js',
    from: 'await container.get(VerificationLease).releaseAllOf(dead);',
    to: '',
  },
  {
    name: 'a circuit never closes',
    file: 'reconciliation/circuit-breaker.js',
    from: 'if (circuit.isProbing || this.pauseLeftMs(circuit) > 0)',
    to: 'if (true)',
  },
  {
    name: 'an outage is waited out in the schedule',
    file: RECORD,
    from: "const isSoon = isOutage && (held.status === 'pending' || held.reconcileAttempts < MOST_SOON_SETTLED);",
    to: 'const isSoon = false;',
  },
  {
    name: 'refunds are not watched for',
    file: SCHEDULE,
    from: 'const REFUND_WATCH = [1, 7, 30]',
    to: 'const REFUND_WATCH = []',
  },
  {
    name: 'late vouchers are not watched for',
    file: SCHEDULE,
    from: 'if (until === null || now.getTime() >= until + LATE_VOUCHER_MS)',
    to: 'if (true)',
  },
  {
    name: 'the watch ends with the first failure',
    file: RECORD,
    from: 'reconcileAfter: isTried ? nextWatch(payment, now) : iso(later(now, REVIEW_EVERY_MS)),',
    to: 'reconcileAfter: null,',
  },
  {
    name: 'what a person decided is raised again',
    file: RECORD,
    from: 'const isDecided = !isNews && held.reviewReason === null && this.isSettledByPerson(held);',
    to: 'const isDecided = false;',
  },
  {
    name: 'a decision is forgotten',
    file: 'reconciliation/resolve-review.js',
    from: ', reviewDecidedAt: iso(this.clock.now()) }',
    to: ' }',
  },
  {
    name: 'money is accepted that the provider knows nothing of',
    file: 'reconciliation/resolve-review.js',
    from: "if (!amount || (status !== 'paid' && status !== 'refunded'))",
    to: 'if (false)',
  },
  {
    name: 'written down under a lost lease',
    file: LEASE,
    from: 'if (payment.verifyingToken !== token)',
    to: 'if (false)',
  },
  {
    name: 'silence is counted from the creation',
    file: RECORD,
    from: 'unknownSince: held.unknownSince ?? iso(now) }',
    to: 'unknownSince: held.createdAt }',
  },
  {
    name: 'an old silence is never forgotten',
    file: RECORD,
    from: ', unknownSince: null });',
    to: ' });',
  },
  {
    name: 'the living are buried at the start of another process',
    file: 'jobs/workers.repository.js',
    from: '.where({ place: this.place })',
    to: ".whereNotNull('place')",
  },
]
