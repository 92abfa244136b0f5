import type { Container } from 'inversify'
import type { Decisions } from './decisions.js'
import { Queue } from './database-hooks.js'
import { InvoicingWorld } from './invoicing-world.js'
import { type SentNotification, ProviderWorld } from './provider-world.js'
import { type Owner, Scheduler } from './scheduler.js'
import type { DatabaseObserver } from './snapshot.js'
import { InvariantChecker } from './invariant-checker.js'

/** `full`: everything runs, with faults. The others: notifications or reconciliation is disabled. */
export type Profile = 'full' | 'notifications-off' | 'reconciliation-off'

/**
 * What a run is mostly about. `crowd`: contention. `late`: money after a checkout's end. `doubt`: outages, unrecognised
 * answers, wrong amounts, operators' decisions, long waits. `invoices`: stamped at payment and later.
 */
export type Story = 'crowd' | 'late' | 'doubt' | 'invoices'

export interface RunOptions {
  profile: Profile
  /** Points inside of transactions too. */
  isFine: boolean
  /** One call of a provider in so many goes wrong. */
  faultsOneIn: number
  story: Story
  /** There may be a second process, on another host. */
  isPaired: boolean
  /** One of two workers may be lost while it handles a notification, and its host does not come back at once. */
  losesWorkers?: boolean
  /** Puts other parts into each new container. */
  substitute(container: Container): void
  /** The database fails too: an answer may be `internal_error`, and the log may say so. */
  mayFail?: boolean
  /** The invoicing provider honours no idempotency keys. */
  isKeyless?: boolean
  /** The merchant releases links, and payers come back to the return page. */
  releases?: boolean
  /** Called with every step. */
  tell?: (line: string) => void
}

const START_MS = Date.parse('2026-03-02T15:00:00.000Z')
const MINUTE = 60_000
const DAY = 1440 * MINUTE

/** What outlives a crash: the database, the clock, the providers, and what clients know. */
export class World {
  readonly scheduler = new Scheduler(START_MS)
  readonly checker: InvariantChecker
  /** One at a time: a writer locks the file. */
  readonly writers = new Queue()
  readonly providers: ProviderWorld[]
  readonly invoicing = new InvoicingWorld(() => this.nowMs)
  /** Sent by a provider, and not answered with success yet. */
  notifications: SentNotification[] = []
  readonly counts = new Map<string, number>()
  /** When a mismatch was last raised about a payment. */
  readonly raised = new Map<string, number>()
  /** When the provider's state of a payment was last recorded. */
  readonly heard = new Map<string, number>()
  private requests: { by: Owner; isAlive: boolean }[] = []
  private notificationCount = 0
  private boots = 0

  constructor(
    readonly decisions: Decisions,
    readonly options: RunOptions,
    readonly databaseUrl: string,
    observer: DatabaseObserver,
  ) {
    this.checker = new InvariantChecker(this, observer)
    const make = (name: string, honoursKeys: boolean, minLifeMinutes: number, voucherDays: number): ProviderWorld =>
      new ProviderWorld(
        name,
        honoursKeys,
        minLifeMinutes * MINUTE,
        voucherDays * DAY,
        () => this.nowMs,
        ({ type, paymentId, ...about }) => {
          const id = `n_${++this.notificationCount}`
          this.notifications.push({ id, ...about, body: bodyOf(id, type, about.sessionId, paymentId) })
        },
      )
    this.invoicing.honoursKeys = options.isKeyless !== true
    this.providers = [make('provider_a', true, 30, 3), make('provider_b', false, 5, 20)]
  }

  get nowMs(): number {
    return this.scheduler.nowMs
  }

  get sessions() {
    return this.providers.flatMap(({ sessions }) => sessions)
  }

  providerOf(name: string): ProviderWorld {
    const found = this.providers.find((provider) => provider.name === name)
    if (!found) throw new Error(`no provider is called ${name}`)
    return found
  }

  at({ provider }: { provider: string }): ProviderWorld {
    return this.providerOf(provider)
  }

  /** The number of a process: each has ids of its own. */
  nextBoot(): number {
    return ++this.boots
  }

  /** A request on its way to a provider. */
  request(by: Owner): { isAlive: boolean } {
    const request = { by, isAlive: true }
    this.requests.push(request)
    return request
  }

  advance(ms: number): void {
    this.scheduler.advance(ms)
    for (const provider of this.providers) provider.tick()
    if (this.options.profile !== 'notifications-off') return
    for (const notification of this.notifications) this.lose(notification)
    for (const notification of this.invoicing.notifications) this.invoicing.lose(notification)
  }

  /** Some requests of a dead process still arrive. */
  dropRequests(): void {
    const onTheWay = this.requests.filter(({ isAlive }) => isAlive)
    // Without keys, one that arrives after its successor's look-up could not be recognised.
    const mayArrive = this.invoicing.honoursKeys
    for (const request of onTheWay.filter(({ by }) => !by.isAlive)) {
      request.isAlive = mayArrive && this.decisions.oneIn(2)
    }
    this.requests = onTheWay.filter(({ isAlive }) => isAlive)
    this.scheduler.removeDead()
  }

  /** A notification that never arrives. */
  lose(notification: SentNotification): void {
    this.notifications = this.notifications.filter((other) => other !== notification)
    const session = this.providerOf(notification.provider).get(notification.sessionId)
    if (session) session.isUnheard = true
  }

  count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1)
  }
}

export function bodyOf(id: string, type: string, sessionId: string, paymentId: string, isGenuine = true): string {
  const subjects = [{ providerRef: sessionId, paymentId }]
  return JSON.stringify({ eventId: id, eventType: type, subjects, isGenuine })
}
