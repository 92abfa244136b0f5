import express, { type Router } from 'express'
import { notFound } from '../../kernel/problem.js'
import { findAsset } from './assets.js'

/** Styles and scripts of the dashboard. They hold nothing of an account: no session is asked for. */
export function assetsRoute(): Router {
  const router = express.Router()
  router.get('/dashboard/assets/:hash/:name', (request, response) => {
    const asset = findAsset(request.params.name)
    if (!asset) throw notFound('file')
    const takesGzip = request.acceptsEncodings('gzip') === 'gzip'
    response.set({
      'Content-Type': asset.type,
      // During an update a page of the other version may ask: it gets this version's file, but must not keep it.
      'Cache-Control': request.path === asset.path ? 'public, max-age=31536000, immutable' : 'no-cache',
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'same-origin',
      Vary: 'Accept-Encoding',
      ...(takesGzip && { 'Content-Encoding': 'gzip' }),
    })
    response.end(takesGzip ? asset.gzipped : asset.bytes)
  })
  return router
}
