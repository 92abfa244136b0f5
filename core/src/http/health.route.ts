import express, { type Router } from 'express'
import { OUTAGE_RETRY_AFTER_SECONDS, outageOf } from '../database/outage.js'
import { SchemaMismatchError } from '../database/schema-mismatch.js'
import type { QuarantineState } from '../quarantine/quarantine-state.js'
import type { Quarantine } from '../quarantine/quarantine.js'
import { LIVENESS } from './liveness.js'
import { SecretKeyReplacedError } from '../secrets/sealer.js'
import type { Readiness } from './readiness.js'

export function healthRoute(readiness: Readiness, quarantine: Quarantine): Router {
  const router = express.Router()
  router.get('/healthz', (_request, response) => {
    response.json(LIVENESS)
  })
  router.get('/readyz', async (_request, response) => {
    try {
      const state = await readiness.check(() => quarantine.findNow())
      if (state) {
        response.status(503).json({ status: 'not ready', reason: 'quarantine', detail: detailOfGap(state) })
        return
      }
    } catch (cause) {
      // Expected during a database outage: reported to the probe, not logged as an error.
      response.status(503).set('Retry-After', OUTAGE_RETRY_AFTER_SECONDS)
      response.json({ status: 'not ready', reason: 'database', detail: detailOf(cause) })
      return
    }
    response.json({ status: 'ready' })
  })
  return router
}

/** How much time is missing. */
const detailOfGap = ({ copiedAt, knownUntil }: QuarantineState): { from: string; until: string } => ({
  from: copiedAt,
  until: knownUntil,
})

/** A kind only, without details of the installation: the endpoint is public. */
function detailOf(cause: unknown): string {
  if (cause instanceof SchemaMismatchError) return 'schema'
  if (cause instanceof SecretKeyReplacedError) return 'secret_key'
  return outageOf(cause)?.kind ?? 'timeout'
}
