import type { Settings } from '@paylink/config'
import type { Router } from 'express'
import { DATABASE, READER } from '../database/database.module.js'
import { ExamineInvariants } from '../doctor/examine-invariants.js'
import { Meter, NoMeter } from '../kernel/meter.js'
import { valueOf } from '../kernel/provide.js'
import { ReadInstallation } from '../overview/read-installation.js'
import type { Composition } from './compose.js'

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
    container.get(ExamineInvariants),
    container.get(ReadInstallation).run(),
    ports.clock,
    ports.timer,
  )
  return [metricsRoute(readMetrics, settings.metricsToken)]
}
