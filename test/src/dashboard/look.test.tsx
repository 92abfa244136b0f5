import { expect } from 'chai'
import express, { type Request, type Response } from 'express'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PageLocale } from '@paylink/core/kernel/choose-locale'
import { assetsRoute } from '@paylink/core/dashboard/assets/assets.route'
import { drawnMark, renderFrame } from '@paylink/core/dashboard/frame/frame'
import { renderOutside } from '@paylink/core/dashboard/frame/outside'
import type { Section } from '@paylink/core/dashboard/framed-page'
import type { Visit } from '@paylink/core/dashboard/visit'
import type { Role } from '@paylink/core/identity/role'
import { dashboardHeaders } from '@paylink/core/web/dashboard-headers'
import { formOf } from '@paylink/core/web/answer'
import { contrastsBelow } from '../browser/contrasts.js'
import { axeFindings } from '../browser/layout.js'
import { Visitor } from '../support/browser.js'
import { Gallery } from './gallery.js'
import { Question } from './gallery-form.js'

describe('the parts of the dashboard', () => {
  let server: Server
  let url: string
  let posted: Record<string, unknown>[]

  function visitOf(request: Request, response: Response): Visit {
    const { role = 'owner', lang = 'es-MX', test } = request.query as Record<string, string>
    const livemode = test === undefined
    return {
      request,
      response,
      session: {
        id: 's',
        accountId: 'a',
        user: { id: 'u', name: 'Guadalupe Hernández', email: 'lupita@example.com', role: role as Role, locale: null },
        confirmedAt: '2026-11-20T17:00:00Z',
      },
      account: { name: 'Panadería La Esperanza', brand: { color: '#c2410c' } },
      principal: { livemode },
      locale: lang as PageLocale,
      base: livemode ? '/dashboard' : '/dashboard/test',
      csrfToken: 't',
    } as unknown as Visit
  }

  function send(request: Request, response: Response, title: string, content: preact.VNode, status = 200): void {
    const visit = visitOf(request, response)
    const { section = 'links', base } = request.query as Record<string, string>
    const html = renderFrame(
      visit,
      { title, section: section as Section, content },
      {
        reviews: 12,
        otherModeHref: '/dashboard/test/links',
        needsAttention: true,
        canGoLive: true,
        hasPage: (path) => path !== '/accountant',
        baseUrl: base ?? url,
        mark: drawnMark(visit),
      },
    )
    response.status(status).set(dashboardHeaders('/reports')).send(html)
  }

  before(async () => {
    const app = express()
    app.use(express.urlencoded({ extended: false }))
    app.use(assetsRoute())
    app.get('/gallery', (request, response) =>
      send(request, response, 'Piezas', <Gallery locale={visitOf(request, response).locale} />),
    )
    app.post('/gallery', (request, response) => {
      posted.push(formOf(request))
      if (formOf(request)['title'] === '') return send(request, response, 'Piezas', <Gallery locale="es-MX" />, 422)
      response.redirect(303, '/gallery?saved')
    })
    app.get('/gallery/disable', (request, response) => send(request, response, 'Desactivar', <Question />))
    app.post('/gallery/disable', (request, response) => {
      posted.push(formOf(request))
      response.redirect(303, '/gallery?disabled')
    })
    app.get('/door', (request, response) => {
      const locale = (request.query['lang'] ?? 'es-MX') as PageLocale
      const merchant = { name: 'Panadería La Esperanza', color: null }
      const content = <h1>Entra a tu panel</h1>
      const languageHref = (lang: string): string => `/door?lang=${lang}`
      const page = { locale, title: 'Entrar', baseUrl: url, merchant, size: 'card', content, languageHref } as const
      response.set(dashboardHeaders()).send(renderOutside(page))
    })
    await new Promise<void>((resolve) => (server = app.listen(0, '127.0.0.1', () => resolve())))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(() => server?.close())
  beforeEach(() => (posted = []))

  for (const width of [320, 390, 1440])
    for (const isDark of [false, true])
      for (const lang of ['es-MX', 'en'] as const) {
        const name = `${width}-${lang}${isDark ? '-dark' : ''}`
        it(`fit ${name}, can be read, and leave axe nothing to find`, async () => {
          const visitor = await Visitor.arrive({ width, isDark, locale: lang, scripts: true })
          await visitor.page.goto(`${url}/gallery?lang=${lang}${isDark ? '&test' : ''}`)
          await visitor.picture(`gallery-${name}`)
          expect(await visitor.overhang()).to.equal(0)
          expect(await contrastsBelow(visitor, 4.5)).to.deep.equal([])
          expect(await axeFindings(visitor)).to.deep.equal([])
          expect(visitor.complaints).to.deep.equal([])
          await visitor.leave()
        })
      }
})
