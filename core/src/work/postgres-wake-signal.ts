import { clientConfig } from '../database/connect.js'
import { DeadlineClient } from '../database/deadline-client.js'
import type { Tx } from '../database/engine.js'
import { DatabaseUnavailableError, isOutage } from '../database/outage.js'
import type { OutageWatch } from '../database/outage-watch.js'
import { Statement } from '../database/statement.js'
import { SECOND_MS } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import type { Timer } from '../kernel/timer.js'
import type { Topic, WakeSignal } from './wake-signal.js'

const CHANNEL = 'paylink_due'
/** Postgres allows fewer than 8000. */
const MAX_PAYLOAD_BYTES = 7000
const RECONNECT_MS = 2 * SECOND_MS
/** A connection that only listens would not notice that it is dead. */
const HEARTBEAT_MS = 10 * SECOND_MS

const LOST = 'the connection that listens was closed'

const NOTIFY = new Statement<unknown>('', `select pg_notify('${CHANNEL}', ?::text)`)

type Subscriber = (names: readonly string[]) => void

/** On Postgres: LISTEN/NOTIFY reaches every worker process. */
export class PostgresWakeSignal implements WakeSignal {
  private readonly subscribers = new Map<Subscriber, Topic>()
  /** One connection for all subscribers. */
  private listener: PostgresListener | undefined

  constructor(
    private readonly connectionString: string,
    private readonly outages: OutageWatch,
    private readonly timer: Timer,
    private readonly log: Log,
  ) {}

  async notify(tx: Tx, topic: Topic, names: readonly string[] = []): Promise<void> {
    const payload = JSON.stringify([topic, ...names])
    const isTooLong = Buffer.byteLength(payload) > MAX_PAYLOAD_BYTES
    await NOTIFY.rows(tx, [isTooLong ? JSON.stringify([topic]) : payload])
  }

  listen(topic: Topic, onWake: Subscriber): () => Promise<void> {
    this.subscribers.set(onWake, topic)
    if (!this.listener) {
      this.listener = new PostgresListener(this.connectionString, this.outages, this.timer, this.log, (payload) =>
        this.wake(payload),
      )
      this.listener.open()
    }
    return async () => {
      this.subscribers.delete(onWake)
      if (this.subscribers.size > 0) return
      const { listener } = this
      this.listener = undefined
      await listener?.close()
    }
  }

  /** Null: notifications may have been missed. */
  private wake(payload: string | null): void {
    const [topic, ...names] = payload === null ? [] : parsed(payload)
    for (const [onWake, about] of this.subscribers) if (topic === undefined || about === topic) onWake(names)
  }
}

/** Empty for the payloads of former versions, whose processes may still run during an upgrade. */
function parsed(payload: string): string[] {
  try {
    return JSON.parse(payload) as string[]
  } catch {
    return []
  }
}

/** A dedicated connection that listens and reconnects when it breaks. */
class PostgresListener {
  private client: DeadlineClient | undefined
  private opening: Promise<void> = Promise.resolve()
  private isClosed = false
  private cancel: () => void = () => undefined

  constructor(
    private readonly connectionString: string,
    private readonly outages: OutageWatch,
    private readonly timer: Timer,
    private readonly log: Log,
    private readonly onPayload: (payload: string | null) => void,
  ) {}

  open(): void {
    if (this.isClosed) return
    const client = new DeadlineClient(clientConfig(this.connectionString, this.outages))
    this.client = client
    client.on('notification', ({ payload }: { payload?: string }) => this.onPayload(payload ?? null))
    client.on('error', (err: unknown) => this.reconnectLater(client, err))
    client.on('end', () => this.reconnectLater(client, undefined))
    this.opening = client
      .connect()
      .then(() => client.query(`listen ${CHANNEL}`))
      .then(() => {
        this.onPayload(null)
        this.beatLater(client)
      })
      .catch((err: unknown) => this.reconnectLater(client, err))
  }

  async close(): Promise<void> {
    this.isClosed = true
    this.cancel()
    await this.opening
    await this.client?.end()
  }

  private beatLater(client: DeadlineClient): void {
    if (this.isClosed || client !== this.client) return
    this.cancel = this.timer.after(HEARTBEAT_MS, () => {
      client.query('select').then(
        () => this.beatLater(client),
        (err: unknown) => this.reconnectLater(client, err),
      )
    })
  }

  private reconnectLater(client: DeadlineClient, err: unknown): void {
    if (this.isClosed || client !== this.client) return
    this.client = undefined
    this.cancel()
    // As a part of an outage, which is logged once.
    const loss = isOutage(err) ? err : new DatabaseUnavailableError('lost', LOST, { cause: err })
    this.log.warn({ err: loss }, 'lost the connection that listens for wake-ups; polling finds due rows meanwhile')
    // A connection that broke may still hold its socket.
    void client.end()
    this.cancel = this.timer.after(RECONNECT_MS, () => this.open())
  }
}
