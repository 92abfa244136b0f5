import type { Reader, Tx } from '../database/engine.js'

/** A stored notification: which payments it names, never what it claims about money. */
export interface Notification {
  id: string
  connectionId: string
  eventId: string
  eventType: string
  subjects: { providerRef?: string; paymentId?: string }[]
  receivedAt: string
  handledAt: string | null
  nextAttemptAt: string | null
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
  attempts: number
  outcome: string | null
}

const MAX_SHOWN = 50

export class Notifications {
  constructor(private readonly reader: Reader) {}

  async find(id: string): Promise<Notification | undefined> {
    const row = await this.reader<Row>('notifications').where({ id }).first()
    return (
      row && {
        id: row.id,
        connectionId: row.connection_id,
        eventId: row.event_id,
        eventType: row.event_type,
        subjects: JSON.parse(row.subjects) as Notification['subjects'],
        receivedAt: row.received_at,
        handledAt: row.handled_at,
        nextAttemptAt: row.next_attempt_at,
        attempts: row.attempts,
      }
    )
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
        next_attempt_at: notification.nextAttemptAt,
      })
      .onConflict(['connection_id', 'event_id'])
      .ignore()
      .returning('id')
    return inserted.length === 1
  }

  /** Makes a notification due again that was given up and has now been resent. Returns its id. */
  async revive(tx: Tx, { connectionId, eventId, receivedAt }: Notification): Promise<string | undefined> {
    const rows = await tx('notifications')
      .where({ connection_id: connectionId, event_id: eventId })
      .whereNull('handled_at')
      .whereNull('next_attempt_at')
      .update({ received_at: receivedAt, next_attempt_at: receivedAt, attempts: 0 })
      .returning<{ id: string }[]>('id')
    return rows[0]?.id
  }

  async markHandled(tx: Tx, id: string, outcome: string, at: string): Promise<void> {
    await tx('notifications').where({ id }).update({ handled_at: at, next_attempt_at: null, outcome })
  }

  /** False: another worker has handled it in the meantime. */
  async reschedule(
    tx: Tx,
    id: string,
    attempts: number,
    nextAttemptAt: string | null,
    outcome: string,
  ): Promise<boolean> {
    const open = tx('notifications').where({ id }).whereNull('handled_at')
    return (await open.update({ attempts, next_attempt_at: nextAttemptAt, outcome })) === 1
  }

  /** Notifications whose job should have run by now. */
  async listOverdue(before: string, limit: number): Promise<string[]> {
    return this.reader<Row>('notifications')
      .where('next_attempt_at', '<=', before)
      .whereNull('handled_at')
      .orderBy('next_attempt_at')
      .limit(limit)
      .pluck<string[]>('id')
  }
}
