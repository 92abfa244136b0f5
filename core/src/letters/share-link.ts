import type { Account } from '../accounts/account.js'
import type { Accounts } from '../accounts/accounts.repository.js'
import type { Tx } from '../database/engine.js'
import { fingerprint } from '../idempotency/fingerprint.js'
import type { Answer, RunOnce } from '../idempotency/run-once.js'
import { type AccountPrincipal, creatorOf } from '../kernel/principal.js'
import { type Clock, iso, later, MINUTE_MS, SECOND_MS } from '../kernel/clock.js'
import { invalid, notFound, Problem } from '../kernel/problem.js'
import { afterTrigger } from '../payment-links/payment-link.transitions.js'
import type { PaymentLinks } from '../payment-links/payment-links.repository.js'
import { type EmailDeliveryView, toEmailView } from '../mail/email.js'
import type { Emails } from '../mail/emails.repository.js'
import type { MailRoutes } from '../mail/mail-routes.js'
import type { QueueEmail } from '../mail/queue-email.js'
import { SUPPRESSION_REASONS, type Suppressions } from '../mail/suppressions.repository.js'

export const SHARE_LINK = 'POST /v1/payment_links/{id}/email'

/** Emails per link and minute: a double click is fine, a flood is not (R176). */
const MAX_PER_MINUTE = 3
const WINDOW_MS = MINUTE_MS

export class ShareLink {
  constructor(
    private readonly once: RunOnce,
    private readonly links: PaymentLinks,
    private readonly accounts: Accounts,
    private readonly emails: Emails,
    private readonly suppressions: Suppressions,
    private readonly queueEmail: QueueEmail,
    private readonly routes: MailRoutes,
    private readonly clock: Clock,
  ) {}

  /**
   * Queues one email with the link, once per Idempotency-Key (R127, I44). `to` is valid already: one mailbox. The answer is
   * no proof of delivery (R67).
   *
   * @throws Problem `not_found`, `link_already_paid`, `link_expired`, `email_unavailable`, `rate_limited`,
   *   `validation_error` on `status` (the link is disabled) or `to` (the address is suppressed),
   *   `request_in_flight`, `idempotency_key_reuse`
   */
  async run(principal: AccountPrincipal, linkId: string, key: string, to: string): Promise<Answer<EmailDeliveryView>> {
    const request = {
      scope: principal,
      key,
      operation: SHARE_LINK,
      fingerprint: fingerprint(SHARE_LINK, linkId, { to }),
    }
    // Before the transaction, which holds a lock and must not wait for a second connection.
    const account = await this.accounts.find(principal.accountId)
    if (!account) throw new Error(`account ${principal.accountId} does not exist`)
    return this.once.inOneTransaction(request, 202, (tx) => this.queue(tx, principal, account, linkId, to))
  }

  private async queue(
    tx: Tx,
    principal: AccountPrincipal,
    account: Account,
    linkId: string,
    to: string,
  ): Promise<EmailDeliveryView> {
    // Locks the row, so that concurrent requests are counted one after the other.
    const link = await this.links.lock(tx, principal, linkId)
    if (!link) throw notFound('payment link')
    afterTrigger(link, 'share', this.clock.now())
    if (principal.livemode && !this.routes.live) {
      throw new Problem('email_unavailable', { detail: 'No mail server is configured, so live emails cannot be sent.' })
    }
    const suppressed = await this.suppressions.reasonFor(principal, to, tx)
    if (suppressed) throw invalid('to', SUPPRESSION_REASONS[suppressed])
    await this.assertNotTooMany(tx, linkId)
    const email = { kind: 'request', livemode: principal.livemode, to, about: link.title, linkId } as const
    return toEmailView(await this.queueEmail.run(tx, account, { ...email, createdBy: creatorOf(principal) }))
  }

  private async assertNotTooMany(tx: Tx, linkId: string): Promise<void> {
    const now = this.clock.now()
    // Emails further in the future than clocks differ were written before the clock was set back, and do not count.
    const window = { after: iso(later(now, -WINDOW_MS)), until: iso(later(now, WINDOW_MS)) }
    const recent = await this.emails.requestsBetween(tx, linkId, window, MAX_PER_MINUTE)
    const oldest = recent[MAX_PER_MINUTE - 1]
    if (oldest === undefined) return
    const waitMs = Math.min(WINDOW_MS, Date.parse(oldest) + WINDOW_MS - now.getTime())
    throw new Problem('rate_limited', {
      detail: `This link was emailed ${MAX_PER_MINUTE} times within a minute. Try again shortly.`,
      headers: { 'Retry-After': String(Math.max(1, Math.ceil(waitMs / SECOND_MS))) },
    })
  }
}
