import type { Router } from 'express'
import { healthRoute } from '../http/health.route.js'
import { Readiness } from '../http/readiness.js'
import { Quarantine } from '../quarantine/quarantine.js'
import type { Composition } from './compose.js'
import { probeOf } from './probe.js'

export function healthRouter(composition: Composition): Router {
  const { container, ports } = composition
  return healthRoute(new Readiness(probeOf(composition), ports.clock, ports.timer), container.get(Quarantine))
}
