import type { Knex } from 'knex'
import type { Reader, Tx } from '../database/engine.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import type { Scope } from '../kernel/principal.js'
import { type Clock, iso } from '../kernel/clock.js'
import { EMAIL_BACKOFF } from '../work/backoff.js'
import type { Claim } from '../work/claim.js'
import { type DueRows, DueTable } from '../work/due-rows.js'
import type { LaneQuota } from '../work/lanes.js'
import type { ClaimedEmail, Email, EmailKind, EmailMoment, EmailStatus } from './email.js'
import { EMAIL_MOMENTS, EMAIL_COLUMNS, type EmailRow, type StoredEmail, toEmail, toEmailRow } from './email.row.js'
import { type EmailTrigger, nextEmailStatus } from './email.transitions.js'

/** The text of a mail as it was sent. */
export interface EmailBody {
  text: string
  html: string
}

export interface AttemptOutcome {
  trigger: EmailTrigger
  error?: string | null
  /** If the mail is queued again. */
  nextAttemptAt?: string
}

const NEWEST = [
  { column: 'created_at', order: 'desc' },
  { column: 'id', order: 'desc' },
]
const DELETE_BATCH = 500

/** The lane of a mail, as `laneOf` in `email.ts` has it. */
const LANE = `case when not d.livemode then 'test:' when d.via = 'provider' then 'provider:' else 'smtp:' end || d.account_id`

const EMAILS = new DueTable<StoredEmail>({
  table: 'email_deliveries',
  dueAt: 'next_attempt_at',
  holder: 'claimed_by',
  until: 'next_attempt_at',
  only: "d.status = 'queued'",
  isOutgoing: true,
  lane: { expression: LANE },
  columns: EMAIL_COLUMNS,
})

/** The mails, and which worker has claimed which. */
export class Emails {
  constructor(
    private readonly dueRows: DueRows,
    private readonly reader: Reader,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Due immediately, if it is queued. False: a mail with the same `once` key exists. */
  async insert(tx: Tx, email: Email): Promise<boolean> {
    const row = { ...toEmailRow(email), next_attempt_at: email.status === 'queued' ? email.createdAt : null }
    const inserted = await tx<EmailRow>('email_deliveries').insert(row).onConflict('once').ignore().returning('id')
    return inserted.length > 0
  }

  async find(accountId: string, id: string): Promise<Email | undefined> {
    const row = await this.select(this.reader).where({ account_id: accountId, id }).first()
    return row && toEmail(row)
  }

  async findByToken(token: string): Promise<Email | undefined> {
    const row = await this.select(this.reader).where({ token }).first()
    return row && toEmail(row)
  }

  async findByReportToken(token: string): Promise<Email | undefined> {
    const row = await this.select(this.reader).where({ report_token: token }).first()
    return row && toEmail(row)
  }

  async findOnce(once: string): Promise<Email | undefined> {
    const row = await this.select(this.reader).where({ once }).first()
    return row && toEmail(row)
  }

  async listOnce(names: readonly string[]): Promise<Email[]> {
    return (await this.select(this.reader).whereIn('once', names)).map(toEmail)
  }

  /** Live invoices that their provider should have mailed by now. */
  async stuckAtProvider(createdBefore: string, accountId: string | null = null): Promise<Email[]> {
    const waiting = this.select(this.reader).where({ via: 'provider', livemode: true })
    if (accountId !== null) void waiting.where({ account_id: accountId })
    return (await waiting.whereIn('status', ['queued', 'sending']).where('created_at', '<', createdBefore)).map(toEmail)
  }

  /** Null: it has not been sent yet. */
  async body(id: string): Promise<EmailBody | null> {
    const row = await this.reader<EmailRow>('email_deliveries').where({ id }).first('body_text', 'body_html')
    return row?.body_text != null && row.body_html != null ? { text: row.body_text, html: row.body_html } : null
  }

  /** Mails of a link or of the whole account, newest first. */
  async list(where: { accountId: string; livemode?: boolean; linkId?: string }, limit: number): Promise<Email[]> {
    const query = this.select(this.reader).where({ account_id: where.accountId })
    if (where.livemode !== undefined) void query.where({ livemode: where.livemode })
    if (where.linkId !== undefined) void query.where({ link_id: where.linkId })
    return (await query.orderBy(NEWEST).limit(limit)).map(toEmail)
  }

  /** When the link was mailed at the merchant's request, newest first. */
  async requestsBetween(
    tx: Tx,
    linkId: string,
    { after, until }: { after: string; until: string },
    limit: number,
  ): Promise<string[]> {
    const kind: EmailKind = 'request'
    const query = tx<EmailRow>('email_deliveries')
      .where({ link_id: linkId, kind })
      .where('created_at', '>', after)
      .where('created_at', '<=', until)
    return query.orderBy(NEWEST).limit(limit).pluck<string[]>('created_at')
  }

  /** The last recipient of the link whose mail is not known to have failed. */
  async lastRecipient(tx: Tx, { accountId, livemode }: Scope, linkId: string): Promise<string | undefined> {
    const where = { account_id: accountId, livemode, link_id: linkId, kind: 'request' as const }
    const query = tx<EmailRow>('email_deliveries').where(where).whereNotIn('status', ['failed', 'bounced'])
    const row = await query.orderBy(NEWEST).first('recipient')
    return row?.recipient
  }

  lanesWithDue(): Promise<string[]> {
    return this.dueRows.lanesWithDue(EMAILS)
  }

  /** Claims due mails of these lanes, skipping rows that another process is claiming. */
  async claim(quotas: readonly LaneQuota[], claim: Claim): Promise<ClaimedEmail[]> {
    const rows = await this.dueRows.claim(EMAILS, quotas, claim)
    return rows.map((row) => ({ ...toEmail(row), claim }))
  }

  release(emails: readonly ClaimedEmail[]): Promise<void> {
    return this.dueRows.release(EMAILS, emails)
  }

  /**
   * Recorded durably before the first byte goes to a server: a mail in `sending` whose worker died may have been
   * accepted (I42). `body`: its text; null if the provider writes it. False: the claim is lost, and the mail must not be
   * sent.
   */
  async markSending(email: ClaimedEmail, body: EmailBody | null, until: string): Promise<boolean> {
    const changes = { status: 'sending' as const, attempts: email.attempts + 1, next_attempt_at: until }
    return this.updateClaimed(email, { ...changes, ...(body && bodyColumns(body)) })
  }

  /** Test mode ends here. */
  markSimulated(email: ClaimedEmail, body: EmailBody): Promise<boolean> {
    return this.updateClaimed(email, {
      status: 'simulated',
      next_attempt_at: null,
      claimed_by: null,
      ...bodyColumns(body),
    })
  }

  /** Fails a mail that was never handed to a server. */
  markFailed(email: ClaimedEmail, error: string): Promise<boolean> {
    return this.updateClaimed(email, { status: 'failed', error, next_attempt_at: null, claimed_by: null })
  }

  /** Releases a mail that was not handed to a server, to be tried later. */
  postpone(email: ClaimedEmail, error: string | null, nextAttemptAt: string): Promise<boolean> {
    return this.updateClaimed(email, { error, next_attempt_at: nextAttemptAt, claimed_by: null })
  }

  /** Records the outcome of attempt number `attempt`, unless more is known already. */
  async recordOutcome(
    id: string,
    attempt: number,
    { trigger, error = null, nextAttemptAt }: AttemptOutcome,
  ): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      const row = await tx<EmailRow>('email_deliveries').where({ id }).forUpdate().first('status', 'attempts')
      if (!row || row.attempts !== attempt) return
      const now = iso(this.clock.now())
      const status = nextEmailStatus(row.status, trigger)
      const hasMoved = status !== row.status
      await tx<EmailRow>('email_deliveries')
        .where({ id })
        .update({
          status,
          ...(hasMoved && { error, next_attempt_at: nextAttemptAt ?? null, claimed_by: null }),
          ...(trigger === 'accepted' && { sent_at: now }),
          ...(trigger === 'put_off' && hasMoved && { temporary_failed_at: now }),
        })
    })
  }

  /** Records the first time of a delivery event. */
  async recordMoment(tx: Tx, email: Email, moment: EmailMoment, trigger: EmailTrigger, error?: string): Promise<void> {
    const row = await tx<EmailRow>('email_deliveries').where({ id: email.id }).forUpdate().first()
    if (!row) return
    const now = iso(this.clock.now())
    const status = nextEmailStatus(row.status, trigger)
    const hasMoved = status !== row.status
    const isArrival = hasMoved && status === 'delivered'
    await tx<EmailRow>('email_deliveries')
      .where({ id: email.id })
      .update({
        status,
        [`${moment}_at`]: row[EMAIL_MOMENTS[moment]] ?? now,
        ...(isArrival && { delivered_at: row.delivered_at ?? now, error: null }),
        ...(hasMoved && { next_attempt_at: null, claimed_by: null }),
        ...(hasMoved && error !== undefined && { error }),
      })
  }

  /** A server that accepted it reports that it could not relay it yet. */
  async recordDelay(tx: Tx, email: Email): Promise<void> {
    const now = iso(this.clock.now())
    await tx<EmailRow>('email_deliveries').where({ id: email.id }).update({ temporary_failed_at: now })
  }

  /** Which of these keys exist. */
  async existingOnce(names: readonly string[]): Promise<Set<string>> {
    const found = await this.reader<EmailRow>('email_deliveries').whereIn('once', names).pluck<string[]>('once')
    return new Set(found)
  }

  /** Makes due what a clock set back has postponed beyond the longest backoff. */
  async clampNextAttempt(): Promise<void> {
    await this.dueRows.clampNextAttempt(EMAILS, EMAIL_BACKOFF.maxMs, "status = 'queued'")
  }

  /** What they were preparing is due again, what they were sending becomes `unknown`. */
  async releaseAllOf(deadProcesses: readonly string[]): Promise<void> {
    if (deadProcesses.length === 0) return
    await this.recover((on) => on.whereIn('claimed_by', deadProcesses))
  }

  /** The same for expired claims. */
  async expireClaims(): Promise<void> {
    const now = iso(this.clock.now())
    const overdue = (on: Knex.QueryBuilder): Knex.QueryBuilder =>
      on.whereNotNull('claimed_by').where('next_attempt_at', '<=', now)
    if (!(await overdue(this.reader('email_deliveries')).first('id'))) return
    await this.recover(overdue)
  }

  /** Deletes one batch. True: there may be more. */
  async deleteBefore(createdBefore: string): Promise<boolean> {
    const batch = (on: Knex) =>
      on<EmailRow>('email_deliveries').where('created_at', '<', createdBefore).limit(DELETE_BATCH).select('id')
    if ((await batch(this.reader)).length === 0) return false
    const deleted = await this.unitOfWork.run((tx) => tx('email_deliveries').whereIn('id', batch(tx)).delete())
    return deleted === DELETE_BATCH
  }

  private async recover(narrow: (query: Knex.QueryBuilder) => Knex.QueryBuilder): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      // For the index: finished mails are never scanned.
      const waiting = () => tx('email_deliveries').whereNotNull('next_attempt_at')
      const claimed = (status: EmailStatus) => narrow(waiting().where({ status }))
      await claimed('queued').update({ claimed_by: null, next_attempt_at: iso(this.clock.now()) })
      await claimed('sending').update({
        status: nextEmailStatus('sending', 'lost'),
        claimed_by: null,
        next_attempt_at: null,
        error: 'the service stopped while sending: the mail server may have accepted it',
      })
    })
  }

  private async updateClaimed({ id, claim }: ClaimedEmail, changes: Partial<EmailRow>): Promise<boolean> {
    const where = { id, status: 'queued' as const, claimed_by: claim.holder, next_attempt_at: claim.until }
    const moved = await this.unitOfWork.run((tx) => tx<EmailRow>('email_deliveries').where(where).update(changes))
    return moved > 0
  }

  private select(on: Knex) {
    return on<EmailRow>('email_deliveries').select(...EMAIL_COLUMNS)
  }
}

const bodyColumns = ({ text, html }: EmailBody): Pick<EmailRow, 'body_text' | 'body_html'> => ({
  body_text: text,
  body_html: html,
})
