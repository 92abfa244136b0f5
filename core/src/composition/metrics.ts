import type { Settings } from '@paylink/config'
import type { Router } from 'express'
import { connect, type DatabaseLimits } from '../database/connect.js'
import { DATABASE, READER } from '../database/database.module.js'
import { directUrlOf } from '../database/direct-url.js'
import { type ExaminedInvariants, ExamineInvariants } from '../doctor/examine-invariants.js'
import { MINUTE_MS, SECOND_MS } from '../kernel/clock.js'
import { Meter, NoMeter } from '../kernel/meter.js'
import { valueOf } from '../kernel/provide.js'
import { ReadInstallation } from '../overview/read-installation.js'
import type { Composition } from './compose.js'
import type { Ports } from './ports.js'

const MAX_EXAMINATION_MS = MINUTE_MS
const EXAMINATION_LIMITS: DatabaseLimits = {
  queryMs: MAX_EXAMINATION_MS,
  connectMs: 3 * SECOND_MS,
  acquireMs: 5 * SECOND_MS,
}

/** Nothing is loaded or counted unless the operator has set the token that opens `/metrics`. */
export async function meterFor({ metricsToken }: Settings): Promise<Meter> {
  if (metricsToken === null) return new NoMeter()
  const { PrometheusMeter } = await import('../metrics/prometheus-meter.js')
  return new PrometheusMeter()
}

/** Empty without the token: the address answers 404. */
export async function metricsRouters({ container, settings, ports }: Composition): Promise<Router[]> {
  if (settings.metricsToken === null) return []
  const [{ PrometheusMeter }, { ReadBacklog }, { ReadMetrics }, { metricsRoute }] = await Promise.all([
    import('../metrics/prometheus-meter.js'),
    import('../metrics/backlog.repository.js'),
    import('../metrics/read-metrics.js'),
    import('../metrics/metrics.route.js'),
  ])
  const meter = container.get(Meter)
  if (!(meter instanceof PrometheusMeter)) return []
  const readMetrics = new ReadMetrics(
    meter,
    valueOf(container, DATABASE),
    new ReadBacklog(valueOf(container, READER), ports.clock),
    () => examineInvariants(settings, ports),
    container.get(ReadInstallation).run(),
    ports.clock,
    ports.timer,
  )
  return [metricsRoute(readMetrics, settings.metricsToken)]
}

/** On a connection of its own: a statement that takes long is no outage, and keeps no request waiting. */
async function examineInvariants(settings: Settings, { clock, timer, log }: Ports): Promise<ExaminedInvariants> {
  const database = connect(directUrlOf(settings), EXAMINATION_LIMITS, { readOnly: true })
  const until = clock.now().getTime() + MAX_EXAMINATION_MS
  try {
    const examine = new ExamineInvariants(database.reader, database.engine, settings, clock, timer)
    return await examine.run(() => until - clock.now().getTime())
  } catch (err) {
    log.warn({ err }, 'the invariants could not be checked for /metrics')
    throw err
  } finally {
    await database.close()
  }
}
