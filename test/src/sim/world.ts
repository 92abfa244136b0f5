import type { Container } from 'inversify'
import type { Decisions } from './decisions.js'
import { Queue } from './hooks.js'
import { InvoicingWorld } from './invoicing-world.js'
import { type Hint, ProviderWorld } from './provider-world.js'
import { type Owner, Scheduler } from './scheduler.js'
import type { Onlooker } from './snapshot.js'
import { Watch } from './watch.js'

/** `full`: everything works, and fails. The others: one of the two ways to the truth is shut. */
export type Profile = 'full' | 'notifications-off' | 'reconciliation-off'

/**
 * What a run is mostly about. `crowd`: everybody at once. `late`: money after its checkout was over. `doubt`: silences,
 * odd answers and odd amounts, persons who decide, and days that pass. `invoices`: of what was paid, at once and later.
 */
export type Story = 'crowd' | 'late' | 'doubt' | 'invoices'

export interface RunOptions {
  profile: Profile
  /** Points inside of transactions too. */
  isFine: boolean
  /** One call of a provider in so many goes wrong. */
  faultsOneIn: number
  story: Story
  /** There may be a second process, at another place. */
  isPaired: boolean
  /** Puts other parts into each new container. */
  substitute(container: Container): void
  /** The database fails too: an answer may be `internal_error`, and the log may say so. */
  mayFail?: boolean
  /** Whoever stamps invoices knows no keys. */
  isKeyless?: boolean
  /** The merchant releases links, and payers come back to the return page. */
  releases?: boolean
  /** Hears of every step. */
  tell?: (line: string) => void
}

const START_MS = Date.parse('2026-03-02T15:00:00.000Z')
const MINUTE = 60_000
const DAY = 1440 * MINUTE

/** What outlives a crash: the database, the clock, the providers, and what clients know. */
export class World {
  readonly scheduler = new Scheduler(START_MS)
  readonly watch: Watch
  /** One at a time: the file is locked by whoever writes. */
  readonly writers = new Queue()
  readonly providers: ProviderWorld[]
  /** Who stamps invoices. */
  readonly invoicing = new InvoicingWorld(() => this.nowMs)
  /** Sent by a provider, and not answered with success yet. */
  hints: Hint[] = []
  readonly counts = new Map<string, number>()
  /** When a mismatch was last raised about a payment. */
  readonly raised = new Map<string, number>()
  /** When the provider's word of a payment was last written down. */
  readonly heard = new Map<string, number>()
  private requests: { by: Owner; isAlive: boolean }[] = []
  private hintCount = 0
  private boots = 0

  constructor(
    readonly decisions: Decisions,
    readonly options: RunOptions,
    readonly databaseUrl: string,
    onlooker: Onlooker,
  ) {
    this.watch = new Watch(this, onlooker)
    const make = (name: string, honoursKeys: boolean, minLifeMinutes: number, voucherDays: number): ProviderWorld =>
      new ProviderWorld(
        name,
        honoursKeys,
        minLifeMinutes * MINUTE,
        voucherDays * DAY,
        () => this.nowMs,
        ({ type, paymentId, ...about }) => {
          const id = `n_${++this.hintCount}`
          this.hints.push({ id, ...about, body: bodyOf(id, type, about.sessionId, paymentId) })
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

  /** The provider of a checkout. */
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
    for (const hint of this.hints) this.lose(hint)
    for (const notice of this.invoicing.notices) this.invoicing.lose(notice)
  }

  /** Of what was on its way when a process died, some arrives all the same. */
  dropRequests(): void {
    const onTheWay = this.requests.filter(({ isAlive }) => isAlive)
    // Without keys nobody could tell one that arrives after its successor has looked.
    const mayArrive = this.invoicing.honoursKeys
    for (const request of onTheWay.filter(({ by }) => !by.isAlive)) {
      request.isAlive = mayArrive && this.decisions.oneIn(2)
    }
    this.requests = onTheWay.filter(({ isAlive }) => isAlive)
    this.scheduler.bury()
  }

  /** A notification that never arrives. */
  lose(hint: Hint): void {
    this.hints = this.hints.filter((other) => other !== hint)
    const session = this.providerOf(hint.provider).get(hint.sessionId)
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
