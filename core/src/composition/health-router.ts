import type { Router } from 'express'
import { healthRoute } from '../http/health.route.js'
import { Readiness } from '../http/readiness.js'
import { Quarantine } from '../quarantine/quarantine.js'
import type { Composition } from './compose.js'
import { probeOf } from './probe.js'

export function healthRouter(composition: Composition): Router {
  const { container, database, ports } = composition
  const wasRefused = (withinMs: number): boolean => database.outages.refusedWriteWithin(withinMs) !== null
  const readiness = new Readiness(probeOf(composition), wasRefused, ports.clock, ports.timer)
  return healthRoute(readiness, container.get(Quarantine))
}
