import type { PaymentConnection } from '../connections/connection.js'
import type { Connections } from '../connections/connections.repository.js'
import type { ConnectedProvider } from '../connections/open-connection.js'
import type { Tx } from '../database/engine.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, iso, later, MINUTE_MS, SECOND_MS } from '../kernel/clock.js'
import { madeAt } from '../kernel/ids.js'
import type { Log } from '../kernel/log.js'
import { Problem } from '../kernel/problem.js'
import type { Timer } from '../kernel/timer.js'
import type { PaymentLinks } from '../payment-links/payment-links.repository.js'
import type { Payments } from '../payments/payments.repository.js'
import { type Quarantine, uncomparedOf } from '../quarantine/quarantine.js'
import {
  endDowntime,
  lockQuarantine,
  markCompared,
  markTried,
  markUnread,
} from '../quarantine/quarantine.repository.js'
import { comparedUntil, isCompared, type Uncompared } from '../quarantine/quarantine-state.js'
import type { ReportEvidence } from '../quarantine/report-evidence.js'
import { type ListCheckouts, UnreadError } from './list-checkouts.js'

/** Between the clocks of a provider and ours. */
const SKEW_MS = MINUTE_MS
/** Between the payment's record here and its checkout at the provider. */
const OPENING_MS = 10 * MINUTE_MS
/** How long a payer waits. */
const WAIT_MS = 8 * SECOND_MS
/** After a reading that failed; until then payers are refused without another one. */
const RETRY_MS = 20 * SECOND_MS
/** Notifications of an unknown payment are repeated for days. A list may lack what has just been made. */
const LOOK_AGAIN_MS = MINUTE_MS
/** The others are forgotten, and looked for again. */
const MAX_LOOKED_FOR = 1000

/**
 * Compares what a provider lists with the database. A checkout of this installation whose payment is unknown here proves
 * that the database was put back to an earlier copy: payments are stored before their checkouts are opened, and kept.
 */
export class CompareCheckouts {
  /** By connection and the time that is compared. */
  private readonly running = new Map<string, Promise<void>>()
  /** By connection. */
  private readonly failed = new Map<string, { atMs: number; error: UnreadError }>()
  /** When they are looked for again, by connection and payment, the latest last. */
  private readonly lookedFor = new Map<string, number>()

  constructor(
    private readonly quarantine: Quarantine,
    private readonly connections: Connections,
    private readonly listCheckouts: ListCheckouts,
    private readonly links: PaymentLinks,
    private readonly payments: Payments,
    private readonly reportEvidence: ReportEvidence,
    private readonly unitOfWork: UnitOfWork,
    private readonly timer: Timer,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly instanceId: string,
  ) {}

  /**
   * After a downtime, for every connection, and after a quarantine for those that are connected later. What cannot be read
   * now is compared by a later call.
   */
  async run(): Promise<void> {
    const known = await this.quarantine.look()
    for (const time of uncomparedOf(known)) {
      let unread = 0
      for (const connection of await this.uncompared(time)) {
        if (connection.status !== 'active' || !(await this.tryToCompare(connection, time))) unread++
      }
      if (time.kind === 'gap') continue
      if (unread === 0) await this.change((tx) => endDowntime(tx, time))
      else if (!time.isTried) await this.change((tx) => markTried(tx, time))
    }
    await this.quarantine.look()
  }

  /** Connections whose providers are still to be compared with the database. */
  async uncompared(time: Uncompared): Promise<PaymentConnection[]> {
    return (await this.connections.listAll('payment')).filter((one) => isConcerned(one, time))
  }

  /**
   * Before a checkout is opened.
   *
   * @throws Problem `provider_unavailable`: it cannot be compared now; `service_unavailable`: it takes longer, or a
   *   quarantine has begun
   */
  async assertCompared(to: ConnectedProvider): Promise<void> {
    const times = (await this.quarantine.findUncompared()).filter((time) => isConcerned(to.connection, time))
    if (times.length === 0) return
    try {
      this.assertNotJustFailed(to.connectionId)
      await Promise.race([Promise.all(times.map((time) => this.compareOnce(to, time))), this.timeOut()])
    } catch (error) {
      if (error instanceof UnreadError) throw new Problem('provider_unavailable', { detail: error.message })
      throw error
    }
    await this.quarantine.findNow()
    await this.quarantine.assertOff()
  }

  /** @throws UnreadError */
  private assertNotJustFailed(connectionId: string): void {
    const before = this.failed.get(connectionId)
    if (before && Math.abs(this.clock.now().getTime() - before.atMs) < RETRY_MS) throw before.error
  }

  private async timeOut(): Promise<never> {
    await this.timer.sleep(WAIT_MS)
    throw new Problem('service_unavailable', {
      detail: 'The checkouts of the provider are being read. Try again in a minute.',
      headers: { 'Retry-After': '60' },
    })
  }

  /** A provider's notification names a payment that is unknown here. */
  async lookFor(connectionId: string, paymentId: string): Promise<void> {
    const at = madeAt(paymentId)
    const asked = `${connectionId} ${paymentId}`
    const nowMs = this.clock.now().getTime()
    if (!at || nowMs < (this.lookedFor.get(asked) ?? 0) || (await this.quarantine.find())) return
    const connection = await this.connections.find('payment', connectionId)
    if (!connection || connection.sandbox) return
    const period = { from: iso(later(at, -SKEW_MS)), until: iso(later(at, OPENING_MS)) }
    try {
      await this.compare(await this.listCheckouts.open(connection), period)
      const isSettled = nowMs > later(at, OPENING_MS).getTime()
      this.remember(asked, isSettled ? Infinity : nowMs + LOOK_AGAIN_MS)
    } catch (error) {
      // The notification is handled again.
      if (!(error instanceof UnreadError)) throw error
    }
  }

  private remember(asked: string, untilMs: number): void {
    this.lookedFor.delete(asked)
    this.lookedFor.set(asked, untilMs)
    const [oldest] = this.lookedFor.keys()
    if (this.lookedFor.size > MAX_LOOKED_FOR && oldest !== undefined) this.lookedFor.delete(oldest)
  }

  /** False: the reason is stored. */
  private async tryToCompare(connection: PaymentConnection, time: Uncompared): Promise<boolean> {
    const { id: connectionId } = connection
    try {
      await this.compareOnce(await this.listCheckouts.open(connection), time)
      return true
    } catch (error) {
      if (!(error instanceof UnreadError)) throw error
      const reason = error.message
      const { from, until } = time
      this.log.warn({ connectionId, reason, from, until }, 'checkouts could not be compared with the database')
      await this.change((tx) => markUnread(tx, time, connectionId, reason))
      return false
    }
  }

  private async change(write: (tx: Tx) => Promise<void>): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      await lockQuarantine(tx)
      await write(tx)
    })
  }

  /** Concurrent calls share one reading. */
  private compareOnce(to: ConnectedProvider, time: Uncompared): Promise<void> {
    const { connectionId } = to
    const { kind, until } = time
    const key = `${connectionId} ${kind} ${until}`
    const running = this.running.get(key)
    if (running) return running
    const started = this.compareTime(to, time)
      .then(() => this.change((tx) => markCompared(tx, time, connectionId)))
      .then(() => void this.failed.delete(connectionId))
      .catch((error: unknown) => {
        if (error instanceof UnreadError) this.failed.set(connectionId, { atMs: this.clock.now().getTime(), error })
        throw error
      })
      .finally(() => this.running.delete(key))
    this.running.set(key, started)
    return started
  }

  /** @throws UnreadError */
  private async compareTime(to: ConnectedProvider, time: Uncompared): Promise<void> {
    const since = new Date(comparedUntil(time, to.connectionId))
    await this.compare(to, { from: iso(later(since, -SKEW_MS)), until: time.until }, time)
  }

  /** Of a link that is not this merchant's: was it left out when another's connection with the same account was compared? */
  private async isLeftOut({ connection }: ConnectedProvider, linkId: string | undefined, time: Uncompared) {
    if (linkId !== undefined && (await this.links.find(connection, linkId))) return false
    const { provider, livemode, externalAccountId } = connection
    return (await this.connections.listAll('payment')).some(
      (other) =>
        isCompared(time, other.id) &&
        other.provider === provider &&
        other.livemode === livemode &&
        other.externalAccountId !== null &&
        other.externalAccountId === externalAccountId,
    )
  }

  /** A provider whose checkouts cannot be listed proves nothing. @throws UnreadError */
  private async compare(
    to: ConnectedProvider,
    period: { from: string; until: string },
    time?: Uncompared,
  ): Promise<void> {
    if (!to.provider.listCheckouts) return
    for (const { instanceId, paymentId, linkId, providerRef, createdAt } of await this.listCheckouts.run(to, period)) {
      const at = new Date(createdAt)
      const gap = time?.kind === 'gap' ? time : null
      // Those of a former gap were adopted, or left out, if the connection was in use when its quarantine ended.
      const isOld = !gap && this.quarantine.mayBeRepeated(iso(at))
      if (instanceId !== this.instanceId || isOld || (await this.payments.findAny(paymentId))) continue
      if (gap && (await this.isLeftOut(to, linkId, gap))) continue
      return this.reportEvidence.run({ reason: 'checkout_unknown_here', at, id: providerRef })
    }
  }
}

/**
 * The sandbox's checkouts are in the same database. A connection that is newer than a downtime had none in it; one of after a
 * gap may have been made in it before.
 */
const isConcerned = ({ id, sandbox, status, createdAt }: PaymentConnection, time: Uncompared): boolean =>
  !sandbox && status !== 'disconnected' && !isCompared(time, id) && (time.kind === 'gap' || createdAt <= time.until)
