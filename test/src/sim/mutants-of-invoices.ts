import { before, hoist, remove, replace, setValue } from './changes.js'
import type { Mutant } from './mutants.js'

const FAILURE = "{ code: 'x', reason: 'x' }"

/** Stamps, cancellations, and what is written down of them. */
export const INVOICE_MUTANTS: readonly Mutant[] = (
  [
    {
      name: 'a stamp is repeated without a look-up',
      module: 'invoicing/resume-stamping.ts',
      within: 'ResumeStamping.run',
      change: replace('$_.findByReference($$$)', 'null'),
    },
    {
      name: 'an outage fails the invoice',
      module: 'invoicing/request-stamp.ts',
      within: 'RequestStamp.recordOutcome',
      change: replace(
        'return handleNotStamped($invoice, $$$);',
        `return void (await this.recordInvoice.recordRefusal($invoice, ${FAILURE}));`,
      ),
    },
    {
      name: 'a stamp without an answer counts as not stamped',
      module: 'invoicing/request-stamp.ts',
      within: 'RequestStamp.recordOutcome',
      change: replace(
        'claimed.postpone($invoice, $message, $_)',
        'this.claimed.returnToRequested($invoice, connection, $message)',
      ),
    },
    {
      name: 'a stamp without an answer fails the invoice',
      module: 'invoicing/request-stamp.ts',
      within: 'RequestStamp.recordOutcome',
      change: replace(
        'return claimed.postpone($invoice, $$$);',
        `return void (await this.recordInvoice.recordRefusal($invoice, ${FAILURE}));`,
      ),
    },
    {
      name: 'what the authority refuses is asked for again and again',
      module: 'invoicing/request-stamp.ts',
      within: 'RequestStamp.recordOutcome',
      change: replace(
        'await recordInvoice.recordRefusal($invoice, $failure); await trackStall.recordRecovery($connection); return true;',
        'return this.claimed.returnToRequested($invoice, $connection, $failure.reason);',
      ),
    },
    {
      name: 'a worker that lost its claim stamps the invoice',
      module: 'invoicing/request-stamp.ts',
      within: 'RequestStamp.run',
      change: remove('if (!$_) return true;'),
    },
    {
      name: 'the stamp is asked for before that is written down',
      module: 'invoicing/request-stamp.ts',
      within: 'RequestStamp.run',
      change: before(
        'claimed.markStamping($$$)',
        "await this.callProvider.run(connected, 'stamp', (provider, ctx) => provider.stamp(input, ctx));",
      ),
    },
    {
      name: 'another issuer is asked what became of a stamp',
      module: 'invoicing/resume-stamping.ts',
      within: 'ResumeStamping.run',
      change: replace(
        "await openConnection.byId('invoicing', $_)",
        "await this.openConnection.run(await this.openConnection.connections.current('invoicing', invoice))",
      ),
    },
    {
      name: 'a cancellation is repeated without a look-up',
      module: 'invoicing/follow-stamped.ts',
      within: 'FollowStamped.pollCancellation',
      change: replace("$status === 'stamped' && $_ === 'none' && $_", "$status === 'stamped'"),
    },
    {
      name: 'a worker that lost its claim cancels',
      module: 'invoicing/follow-stamped.ts',
      within: 'FollowStamped.requestCancellation',
      change: remove('if (!$_) return true;'),
      savedRun: 'cancelled-by-a-worker-that-resumed',
    },
    {
      name: 'a cancellation without an answer is never asked for again',
      module: 'invoicing/follow-stamped.ts',
      within: 'FollowStamped.pollCancellation',
      change: replace("$status === 'stamped' && $_ === 'none' && $_", 'false'),
    },
    {
      name: 'the files are left at the provider',
      module: 'invoicing/follow-stamped.ts',
      within: 'FollowStamped.finishStamped',
      change: replace('await fetchFiles.run($$$)', 'null'),
    },
    {
      name: 'another key for each stamp',
      module: 'invoicing/stamp-input.ts',
      within: 'toStampInput',
      change: setValue('idempotencyKey', '`${$was}:${Math.random()}`'),
    },
    {
      name: 'a stamp is looked for while it may still be on its way',
      module: 'invoicing/retry-schedule.ts',
      change: setValue('ambiguousBackoff', '() => 0'),
    },
    {
      name: 'an invoice is in hand for a second',
      module: 'invoicing/claimed-invoices.ts',
      change: setValue('INVOICE_LEASE_MS', '($was) / 60'),
    },
    {
      name: 'two records of one invoice read it before they wait',
      module: 'invoicing/record-invoice.ts',
      within: 'RecordInvoice.change',
      change: hoist(
        'await invoices.lock($_, $id)',
        '{ ...(await this.invoices.find($id)), heldBy: claim?.holder, heldUntil: claim?.until }',
      ),
    },
    {
      name: 'a pending stamp counts as failed',
      module: 'invoicing/record-invoice.ts',
      within: 'RecordInvoice.recordState',
      change: replace("case 'pending': return $known;", `case 'pending': return withRefusal($known, ${FAILURE});`),
    },
    {
      name: 'a taken cancellation counts as acknowledged',
      module: 'invoicing/record-invoice.ts',
      within: 'RecordInvoice.recordCancelAccepted',
      change: replace("{ ...$state, cancellation: 'pending' }", "{ ...$state, status: 'cancelled' }"),
    },
    {
      name: 'a cancellation that the customer refused is waited for',
      module: 'invoicing/record-invoice.ts',
      within: 'RecordInvoice.applyCancellation',
      change: replace("$_ !== 'refused'", 'true'),
    },
    {
      name: 'a refusal of before ends another cancellation',
      module: 'invoicing/record-invoice.ts',
      change: [
        replace("$invoice.status !== 'cancel_pending' || $_", "$invoice.status !== 'cancel_pending'"),
        replace('$_ ? this.applyCancellation($$$) : $stamped', 'this.applyCancellation(tx, stamped, state, invoice)'),
      ],
    },
    {
      name: 'the total of an invoice is not compared',
      module: 'invoicing/record-invoice.ts',
      within: 'RecordInvoice.applyStamped',
      change: replace('$_ !== $payment.amountCentavos', 'false'),
    },
    {
      name: 'the event of a stamp is written beside the transaction',
      module: 'invoicing/record-invoice.ts',
      within: 'RecordInvoice.applyStamped',
      change: replace(
        "await appendEvent($_, 'payment.invoiced', $stamped, $payment, $at)",
        "void this.unitOfWork.run((other) => this.appendEvent(other, 'payment.invoiced', $stamped, $payment, $at))",
      ),
    },
    {
      name: 'the event of a cancelled invoice is forgotten',
      module: 'invoicing/record-invoice.ts',
      within: 'RecordInvoice.applyCancelled',
      change: remove("appendEvent($_, 'payment.invoice_cancelled', $$$)"),
    },
    {
      name: 'the file of a cancelled invoice says that it is valid',
      module: 'invoicing/record-invoice.ts',
      within: 'RecordInvoice.applyCancelled',
      change: remove("files.delete($_, $_, 'pdf')"),
    },
    {
      name: 'an invoice whose cancellation was refused is not polled',
      module: 'invoicing/record-invoice.ts',
      within: 'RecordInvoice.nextAttemptAt',
      change: replace(
        "$before.status === 'stamped' ? null : $soon",
        "$before.status === 'stamped' || $before.status === 'cancel_pending' ? null : $soon",
      ),
    },
    {
      name: 'an open invoice is looked for outside the transaction',
      module: 'invoicing/request-invoice.ts',
      within: 'RequestInvoice.prepare',
      change: remove(
        'const $latest = await invoices.latestOf($_, $tx); if ($latest && isOpen($latest)) return $latest;',
      ),
    },
    {
      name: 'a corrected request returns the refused invoice',
      module: 'invoicing/request-invoice.ts',
      within: 'RequestInvoice.prepare',
      change: replace(
        'const $latest = await invoices.latestOf($id); if ($latest && isOpen($latest)) return $latest;',
        'const $latest = await this.invoices.latestOf($id); if ($latest) return $latest;',
      ),
    },
    {
      name: 'an invoice is cancelled twice at once',
      module: 'invoicing/begin-cancelling.ts',
      within: 'BeginCancelling.run',
      change: remove('assertStamped($_)'),
    },
    {
      name: 'a cancellation without an answer counts as refused',
      module: 'invoicing/cancel-invoice.ts',
      within: 'CancelInvoice.run',
      change: remove("if ($_.fault === 'unknown') return $_;"),
    },
    {
      name: 'news about an invoice is not heard',
      module: 'invoicing/invoices.repository.ts',
      within: 'Invoices.recordNotification',
      change: remove("$_.whereNull('claimed_by').update($_)"),
    },
    {
      name: 'news that comes while an invoice is in hand is forgotten',
      module: 'invoicing/invoices.repository.ts',
      within: 'Invoices.recordNotification',
      change: remove("$_.whereNotNull('claimed_by').update($_)"),
    },
    {
      name: 'an invoice that is put off is never due again',
      module: 'invoicing/invoices.repository.ts',
      change: setValue('onClaim', "$was, only: 'd.tries < 3'"),
    },
    {
      name: 'a refund of an invoiced payment is not noted',
      module: 'invoicing/review-invoiced-refunds.ts',
      within: 'ReviewInvoicedRefunds.note',
      change: remove('invoices.openRefundReview($$$)'),
    },
  ] as const
).map((mutant) => ({ ...mutant, isOfInvoices: true }))
