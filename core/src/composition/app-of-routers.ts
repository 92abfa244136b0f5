import express, { type Express, type Router } from 'express'
import { errorHandler } from '../http/error-handler.js'
import type { Composition } from './compose.js'

/** These routes and nothing else, for a port of their own. */
export function appOfRouters({ settings, ports }: Composition, routers: readonly Router[]): Express {
  const app = express()
  app.disable('x-powered-by')
  for (const router of routers) app.use(router)
  app.use((_request, response) => void response.status(404).end())
  app.use(errorHandler(settings.baseUrl, ports.log))
  return app
}
