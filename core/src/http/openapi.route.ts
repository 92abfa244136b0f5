import express, { type Router } from 'express'
import type { Contract } from '../contract/contract.js'

/** The machine-readable contract (R3). */
export function openapiRoute(contract: Contract): Router {
  // One buffer for all responses: those that wait for slow clients share it.
  const bytes = Buffer.from(JSON.stringify(contract))
  const router = express.Router()
  router.get('/openapi.json', (_request, response) => {
    response.type('application/json').setHeader('Access-Control-Allow-Origin', '*').send(bytes)
  })
  return router
}
