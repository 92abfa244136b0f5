import type { Mutant } from './mutants.js'

const ADVANCE = 'invoicing/advance-invoice.js'
const RECORD = 'invoicing/record-invoice.js'
const REQUEST = 'invoicing/request-invoice.js'
const CANCEL = 'invoicing/cancel-invoice.js'
const ROWS = 'invoicing/invoices.repository.js'
const FAIL = "{ code: 'x', reason: 'x' }"

/** Stamps, cancellations, and what is written down of them. */
export const INVOICE_MUTANTS: readonly Mutant[] = (
  [
    {
      name: 'a stamp is asked for again, and nobody looks',
      file: ADVANCE,
      from: '? provider.findByReference({ invoiceId: id, createdAfter: createdAt }, ctx)',
      to: '? null',
    },
    {
      name: 'an outage fails the invoice',
      file: ADVANCE,
      from: 'return this.notStamped(invoice, connection, outcome.message, before);',
      to: `return void (await this.recordInvoice.refused(invoice, ${FAIL}));`,
    },
    {
      name: 'a stamp without an answer counts as not stamped',
      file: ADVANCE,
      from: 'return this.putOff(invoice, outcome.message, pauseOfDoubt(invoice.tries));',
      to: 'return this.release(invoice, connection, outcome.message);',
    },
    {
      name: 'a stamp without an answer fails the invoice',
      file: ADVANCE,
      from: 'return this.putOff(invoice, outcome.message, pauseOfDoubt(invoice.tries));',
      to: `return void (await this.recordInvoice.refused(invoice, ${FAIL}));`,
    },
    {
      name: 'what the authority refuses is asked for again and again',
      file: ADVANCE,
      from: 'await this.recordInvoice.refused(invoice, failure);\n                // Whoever refuses is there.\n                return this.noteStall.over(connection);',
      to: 'return this.release(invoice, connection, failure.reason);',
    },
    {
      name: 'whoever lost the invoice stamps it all the same',
      file: ADVANCE,
      from: 'if (!isOurs)',
      to: 'if (false)',
    },
    {
      name: 'the stamp is asked for before that is written down',
      file: ADVANCE,
      from: `const isOurs = await this.unitOfWork.run((tx) => this.invoices.hold(tx, invoice, this.processId, {`,
      to: `await this.callProvider.run(opened.connected, 'write', (provider, ctx) => provider.stamp(input, ctx));
        const isOurs = await this.unitOfWork.run((tx) => this.invoices.hold(tx, invoice, this.processId, {`,
    },
    {
      name: 'another issuer is asked what became of a stamp',
      file: ADVANCE,
      from: `async openedOf({ connectionId }) {
        const connection = connectionId === null ? undefined : await this.connections.find(connectionId);`,
      to: `async openedOf(invoice) {
        const connection = await this.connections.current(invoice);`,
    },
    {
      name: 'a cancellation is asked for again, and nobody looks',
      file: ADVANCE,
      from: "status === 'stamped' && cancellation === 'none' && invoice.cancelTakenAt === null",
      to: "status === 'stamped'",
    },
    {
      name: 'a cancellation without an answer is never asked for again',
      file: ADVANCE,
      from: "status === 'stamped' && cancellation === 'none' && invoice.cancelTakenAt === null",
      to: 'false',
    },
    {
      name: 'the files are left at the provider',
      file: ADVANCE,
      from: 'const missing = isOver ? null : await this.fetchFiles.run(invoice, opened.connected);',
      to: 'const missing = null;',
    },
    {
      name: 'another key for each stamp',
      file: 'invoicing/stamp-input.js',
      from: 'idempotencyKey: id,',
      to: 'idempotencyKey: `${id}:${Math.random()}`,',
    },
    {
      name: 'a stamp is looked for while it may still be on its way',
      file: 'invoicing/pauses.js',
      from: 'Math.max(DOUBT_MS, pauseOfTrouble(tries))',
      to: '0',
    },
    {
      name: 'an invoice is in hand for a second',
      file: ADVANCE,
      from: 'export const IN_HAND_MS = MINUTE_MS;',
      to: 'export const IN_HAND_MS = MINUTE_MS / 60;',
    },
    {
      name: 'two records of one invoice read it before they wait',
      file: RECORD,
      from: `const work = async (tx) => {
            const held = await this.invoices.lock(tx, id);`,
      to: `const held = await this.invoices.find(id);
        const work = async (tx) => {`,
    },
    {
      name: 'a pending stamp counts as failed',
      file: RECORD,
      from: "case 'pending':\n                    return known;",
      to: `case 'pending':\n                    return refusedOf(known, ${FAIL});`,
    },
    {
      name: 'a taken cancellation counts as acknowledged',
      file: RECORD,
      from: "{ ...state, cancellation: 'pending' } : state",
      to: "{ ...state, status: 'cancelled' } : state",
    },
    {
      name: 'a cancellation that the customer refused is waited for',
      file: RECORD,
      from: "if (cancellation !== 'refused')",
      to: 'if (true)',
    },
    {
      name: 'a refusal of before ends another cancellation',
      file: RECORD,
      from: "if (held.status !== 'cancel_pending' || seen.status !== held.status)",
      to: "if (held.status !== 'cancel_pending')",
    },
    {
      name: 'the total of an invoice is not compared',
      file: RECORD,
      from: 'if (totalCentavos !== payment.amountCentavos)',
      to: 'if (false)',
    },
    {
      name: 'the event of a stamp is written beside the transaction',
      file: RECORD,
      from: "await this.announce(tx, 'payment.invoiced', stamped, payment);",
      to: "void this.unitOfWork.run((other) => this.announce(other, 'payment.invoiced', stamped, payment));",
    },
    {
      name: 'the event of a cancelled invoice is forgotten',
      file: RECORD,
      from: "await this.announce(tx, 'payment.invoice_cancelled', cancelled, payment);",
      to: '',
    },
    {
      name: 'the file of a cancelled invoice says that it is valid',
      file: RECORD,
      from: "await this.files.forget(tx, held.id, 'pdf');",
      to: '',
    },
    {
      name: 'an invoice that stands after all is not looked at again',
      file: RECORD,
      from: "return before.status === 'stamped' ? null : iso(now);",
      to: "return before.status === 'stamped' || before.status === 'cancel_pending' ? null : iso(now);",
    },
    {
      name: 'an open invoice is looked for outside the transaction',
      file: REQUEST,
      from: `const latest = await this.invoices.latestOf(paymentId, tx);
            if (latest && isOpen(latest))
                return latest;`,
      to: '',
    },
    {
      name: 'a corrected request returns the refused invoice',
      file: REQUEST,
      from: 'if (existing && isOpen(existing))',
      to: 'if (existing)',
    },
    {
      name: 'an invoice is cancelled twice at once',
      file: CANCEL,
      from: 'assertStamped(held);',
      to: '',
    },
    {
      name: 'a cancellation without an answer counts as refused',
      file: CANCEL,
      from: "if (outcome.fault === 'unknown')\n                return finish((tx) => this.view(tx, pending));",
      to: '',
    },
    {
      name: 'news about an invoice is not heard',
      file: ROWS,
      from: "await known().whereNull('claimed_by').update({ next_attempt_at: now });",
      to: '',
    },
    {
      name: 'news that comes while an invoice is in hand is forgotten',
      file: ROWS,
      from: "await known().whereNotNull('claimed_by').update({ has_news: true });",
      to: '',
    },
    {
      name: 'an invoice that is put off is never due again',
      file: ROWS,
      from: ".where('next_attempt_at', '<=', now)",
      to: ".where('next_attempt_at', '<=', now).where('tries', '<', 3)",
    },
    {
      name: "money given back for an invoiced payment is nobody's business",
      file: 'invoicing/note-refunds.js',
      from: 'await this.invoices.noteRefund(tx, payment.id, givenBack(payment), iso(this.clock.now()));',
      to: '',
    },
  ] as const
).map((mutant) => ({ ...mutant, isOfInvoices: true }))
