import type { Reader, Tx } from '../database/engine.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { NOTIFICATION_BACKOFF } from '../work/backoff.js'
import type { Claim, Claimed } from '../work/claim.js'
import { type DueRows, DueTable } from '../work/due-rows.js'
import type { LaneQuota } from '../work/lanes.js'

/** A stored notification: which payments it names, never what it claims about money. */
export interface Notification {
  id: string
  connectionId: string
  eventId: string
  eventType: string
  subjects: { providerRef?: string; paymentId?: string }[]
  receivedAt: string
}

export interface ClaimedNotification extends Omit<Notification, 'eventId' | 'eventType'>, Claimed {
  attempts: number
}

interface Row {
  id: string
  connection_id: string
  event_id: string
  event_type: string
  subjects: string
  received_at: string
  handled_at: string | null
  next_attempt_at: string | null
  claimed_by: string | null
  attempts: number
  outcome: string | null
}

const NOTIFICATIONS = new DueTable<Row>({
  table: 'notifications',
  dueAt: 'next_attempt_at',
  holder: 'claimed_by',
  until: 'next_attempt_at',
  only: 'd.handled_at is null',
  lane: { column: 'connection_id', of: 'connections' },
  columns: ['id', 'connection_id', 'subjects', 'received_at', 'attempts'],
})

const MAX_SHOWN = 50

export class Notifications {
  constructor(
    private readonly reader: Reader,
    private readonly unitOfWork: UnitOfWork,
    private readonly dueRows: DueRows,
  ) {}

  connectionsWithDue(): Promise<string[]> {
    return this.dueRows.lanesWithDue(NOTIFICATIONS)
  }

  async claim(quotas: readonly LaneQuota[], claim: Claim): Promise<ClaimedNotification[]> {
    const rows = await this.dueRows.claim(NOTIFICATIONS, quotas, claim)
    return rows.map((row) => ({
      id: row.id,
      connectionId: row.connection_id,
      subjects: JSON.parse(row.subjects) as Notification['subjects'],
      receivedAt: row.received_at,
      attempts: row.attempts,
      claim,
    }))
  }

  /** After the clock was set back: none waits longer than the longest delay. */
  clampNextAttempt(): Promise<void> {
    return this.dueRows.clampNextAttempt(NOTIFICATIONS, NOTIFICATION_BACKOFF.maxMs, 'handled_at is null')
  }

  /** False: the claim is lost. */
  async renew(notification: ClaimedNotification, until: string): Promise<boolean> {
    const isRenewed = await this.dueRows.renew(NOTIFICATIONS, notification.id, notification.claim, until)
    if (isRenewed) notification.claim = { ...notification.claim, until }
    return isRenewed
  }

  release(notifications: readonly ClaimedNotification[]): Promise<void> {
    return this.dueRows.release(NOTIFICATIONS, notifications)
  }

  releaseAllOf(deadProcesses: readonly string[]): Promise<void> {
    return this.dueRows.releaseAllOf(NOTIFICATIONS, deadProcesses)
  }

  /** The notifications that named this payment or its checkout, newest first. */
  async listAbout(
    connectionId: string,
    { id, providerRef }: { id: string; providerRef: string },
  ): Promise<{ eventId: string; eventType: string; receivedAt: string; outcome: string | null }[]> {
    const rows = await this.reader<Row>('notifications')
      .where({ connection_id: connectionId })
      .where((named) => void named.whereLike('subjects', `%"${id}"%`).orWhereLike('subjects', `%"${providerRef}"%`))
      .orderBy('received_at', 'desc')
      .limit(MAX_SHOWN)
    return rows.map((row) => ({
      eventId: row.event_id,
      eventType: row.event_type,
      receivedAt: row.received_at,
      outcome: row.outcome,
    }))
  }

  /** When the newest one of this connection came; null: none did. */
  async lastReceivedAt(connectionId: string): Promise<string | null> {
    const newest = this.reader<Row>('notifications')
      .where({ connection_id: connectionId })
      .orderBy('received_at', 'desc')
    return (await newest.first('received_at'))?.received_at ?? null
  }

  /** False: this provider event is already stored. */
  async insert(tx: Tx, notification: Notification): Promise<boolean> {
    const inserted: unknown[] = await tx('notifications')
      .insert({
        id: notification.id,
        connection_id: notification.connectionId,
        event_id: notification.eventId,
        event_type: notification.eventType,
        subjects: JSON.stringify(notification.subjects),
        received_at: notification.receivedAt,
        next_attempt_at: notification.receivedAt,
      })
      .onConflict(['connection_id', 'event_id'])
      .ignore()
      .returning('id')
    return inserted.length === 1
  }

  /** Makes a notification due again that was given up and has now been resent. Returns whether there was one. */
  async revive(tx: Tx, { connectionId, eventId, receivedAt }: Notification): Promise<boolean> {
    const revived = await tx('notifications')
      .where({ connection_id: connectionId, event_id: eventId })
      .whereNull('handled_at')
      .whereNull('next_attempt_at')
      .update({ received_at: receivedAt, next_attempt_at: receivedAt, attempts: 0 })
    return revived > 0
  }

  markHandled(notification: ClaimedNotification, outcome: string, at: string): Promise<void> {
    return this.record(notification, { handled_at: at, next_attempt_at: null, outcome })
  }

  /** `nextAttemptAt` null: given up. */
  reschedule(notification: ClaimedNotification, nextAttemptAt: string | null, outcome: string): Promise<void> {
    return this.record(notification, {
      attempts: notification.attempts + 1,
      next_attempt_at: nextAttemptAt,
      outcome,
    })
  }

  /** Nothing, if the claim is lost: the next holder records. */
  private async record({ id, claim }: ClaimedNotification, changes: Partial<Row>): Promise<void> {
    await this.unitOfWork.run((tx) =>
      tx<Row>('notifications')
        .where({ id, claimed_by: claim.holder, next_attempt_at: claim.until })
        .update({ ...changes, claimed_by: null }),
    )
  }
}
