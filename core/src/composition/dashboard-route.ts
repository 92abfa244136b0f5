import express, { type Router } from 'express'
import type { Container } from 'inversify'

const DASHBOARD = /^\/dashboard(\/|$)/i

/** The dashboard is a fifth of all code, which payers and programs do not need: it is loaded with its first request. */
export function dashboardRoute(container: Container): Router {
  let loaded: Promise<Router> | undefined
  const router = express.Router()
  router.use(async (request, response, next) => {
    if (!DASHBOARD.test(request.path)) return next()
    loaded ??= load(container).catch((error: unknown) => {
      loaded = undefined
      throw error
    })
    ;(await loaded)(request, response, next)
  })
  return router
}

async function load(container: Container): Promise<Router> {
  const { loadDashboard } = await import('./load-dashboard.js')
  const router = express.Router()
  for (const one of loadDashboard(container)) router.use(one)
  return router
}
