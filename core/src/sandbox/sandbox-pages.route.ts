import express, { type Router } from 'express'
import { chooseLocale } from '../kernel/choose-locale.js'
import { plainHeaders } from '../plugin-host/plain-headers.js'
import { simulatorHeaders } from './simulator-headers.js'
import type { Sandbox } from './sandbox.js'

const MAX_BODY = '16kb'

/** The pages of the simulated providers, as their plugins render them, with our headers because they are on our origin. */
export function sandboxPages(sandbox: Pick<Sandbox, 'page'>): Router {
  const router = express.Router()
  router.all(
    '/sandbox/:provider{/*path}',
    express.raw({ type: () => true, limit: MAX_BODY, inflate: false }),
    async (request, response, next) => {
      if (!['GET', 'HEAD', 'POST'].includes(request.method)) return next()
      const provider = String(request.params['provider'])
      const url = new URL(request.originalUrl, 'http://sandbox')
      const headers = plainHeaders(request)
      const locale = chooseLocale({
        lang: url.searchParams.get('lang'),
        acceptLanguage: headers['accept-language'],
        fallback: 'es-MX',
      })
      const page = await sandbox.page(provider, locale, {
        method: request.method,
        path: `/${url.pathname.split('/').slice(3).join('/')}`,
        query: url.searchParams,
        headers,
        rawBody: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
      })
      if (!page) return next()
      response.writeHead(page.status, simulatorHeaders(page)).end(page.body)
    },
  )
  return router
}
