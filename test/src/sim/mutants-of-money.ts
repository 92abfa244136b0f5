import { before, remove, removeEntry, hoist, replace, setValue } from './changes.js'
import type { Mutant } from './mutants.js'

/** Payments, links and their events. */
export const MONEY_MUTANTS: readonly Mutant[] = [
  {
    name: 'a second notice of a success announces it again',
    module: 'payments/settle-payment.ts',
    within: 'SettlePayment.apply',
    change: replace('$status === $payment.status', "$status === $payment.status && $status !== 'succeeded'"),
  },
  {
    name: 'the event of a payment is forgotten',
    module: 'payments/settle-payment.ts',
    within: 'SettlePayment.apply',
    change: remove('outbox.append($$$)'),
  },
  {
    name: 'the event is written beside the transaction',
    module: 'payments/settle-payment.ts',
    within: 'SettlePayment.apply',
    change: before(
      'outbox.append($_, $_, EVENTS[$status], { object: $_($settled) }, $_)',
      "await Promise.resolve(); if ($status === 'canceled') return $settled;",
    ),
  },
  {
    name: 'the sums do not hear of a payment',
    module: 'payments/settle-payment.ts',
    within: 'SettlePayment.save',
    change: remove('await this.recordMovements.run($$$)'),
  },
  {
    name: 'a refund is counted again with every answer',
    module: 'payments/money-movement.ts',
    within: 'movementsBetween',
    change: replace("add('refund', $is, $at, $is.refunded, $was.refunded)", "add('refund', $is, $at, $is.refunded, 0)"),
  },
  {
    name: 'a duplicate is not flagged',
    module: 'payments/settle-payment.ts',
    within: 'SettlePayment.apply',
    change: replace("$status === 'succeeded' && $link.status === 'paid'", 'false'),
  },
  {
    name: 'a duplicate pays the link again',
    module: 'payments/settle-payment.ts',
    within: 'SettlePayment.moveLink',
    change: remove("if ($link.status === 'paid') return;"),
  },
  {
    name: 'paid when we heard of it',
    module: 'payments/settle-payment.ts',
    within: 'SettlePayment.withEvidence',
    change: replace('$evidence.paidAt !== undefined && $_ ? $_ : $now', '$now'),
  },
  {
    name: 'a refund moves the time of payment',
    module: 'payments/settle-payment.ts',
    within: 'SettlePayment.withEvidence',
    change: replace(
      "$status === 'succeeded' ? $paidAt : $known",
      "$status === 'succeeded' ? $paidAt : $status === 'refunded' ? iso(this.clock.now()) : $known",
    ),
  },
  {
    name: 'a refund opens the link',
    module: 'payments/settle-payment.ts',
    within: 'SettlePayment.moveLink',
    change: replace(
      "if ($before.status === 'pending' && $link.status === 'processing') $release;",
      `if (after.status === 'refunded') await this.links.save(tx, { ...$link, status: 'active', paidPaymentId: null });
       else if ($before.status === 'pending' && $link.status === 'processing') $release`,
    ),
  },
  {
    name: 'an end without money leaves the link reserved',
    module: 'payments/settle-payment.ts',
    within: 'SettlePayment.moveLink',
    change: replace(
      "$before.status === 'pending' && $link.status === 'processing'",
      "after.status === 'failed' && $link.status === 'processing'",
    ),
  },
  {
    name: 'late money is dropped',
    module: 'payments/payment.transitions.ts',
    within: 'PAYMENT_TRANSITIONS',
    change: setValue('canceled', '{}'),
  },
  {
    name: 'a refund counts as canceled',
    module: 'payments/payment.transitions.ts',
    within: 'PAYMENT_TRANSITIONS.succeeded',
    change: setValue('refunded', "'canceled'"),
  },
  {
    name: 'money for a disabled link does not pay it',
    module: 'payment-links/payment-link.transitions.ts',
    within: 'LINK_TRANSITIONS.disabled',
    change: removeEntry('payment_succeeded'),
  },
  {
    name: 'the amount is not compared',
    module: 'payments/judge.ts',
    within: 'differenceOf',
    change: replace('$amount.amount !== $_', 'false'),
  },
  {
    name: 'the currency is not compared',
    module: 'payments/judge.ts',
    within: 'differenceOf',
    change: replace('$amount?.currency !== $_', 'false'),
  },
  {
    name: 'the mode is not compared',
    module: 'payments/judge.ts',
    within: 'differenceOf',
    change: replace('$state.livemode !== $_', 'false'),
  },
  {
    name: 'the reference is not compared',
    module: 'payments/judge.ts',
    within: 'differenceOf',
    change: replace('$state.paymentId !== $_', 'false'),
  },
  {
    name: 'marked paid while another checkout is processing',
    module: 'payment-links/payment-link.transitions.ts',
    within: 'LINK_TRANSITIONS.processing',
    change: setValue('mark_paid', "to('paid')"),
  },
  {
    name: 'marked paid by what was read before',
    module: 'payments/mark-link-paid.ts',
    within: 'MarkLinkPaid.run',
    change: hoist('await links.lock($_, $caller, $id)', 'await this.links.find($caller, $id)'),
  },
  {
    name: 'an update frees the link',
    module: 'payment-links/update-payment-link.ts',
    within: 'UpdatePaymentLink.run',
    change: replace('{ ...$changed, status: $_ }', "{ ...$changed, status: 'active' }"),
  },
  {
    name: 'disabled twice, announced twice',
    module: 'payment-links/disable-payment-link.ts',
    within: 'DisablePaymentLink.disable',
    change: remove("if ($link.status === 'disabled') return $_;"),
  },
]
