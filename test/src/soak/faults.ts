import type { FaultKind } from '@paylink/core/sandbox/injected-faults'
import type { MailFault } from '../support/mail-server.js'
import { answering, type Conduct, type Receiver } from '../support/receiver.js'
import type { Site } from '../support/site.js'
import { oneOf } from '../kills/chance.js'

const PROVIDERS = ['provider_a', 'provider_b']
/** Longer than a call of a provider may take. */
const TIMEOUT_MS = 12_000

const OF_PROVIDERS: readonly { kind: FaultKind; ms?: number }[] = [
  ...(['error_before', 'error_after', 'reset_before', 'reset_after', 'garbage'] as const).map((kind) => ({ kind })),
  ...(['notification_lost', 'notification_twice', 'notification_late'] as const).map((kind) => ({ kind })),
  { kind: 'delay_before', ms: TIMEOUT_MS },
  { kind: 'delay_after', ms: TIMEOUT_MS },
]

const OF_MAIL: readonly MailFault[] = [
  { at: 'connect', code: 421, text: '4.3.2 try again later' },
  { at: 'rcpt', code: 451, text: '4.7.1 try again later' },
  { at: 'mid', cut: true },
  { at: 'end', cut: true },
]

const OF_RECEIVERS: readonly Conduct[] = [
  answering(500),
  answering(503, { 'retry-after': '5' }),
  (response) => void response.destroy(),
]

/** What goes wrong around the service, one in so many times. Counts how often. */
export class Faults {
  readonly counts: Record<string, number> = {}
  private isOver = false

  constructor(
    private readonly site: Site,
    private readonly next: () => number,
    private readonly oneIn: number,
  ) {}

  /** Whether it happens this time. */
  happens(what: string): boolean {
    if (this.isOver || this.next() * this.oneIn >= 1) return false
    this.counts[what] = (this.counts[what] ?? 0) + 1
    return true
  }

  fail(receiver: Receiver): void {
    receiver.conduct('/hook', (response, received, nth) => {
      const conduct = this.happens('receiver') ? oneOf(this.next, OF_RECEIVERS) : answering(200)
      conduct(response, received, nth)
    })
  }

  /** Before a checkout: the next call of a provider, or its next notification. */
  async beforeCheckout(): Promise<void> {
    if (!this.happens('provider')) return
    const fault = { match: '', times: 1, ms: 100, ...oneOf(this.next, OF_PROVIDERS) }
    await this.put(oneOf(this.next, PROVIDERS), [fault])
  }

  beforeMail(): void {
    if (this.happens('mail server')) this.site.mail.fail(oneOf(this.next, OF_MAIL), 1)
  }

  /** On Postgres: one of the server's connections is ended. */
  async beforeJourney(): Promise<void> {
    if (!this.site.view.isPostgres || !this.happens('database connection')) return
    await this.site.view.rows(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
        order by random() limit 1`,
    )
  }

  async end(): Promise<void> {
    this.isOver = true
    this.site.mail.heal()
    for (const provider of PROVIDERS) await this.put(provider, [])
  }

  private put(provider: string, faults: object[]): Promise<void> {
    return this.site.putEntry(`sandbox-faults:${provider}`, 'faults', JSON.stringify(faults))
  }
}
