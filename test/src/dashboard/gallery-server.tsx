import express, { type Request, type Response } from 'express'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { VNode } from 'preact'
import { assetsRoute } from '@paylink/core/dashboard/assets/assets.route'
import { drawnMark, renderFrame } from '@paylink/core/dashboard/frame/frame'
import { renderOutside } from '@paylink/core/dashboard/frame/outside'
import type { Section } from '@paylink/core/dashboard/framed-page'
import type { Visit } from '@paylink/core/dashboard/visit'
import type { Role } from '@paylink/core/identity/role'
import type { PageLocale } from '@paylink/core/kernel/choose-locale'
import { formOf } from '@paylink/core/web/answer'
import { dashboardHeaders } from '@paylink/core/web/dashboard-headers'
import { Gallery } from './gallery.js'
import { Question } from './gallery-form.js'

const MERCHANT = { name: 'Panadería La Esperanza', color: '#c2410c' }

/** Serves the gallery in its frame; the query chooses language, mode, role, section and base address. */
export class GalleryServer {
  posted: Record<string, unknown>[] = []
  url = ''
  private server: Server | undefined
  private held: Promise<void> | undefined
  private reads = 0

  async start(): Promise<void> {
    const app = express()
    app.use(express.urlencoded({ extended: false }))
    app.use(assetsRoute())
    const gallery = (request: Request) => <Gallery locale={visitOf(request).locale} />
    app.get(/^\/(gallery|dashboard.*)$/, (request, response) =>
      this.send(request, response, { title: 'Piezas', content: gallery(request) }),
    )
    app.post('/gallery', async (request, response) => {
      const form = formOf(request)
      this.posted.push(form)
      await this.held
      if (form['title'] === 'boom') return void response.status(500).send('<h1>500</h1>')
      if (form['title'] === '')
        return this.send(request, response, { title: 'Piezas', content: gallery(request), status: 422 })
      response.redirect(303, '/gallery?saved')
    })
    app.get('/gallery/disable', (request, response) =>
      this.send(request, response, { title: 'Desactivar', content: <Question /> }),
    )
    app.post('/gallery/disable', (request, response) => {
      this.posted.push(formOf(request))
      response.redirect(303, '/gallery?disabled')
    })
    app.get('/pending', (request, response) => {
      const content = (
        <>
          <h1>Pendiente</h1>
          <p id="reads">{++this.reads}</p>
        </>
      )
      this.send(request, response, { title: 'Pendiente', content, isPending: true })
    })
    app.get('/door', (request, response) => {
      const { lang = 'es-MX', base } = request.query as Record<string, string>
      const page = {
        locale: lang as PageLocale,
        title: 'Entrar',
        baseUrl: base ?? this.url,
        merchant: MERCHANT,
        size: 'card',
        content: <h1>Entra a tu panel</h1>,
        languageHref: (chosen: string) => `/door?lang=${chosen}`,
      } as const
      response.set(dashboardHeaders()).send(renderOutside(page))
    })
    await new Promise<void>((resolve) => (this.server = app.listen(0, '127.0.0.1', () => resolve())))
    this.url = `http://127.0.0.1:${(this.server?.address() as AddressInfo).port}`
  }

  stop(): void {
    this.server?.closeAllConnections()
    this.server?.close()
  }

  /** Forms wait for their answer until the returned function is called. */
  holdForms(): () => void {
    let release = (): void => undefined
    this.held = new Promise((resolve) => (release = resolve))
    return () => {
      this.held = undefined
      release()
    }
  }

  private send(
    request: Request,
    response: Response,
    page: { title: string; content: VNode; isPending?: boolean; status?: number },
  ): void {
    const { section = 'links', base, cannot } = request.query as Record<string, string>
    const visit = visitOf(request)
    const html = renderFrame(
      visit,
      { ...page, section: section as Section },
      {
        reviews: 12,
        otherModeHref: visit.principal.livemode ? '/dashboard/test/links' : '/dashboard/links',
        needsAttention: true,
        canGoLive: cannot === undefined,
        missing: null,
        hasPage: (path) => path !== '/accountant',
        baseUrl: base ?? this.url,
        mark: drawnMark(visit),
      },
    )
    response
      .status(page.status ?? 200)
      .set(reportingHeaders())
      .send(html)
  }
}

/** Browsers report what the policy stopped. */
function reportingHeaders(): Record<string, string> {
  const headers = dashboardHeaders()
  return { ...headers, 'Content-Security-Policy': `${headers['Content-Security-Policy']}; report-uri /reports` }
}

function visitOf(request: Request): Visit {
  const { role = 'owner', lang = 'es-MX', test } = request.query as Record<string, string>
  const livemode = test === undefined
  return {
    request,
    session: {
      id: 'session',
      accountId: 'account',
      user: { id: 'user', name: 'Guadalupe Hernández', email: 'lupita@example.com', role: role as Role, locale: null },
      confirmedAt: '2026-11-20T17:00:00Z',
    },
    account: { name: MERCHANT.name, brand: { color: MERCHANT.color } },
    principal: { livemode },
    locale: lang as PageLocale,
    address: request.originalUrl,
    base: livemode ? '/dashboard' : '/dashboard/test',
    otherBase: livemode ? '/dashboard/test' : '/dashboard',
    csrfToken: 't',
  } as unknown as Visit
}
