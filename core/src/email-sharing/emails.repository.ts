import type { Knex } from 'knex'
import type { Engine, Reader, Tx } from '../database/engine.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import type { Scope } from '../kernel/caller.js'
import { type Clock, iso, later } from '../kernel/clock.js'
import type { Email, EmailKind, EmailMoment, EmailStatus } from './email.js'
import { EMAIL_MOMENTS, type EmailRow, SHOWN, toEmail, toEmailRow } from './email.row.js'
import { type EmailTrigger, nextEmailStatus } from './email.transitions.js'
import { LONGEST_PAUSE_MS } from './retry-schedule.js'

/** What a mail says, as it was handed over. */
export interface EmailBody {
  text: string
  html: string
}

/** What becomes of a mail at an attempt. */
export interface Step {
  trigger: EmailTrigger
  error?: string | null
  /** Of a mail that waits again. */
  nextAttemptAt?: string
}

const NEWEST = [
  { column: 'created_at', order: 'desc' },
  { column: 'id', order: 'desc' },
]
const FORGOTTEN_AT_ONCE = 500

/** The mails, and who has which in hand. */
export class Emails {
  constructor(
    private readonly engine: Engine,
    private readonly reader: Reader,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Due at once. False: what is mailed once only was written before. */
  async insert(tx: Tx, email: Email): Promise<boolean> {
    const row = { ...toEmailRow(email), next_attempt_at: email.createdAt }
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

  /** What is mailed once only. */
  async findOnce(once: string): Promise<Email | undefined> {
    const row = await this.select(this.reader).where({ once }).first()
    return row && toEmail(row)
  }

  /** The same of several. */
  async listOnce(names: readonly string[]): Promise<Email[]> {
    return (await this.select(this.reader).whereIn('once', names)).map(toEmail)
  }

  /** Live invoices that their provider is to mail, and has not since then. */
  async stuckAtProvider(createdBefore: string): Promise<Email[]> {
    const waiting = this.select(this.reader).where({ via: 'provider', livemode: true })
    return (await waiting.whereIn('status', ['queued', 'sending']).where('created_at', '<', createdBefore)).map(toEmail)
  }

  /** Null: it was not handed over yet. */
  async body(id: string): Promise<EmailBody | null> {
    const row = await this.reader<EmailRow>('email_deliveries').where({ id }).first('body_text', 'body_html')
    return row?.body_text != null && row.body_html != null ? { text: row.body_text, html: row.body_html } : null
  }

  /** Newest first: of a link, or of the whole account. */
  async list(where: { accountId: string; livemode?: boolean; linkId?: string }, limit: number): Promise<Email[]> {
    const query = this.select(this.reader).where({ account_id: where.accountId })
    if (where.livemode !== undefined) void query.where({ livemode: where.livemode })
    if (where.linkId !== undefined) void query.where({ link_id: where.linkId })
    return (await query.orderBy(NEWEST).limit(limit)).map(toEmail)
  }

  /** When the link was mailed because somebody asked for it, newest first. */
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

  /** To whom the link was mailed last, as far as is known with success. */
  async lastRecipient(tx: Tx, { accountId, livemode }: Scope, linkId: string): Promise<string | undefined> {
    const where = { account_id: accountId, livemode, link_id: linkId, kind: 'request' as const }
    const query = tx<EmailRow>('email_deliveries').where(where).whereNotIn('status', ['failed', 'bounced'])
    const row = await query.orderBy(NEWEST).first('recipient')
    return row?.recipient
  }

  /** Takes what is due into our hands until `until`; what another process is about to take is left to it. */
  async claim(claimedBy: string, livemode: boolean, limit: number, until: string): Promise<Email[]> {
    const now = iso(this.clock.now())
    const due = (on: Knex) =>
      on<EmailRow>('email_deliveries')
        .where({ status: 'queued', livemode })
        .where('next_attempt_at', '<=', now)
        .orderBy('next_attempt_at')
        .limit(limit)
        .select('id')
    // Most looks find nothing, and need no transaction to do so.
    if ((await due(this.reader)).length === 0) return []
    return this.unitOfWork.run(async (tx) => {
      const free = this.engine === 'postgres' ? due(tx).forUpdate().skipLocked() : due(tx)
      const rows = await tx<EmailRow>('email_deliveries')
        .whereIn('id', free)
        .update({ claimed_by: claimedBy, next_attempt_at: until })
        .returning([...SHOWN])
      return rows.map(toEmail)
    })
  }

  /**
   * Before the first byte goes to a server, durably: whoever finds it `sending` and nobody there knows that it may have
   * been taken (I42). `body`: what it says; null: another one writes it. False: it is in our hands no more, and must not be sent.
   */
  async begin(email: Email, claimedBy: string, body: EmailBody | null, until: string): Promise<boolean> {
    const changes = { status: 'sending' as const, attempts: email.attempts + 1, next_attempt_at: until }
    return this.fromHand(email, claimedBy, { ...changes, ...(body && bodyColumns(body)) })
  }

  /** Test mode: this is all that happens. */
  simulate(email: Email, claimedBy: string, body: EmailBody): Promise<boolean> {
    return this.fromHand(email, claimedBy, {
      status: 'simulated',
      next_attempt_at: null,
      claimed_by: null,
      ...bodyColumns(body),
    })
  }

  /** Nobody wants it any more, before it was handed over. */
  refuse(email: Email, claimedBy: string, error: string): Promise<boolean> {
    return this.fromHand(email, claimedBy, { status: 'failed', error, next_attempt_at: null, claimed_by: null })
  }

  /** Not now, and it was not handed over. */
  postpone(email: Email, claimedBy: string, error: string | null, nextAttemptAt: string): Promise<boolean> {
    return this.fromHand(email, claimedBy, { error, next_attempt_at: nextAttemptAt, claimed_by: null })
  }

  /** What came of the attempt that began as number `attempt`; what is known better already stays. */
  async record(id: string, attempt: number, { trigger, error = null, nextAttemptAt }: Step): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      const row = await tx<EmailRow>('email_deliveries').where({ id }).forUpdate().first('status', 'attempts')
      if (!row || row.attempts !== attempt) return
      const now = iso(this.clock.now())
      const status = nextEmailStatus(row.status, trigger)
      const isMoved = status !== row.status
      await tx<EmailRow>('email_deliveries')
        .where({ id })
        .update({
          status,
          ...(isMoved && { error, next_attempt_at: nextAttemptAt ?? null, claimed_by: null }),
          ...(trigger === 'accepted' && { sent_at: now }),
          ...(trigger === 'put_off' && isMoved && { temporary_failed_at: now }),
        })
    })
  }

  /** What became known of a mail afterwards; the first time of each counts. */
  async note(tx: Tx, email: Email, moment: EmailMoment, trigger: EmailTrigger, error?: string): Promise<void> {
    const row = await tx<EmailRow>('email_deliveries').where({ id: email.id }).forUpdate().first()
    if (!row) return
    const now = iso(this.clock.now())
    const status = nextEmailStatus(row.status, trigger)
    const isMoved = status !== row.status
    const isArrival = isMoved && status === 'delivered'
    await tx<EmailRow>('email_deliveries')
      .where({ id: email.id })
      .update({
        status,
        [`${moment}_at`]: row[EMAIL_MOMENTS[moment]] ?? now,
        ...(isArrival && { delivered_at: row.delivered_at ?? now, error: null }),
        ...(isMoved && { next_attempt_at: null, claimed_by: null }),
        ...(isMoved && error !== undefined && { error }),
      })
  }

  /** A server that took it has not been able to pass it on yet. */
  async noteDelay(tx: Tx, email: Email): Promise<void> {
    const now = iso(this.clock.now())
    await tx<EmailRow>('email_deliveries').where({ id: email.id }).update({ temporary_failed_at: now })
  }

  /** Which of these were written before. */
  async existingOnce(names: readonly string[]): Promise<Set<string>> {
    const found = await this.reader<EmailRow>('email_deliveries').whereIn('once', names).pluck<string[]>('once')
    return new Set(found)
  }

  /** What a clock that was set back has put off: no pause is longer than the longest. */
  async pullForward(): Promise<void> {
    const now = this.clock.now()
    const putOff = (on: Knex): Knex.QueryBuilder =>
      on('email_deliveries')
        .where({ status: 'queued' })
        .where('next_attempt_at', '>', iso(later(now, LONGEST_PAUSE_MS)))
    if (!(await putOff(this.reader).first('id'))) return
    await this.unitOfWork.run((tx) => putOff(tx).update({ next_attempt_at: iso(now) }))
  }

  /** What these processes held: what was being prepared is due, what was being sent may have been taken. */
  async loseAllOf(processIds: readonly string[]): Promise<void> {
    if (processIds.length === 0) return
    await this.lose((on) => on.whereIn('claimed_by', processIds))
  }

  /** The same of whoever has held something for too long. */
  async loseOverdue(): Promise<void> {
    const now = iso(this.clock.now())
    const overdue = (on: Knex.QueryBuilder): Knex.QueryBuilder =>
      on.whereNotNull('claimed_by').where('next_attempt_at', '<=', now)
    if (!(await overdue(this.reader('email_deliveries')).first('id'))) return
    await this.lose(overdue)
  }

  /** Some at a time. Returns whether there may be more. */
  async forgetBefore(createdBefore: string): Promise<boolean> {
    const some = (on: Knex) =>
      on<EmailRow>('email_deliveries').where('created_at', '<', createdBefore).limit(FORGOTTEN_AT_ONCE).select('id')
    if ((await some(this.reader)).length === 0) return false
    const forgotten = await this.unitOfWork.run((tx) => tx('email_deliveries').whereIn('id', some(tx)).delete())
    return forgotten === FORGOTTEN_AT_ONCE
  }

  private async lose(narrow: (query: Knex.QueryBuilder) => Knex.QueryBuilder): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      // For the index: what is over is never looked at.
      const waiting = () => tx('email_deliveries').whereNotNull('next_attempt_at')
      const held = (status: EmailStatus) => narrow(waiting().where({ status }))
      await held('queued').update({ claimed_by: null, next_attempt_at: iso(this.clock.now()) })
      await held('sending').update({
        status: nextEmailStatus('sending', 'lost'),
        claimed_by: null,
        next_attempt_at: null,
        error: 'it was being sent when the service ended: nobody knows whether it was taken',
      })
    })
  }

  private async fromHand(email: Email, claimedBy: string, changes: Partial<EmailRow>): Promise<boolean> {
    const where = { id: email.id, status: 'queued' as const, attempts: email.attempts, claimed_by: claimedBy }
    const moved = await this.unitOfWork.run((tx) => tx<EmailRow>('email_deliveries').where(where).update(changes))
    return moved > 0
  }

  private select(on: Knex) {
    return on<EmailRow>('email_deliveries').select(...SHOWN)
  }
}

const bodyColumns = ({ text, html }: EmailBody): Pick<EmailRow, 'body_text' | 'body_html'> => ({
  body_text: text,
  body_html: html,
})
