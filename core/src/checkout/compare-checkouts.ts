import type { PaymentConnection } from '../connections/connection.js'
import type { Connections } from '../connections/connections.repository.js'
import type { ConnectedProvider, OpenConnection } from '../connections/open-connection.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { iso, later, MINUTE_MS, SECOND_MS } from '../kernel/clock.js'
import { madeAt } from '../kernel/ids.js'
import type { Log } from '../kernel/log.js'
import { Problem } from '../kernel/problem.js'
import type { Timer } from '../kernel/timer.js'
import { UnsealError } from '../secrets/sealer.js'
import type { Payments } from '../payments/payments.repository.js'
import type { Quarantine } from '../quarantine/quarantine.js'
import { endDowntime, markCompared } from '../quarantine/quarantine.repository.js'
import type { Downtime } from '../quarantine/quarantine-state.js'
import type { ReportEvidence } from '../quarantine/report-evidence.js'
import { type ListCheckouts, UnreadError } from './list-checkouts.js'

/** Between the clocks of a provider and ours. */
const SKEW_MS = MINUTE_MS
/** Between the payment's record here and its checkout at the provider. */
const OPENING_MS = 10 * MINUTE_MS
/** How long a payer waits. */
const WAIT_MS = 8 * SECOND_MS

/**
 * Compares what a provider lists with the database. A checkout of this installation whose payment is unknown here proves
 * that the database was put back to an earlier copy: payments are stored before their checkouts are opened, and kept.
 */
export class CompareCheckouts {
  private readonly running = new Map<string, Promise<void>>()

  constructor(
    private readonly quarantine: Quarantine,
    private readonly connections: Connections,
    private readonly openConnection: OpenConnection,
    private readonly listCheckouts: ListCheckouts,
    private readonly payments: Payments,
    private readonly reportEvidence: ReportEvidence,
    private readonly unitOfWork: UnitOfWork,
    private readonly timer: Timer,
    private readonly log: Log,
    private readonly instanceId: string,
  ) {}

  /** After a downtime, for every connection; those that cannot be read now are compared by a later call. */
  async run(): Promise<void> {
    const { downtime } = await this.quarantine.look()
    if (!downtime) return
    const connections = (await this.connections.listAll('payment')).filter((one) => isConcerned(one, downtime))
    let unread = 0
    for (const connection of connections) {
      const connected = connection.status === 'active' ? await this.open(connection) : null
      if (!connected || !(await this.isCompared(connected, downtime))) unread++
    }
    if (unread > 0) return
    await this.unitOfWork.run((tx) => endDowntime(tx, downtime))
    await this.quarantine.look()
  }

  /**
   * Before a checkout is opened.
   *
   * @throws Problem `provider_unavailable`: it cannot be compared now; `service_unavailable`: it takes longer, or a
   *   quarantine has begun
   */
  async assertCompared(to: ConnectedProvider): Promise<void> {
    const downtime = await this.quarantine.findDowntime()
    if (!downtime || !isConcerned(to.connection, downtime)) return
    const timeOut = this.timer.sleep(WAIT_MS).then(() => {
      throw new Problem('service_unavailable', {
        detail: 'The checkouts of the provider are being read. Try again in a minute.',
        headers: { 'Retry-After': '60' },
      })
    })
    try {
      await Promise.race([this.compareOnce(to, downtime), timeOut])
    } catch (error) {
      if (error instanceof UnreadError) throw new Problem('provider_unavailable', { detail: error.message })
      throw error
    }
    await this.quarantine.findNow()
    await this.quarantine.assertOff()
  }

  /** A provider's notification names a payment that is unknown here. */
  async lookFor(connectionId: string, paymentId: string): Promise<void> {
    const at = madeAt(paymentId)
    if (!at || (await this.quarantine.find())) return
    const connection = await this.connections.find('payment', connectionId)
    const connected = connection && !connection.sandbox ? await this.open(connection) : null
    if (!connected) return
    const period = { from: iso(later(at, -SKEW_MS)), until: iso(later(at, OPENING_MS)) }
    try {
      await this.compare(connected, period)
    } catch (error) {
      // The notification is handled again.
      if (!(error instanceof UnreadError)) throw error
    }
  }

  /** Null: its plugin is not installed, or its stored credentials cannot be opened. */
  private async open(connection: PaymentConnection): Promise<ConnectedProvider | null> {
    try {
      return await this.openConnection.run(connection)
    } catch (error) {
      if (!(error instanceof UnsealError)) throw error
      this.log.warn({ connectionId: connection.id }, 'stored credentials cannot be opened: checkouts are not compared')
      return null
    }
  }

  private async isCompared(to: ConnectedProvider, downtime: Downtime): Promise<boolean> {
    try {
      await this.compareOnce(to, downtime)
      return true
    } catch (error) {
      if (!(error instanceof UnreadError)) throw error
      const { connectionId } = to
      this.log.warn({ connectionId, reason: error.message }, 'checkouts could not be compared after a downtime')
      return false
    }
  }

  /** Concurrent calls share one reading. */
  private compareOnce(to: ConnectedProvider, downtime: Downtime): Promise<void> {
    const { connectionId } = to
    const running = this.running.get(connectionId)
    if (running) return running
    const { from, until, compared } = downtime
    const since = new Date(compared[connectionId] ?? from)
    const started = this.compare(to, { from: iso(later(since, -SKEW_MS)), until })
      .then(() => this.unitOfWork.run((tx) => markCompared(tx, downtime, connectionId)))
      .finally(() => this.running.delete(connectionId))
    this.running.set(connectionId, started)
    return started
  }

  /** A provider whose checkouts cannot be listed proves nothing. @throws UnreadError */
  private async compare(to: ConnectedProvider, period: { from: string; until: string }): Promise<void> {
    if (!to.provider.listCheckouts) return
    for (const { instanceId, paymentId, providerRef, createdAt } of await this.listCheckouts.run(to, period)) {
      const at = new Date(createdAt)
      // Those of a former quarantine were adopted then, or left out.
      const isOld = instanceId !== this.instanceId || this.quarantine.mayBeRepeated(iso(at))
      if (isOld || (await this.payments.findAny(paymentId))) continue
      return this.reportEvidence.run({ reason: 'checkout_unknown_here', at, id: providerRef })
    }
  }
}

/** The sandbox's checkouts are in the same database; a newer connection had none in the downtime. */
const isConcerned = ({ id, sandbox, status, createdAt }: PaymentConnection, { until, compared }: Downtime): boolean =>
  !sandbox && status !== 'disconnected' && createdAt <= until && compared[id] !== until
