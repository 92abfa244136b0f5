import { Counter, Gauge } from 'prom-client'
import type { DatabaseConnection } from '../database/database-connection.js'
import { readPoolUse } from '../database/pool-use.js'
import type { ExaminedInvariants } from '../doctor/examine-invariants.js'
import { type Clock, HOUR_MS, SECOND_MS } from '../kernel/clock.js'
import { countFailedAssertions } from '../kernel/failed-assertion.js'
import type { Timer } from '../kernel/timer.js'
import type { Installation } from '../overview/read-installation.js'
import type { ReadBacklog } from './backlog.repository.js'
import { type Found, registerGauges } from './gauges.js'
import { LatestReading } from './latest-reading.js'
import type { PrometheusMeter } from './prometheus-meter.js'

/** However often `/metrics` is scraped. */
const BACKLOG = { reuseMs: 5 * SECOND_MS, waitMs: 2 * SECOND_MS }
/** They read whole tables: a scrape has the result of a former one. */
const INVARIANTS = { reuseMs: HOUR_MS, waitMs: 0 }

/** What a scrape of this process is answered. */
export class ReadMetrics {
  private readonly backlog: LatestReading<Found['backlog']>
  private readonly invariants: LatestReading<Found['invariants']>
  private readonly setGauges: (found: Found) => void

  constructor(
    private readonly meter: PrometheusMeter,
    private readonly database: DatabaseConnection,
    readBacklog: ReadBacklog,
    examineInvariants: () => Promise<ExaminedInvariants>,
    { version, engine }: Installation,
    clock: Clock,
    timer: Timer,
  ) {
    this.backlog = new LatestReading(() => readBacklog.run(), BACKLOG, clock, timer)
    this.invariants = new LatestReading(examineInvariants, INVARIANTS, clock, timer)
    this.setGauges = registerGauges(meter.registry)
    const labels = { version, engine, node: process.version }
    new Gauge({
      name: 'paylink_build_info',
      help: 'What runs here; always 1.',
      labelNames: Object.keys(labels),
      registers: [meter.registry],
    }).set(labels, 1)
    new Counter({
      name: 'paylink_assert_total',
      help: 'Assertions of the code that failed: states that cannot be. Always 0, or a bug.',
      registers: [meter.registry],
      collect() {
        this.reset()
        this.inc(countFailedAssertions())
      },
    })
  }

  get contentType(): string {
    return this.meter.registry.contentType
  }

  async run(): Promise<string> {
    const [backlog, invariants] = await Promise.all([this.backlog.get(), this.invariants.get()])
    this.setGauges({ pools: readPoolUse(this.database), backlog, invariants })
    return this.meter.registry.metrics()
  }
}
