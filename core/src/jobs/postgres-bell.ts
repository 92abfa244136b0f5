import { clientConfig } from '../database/connect.js'
import { DeadlineClient } from '../database/deadline-client.js'
import type { Tx } from '../database/engine.js'
import type { OutageWatch } from '../database/outage-watch.js'
import { Statement } from '../database/statement.js'
import { SECOND_MS } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import type { Timer } from '../kernel/timer.js'
import { Bell, type Topic } from './bell.js'

const CHANNEL = 'paylink_due'
/** Postgres takes 8000 bytes at most. */
const LONGEST = 7000
const AGAIN_MS = 2 * SECOND_MS
/** A connection that only listens would not notice that nothing can come any more. */
const HEARTBEAT_MS = 10 * SECOND_MS

const NOTIFY = new Statement<unknown>('', `select pg_notify('${CHANNEL}', ?::text)`)

type Listener = (names: readonly string[]) => void

/** On Postgres: heard by every process that works. */
export class PostgresBell extends Bell {
  private readonly listeners = new Map<Listener, Topic>()
  /** One connection, however many listen. */
  private ear: Ear | undefined

  constructor(
    private readonly connectionString: string,
    private readonly outages: OutageWatch,
    private readonly timer: Timer,
    private readonly log: Log,
  ) {
    super()
  }

  async ring(tx: Tx, topic: Topic, names: readonly string[] = []): Promise<void> {
    const text = [topic, ...names].join(' ')
    await NOTIFY.rows(tx, [text.length > LONGEST ? topic : text])
  }

  listen(topic: Topic, heard: Listener): () => Promise<void> {
    this.listeners.set(heard, topic)
    if (!this.ear) {
      this.ear = new Ear(this.connectionString, this.outages, this.timer, this.log, (payload) => this.hear(payload))
      this.ear.open()
    }
    return async () => {
      this.listeners.delete(heard)
      if (this.listeners.size > 0) return
      const { ear } = this
      this.ear = undefined
      await ear?.close()
    }
  }

  /** Null: anything may have been missed. */
  private hear(payload: string | null): void {
    const [topic, ...names] = payload?.split(' ') ?? []
    for (const [heard, about] of this.listeners) if (payload === null || about === topic) heard(names)
  }
}

/** A connection of its own that listens, and is made again when it breaks. */
class Ear {
  private client: DeadlineClient | undefined
  private opening: Promise<void> = Promise.resolve()
  private isClosed = false
  private cancel: () => void = () => undefined

  constructor(
    private readonly connectionString: string,
    private readonly outages: OutageWatch,
    private readonly timer: Timer,
    private readonly log: Log,
    private readonly heard: (payload: string | null) => void,
  ) {}

  open(): void {
    if (this.isClosed) return
    const client = new DeadlineClient(clientConfig(this.connectionString, this.outages))
    this.client = client
    client.on('notification', ({ payload }: { payload?: string }) => this.heard(payload ?? null))
    client.on('error', (err: unknown) => this.lost(client, err))
    client.on('end', () => this.lost(client, undefined))
    this.opening = client
      .connect()
      .then(() => client.query(`listen ${CHANNEL}`))
      .then(() => {
        this.heard(null)
        this.beatLater(client)
      })
      .catch((err: unknown) => this.lost(client, err))
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
        (err: unknown) => this.lost(client, err),
      )
    })
  }

  private lost(client: DeadlineClient, err: unknown): void {
    if (this.isClosed || client !== this.client) return
    this.client = undefined
    this.cancel()
    this.log.warn({ err }, 'lost the connection that listens for what is due; the next look finds it')
    // A connection that broke may still hold its socket.
    void client.end()
    this.cancel = this.timer.after(AGAIN_MS, () => this.open())
  }
}
