import type { Mutant } from './mutants.js'

const SETTLE = 'payments/settle-payment.js'
const JUDGE = 'payments/judge.js'
const TRANSITIONS = 'payment-links/payment-link.transitions.js'
const MARK = 'payments/mark-link-paid.js'

/** What money does to payments and links, and what is told of it. */
export const MONEY_MUTANTS: readonly Mutant[] = [
  {
    name: 'a second notice of a success announces it again',
    file: SETTLE,
    from: 'if (status === payment.status)',
    to: "if (status === payment.status && status !== 'succeeded')",
  },
  {
    name: 'the event of a payment is forgotten',
    file: SETTLE,
    from: 'await this.outbox.append(tx, payment, EVENTS[status], { object: toPaymentView(settled) });',
    to: '',
  },
  {
    name: 'the event is written beside the transaction',
    file: SETTLE,
    from: 'await this.outbox.append(tx, payment, EVENTS[status], { object: toPaymentView(settled) });',
    to: "await Promise.resolve(); if (status === 'canceled') return settled; await this.outbox.append(tx, payment, EVENTS[status], { object: toPaymentView(settled) });",
  },
  {
    name: 'a duplicate is not flagged',
    file: SETTLE,
    from: "const isDuplicate = status === 'succeeded' && link.status === 'paid';",
    to: 'const isDuplicate = false;',
  },
  {
    name: 'a duplicate pays the link again',
    file: SETTLE,
    from: `if (link.status === 'paid')
                return;`,
    to: '',
  },
  {
    name: 'paid when we heard of it',
    file: SETTLE,
    from: 'const paidAt = evidence.paidAt !== undefined && evidence.paidAt < now ? evidence.paidAt : now;',
    to: 'const paidAt = now;',
  },
  {
    name: 'a refund moves the time of payment',
    file: SETTLE,
    from: '(payment.paidAt ?? paidAt) : payment.paidAt,',
    to: "(payment.paidAt ?? paidAt) : status === 'refunded' ? now : payment.paidAt,",
  },
  {
    name: 'a refund opens the link',
    file: SETTLE,
    from: "else if (before.status === 'pending' && link.status === 'processing') {",
    to: `else if (after.status === 'refunded') {
            await this.links.save(tx, { ...link, status: 'active', paidPaymentId: null });
        }
        else if (before.status === 'pending' && link.status === 'processing') {`,
  },
  {
    name: 'an end without money leaves the link reserved',
    file: SETTLE,
    from: "else if (before.status === 'pending' && link.status === 'processing') {",
    to: "else if (after.status === 'failed' && link.status === 'processing') {",
  },
  {
    name: 'late money is dropped',
    file: 'payments/payment.transitions.js',
    from: "canceled: { paid: 'succeeded', refunded: 'refunded' },",
    to: 'canceled: {},',
  },
  {
    name: 'a refund counts as canceled',
    file: 'payments/payment.transitions.js',
    from: "succeeded: { refunded: 'refunded', returned: 'refunded' },",
    to: "succeeded: { refunded: 'canceled', returned: 'refunded' },",
  },
  {
    name: 'money for a disabled link does not pay it',
    file: TRANSITIONS,
    from: `checkout_opened: refuse('validation_error'),
        payment_succeeded: to('paid'),`,
    to: "checkout_opened: refuse('validation_error'),",
  },
  {
    name: 'the amount is not compared',
    file: JUDGE,
    from: 'if (amount.amount !== payment.amountCentavos) {',
    to: 'if (false) {',
  },
  {
    name: 'the currency is not compared',
    file: JUDGE,
    from: 'if (amount?.currency !== payment.currency)',
    to: 'if (false)',
  },
  {
    name: 'the mode is not compared',
    file: JUDGE,
    from: 'if (state.livemode !== payment.livemode)',
    to: 'if (false)',
  },
  {
    name: 'the reference is not compared',
    file: JUDGE,
    from: 'if (state.paymentId !== payment.id)',
    to: 'if (false)',
  },
  {
    name: 'marked paid while another checkout is processing',
    file: TRANSITIONS,
    from: "mark_paid: refuse('request_in_flight'),",
    to: "mark_paid: to('paid'),",
  },
  {
    name: 'marked paid by what was read before',
    file: MARK,
    from: `return this.once.inOneTransaction(request, 200, async (tx) => {
            const link = await this.links.lock(tx, caller, id);`,
    to: `const link = await this.links.find(caller, id);
        return this.once.inOneTransaction(request, 200, async (tx) => {`,
  },
  {
    name: 'an update frees the link',
    file: 'payment-links/update-payment-link.js',
    from: '{ ...changed, status: link.status }',
    to: "{ ...changed, status: 'active' }",
  },
  {
    name: 'disabled twice, announced twice',
    file: 'payment-links/disable-payment-link.js',
    from: `if (link.status === 'disabled')
            return view;`,
    to: '',
  },
]
