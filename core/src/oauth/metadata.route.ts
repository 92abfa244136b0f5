import express, { type RequestHandler, type Router } from 'express'
import type { BaseUrl } from '../kernel/named.js'
import { basePathOf } from '../web/base-path.js'
import { resourceMetadata, serverMetadata } from './metadata.js'
import type { ProtectedResources } from './protected-resources.js'

const SERVER = '/.well-known/oauth-authorization-server'

/** The documents by which a client finds out how to get a token. Any website may read them. */
export function metadataRoute(baseUrl: BaseUrl, resources: ProtectedResources): Router {
  const router = express.Router()
  const document = (body: object): RequestHandler[] => [
    (request, response, next) => {
      response.set({ 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'public, max-age=300' })
      if (request.method !== 'OPTIONS') return next()
      response.set({ 'Access-Control-Allow-Methods': 'GET', 'Access-Control-Allow-Headers': '*' }).status(204).end()
    },
    (request, response, next) =>
      request.method === 'GET' || request.method === 'HEAD' ? void response.json(body) : next(),
  ]
  router.all([...new Set([SERVER, SERVER + basePathOf(baseUrl)])], document(serverMetadata(baseUrl)))
  for (const livemode of [true, false]) {
    router.all(resources.metadataPaths(livemode), document(resourceMetadata(baseUrl, resources, livemode)))
  }
  return router
}
