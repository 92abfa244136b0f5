import express, { type Request, type RequestHandler, type Response, type Router } from 'express'
import type { HeldForms } from '../identity/held-forms.js'
import type { ReadSession } from '../identity/read-session.js'
import type { IdentityCookies } from '../identity/session-cookie.js'
import { isConfirmed, type Session } from '../identity/session.js'
import type { Log } from '../kernel/log.js'
import { notFound, Problem } from '../kernel/problem.js'
import { prefersJson } from '../web/accepted-type.js'
import { seeOther } from '../web/answer.js'
import { CSRF_FIELD, type CsrfGuard, ForeignFormProblem } from '../web/csrf-guard.js'
import { redirect } from './answer.js'
import { showFailure, StaleFormProblem } from './failures.js'
import { type PostedForm, postedForm, readFormBody } from './read-form.js'
import { type DashboardPaths, modePath } from './dashboard-paths.js'
import type { Route } from './route.js'
import { may, type Visit } from './visit.js'
import type { Visits } from './visits.js'

const READS = ['GET', 'HEAD']
/** Where a person sets up the second factor that the account requires. */
const SECURITY = '/settings/security'

/** The addresses of people who are signed in: session, mode, role, and the origin of forms are checked here alone. */
export class DashboardRouter {
  /** The paths that have a page. */
  private readonly pages = new Set<string>()

  constructor(
    private readonly sessions: ReadSession,
    private readonly heldForms: HeldForms,
    private readonly visits: Visits,
    private readonly paths: DashboardPaths,
    private readonly csrf: CsrfGuard,
    private readonly cookies: IdentityCookies,
    private readonly log: Log,
  ) {}

  router(routes: readonly Route[]): Router {
    const router = express.Router()
    for (const { method, path } of routes) if (method === 'get') this.pages.add(path)
    for (const livemode of [true, false]) {
      for (const route of routes) {
        const path = modePath(livemode) + route.path
        if (route.method === 'get') router.get(path, this.answer(route, livemode))
        else router.post(path, readFormBody, this.answer(route, livemode))
      }
    }
    const missing: Route = {
      method: 'get',
      path: '',
      permission: 'self',
      answer: () => Promise.reject(notFound('page')),
    }
    router.use(modePath(false), this.answer(missing, false))
    router.use(modePath(true), this.answer(missing, true))
    return router
  }

  private readonly answer =
    (route: Route, livemode: boolean): RequestHandler =>
    async (request, response) => {
      if (request.method !== 'POST' && !READS.includes(request.method)) throw wrongMethod()
      const session = await this.sessionOf(request)
      if (!session) return this.sendToSignIn({ route, livemode, request }, response)
      const asked = { route, livemode, request }
      const begun = await this.visits.begin({
        address: request.method === 'POST' ? this.formPath(asked) : this.paths.ofRequest(request),
        request,
        response,
        session,
        livemode,
        hasPage: (page) => this.pages.has(page),
      })
      try {
        await this.serve(asked, begun)
      } catch (error) {
        await showFailure(begun, error, this.log)
      }
    }

  private async serve(asked: Asked, begun: Visit): Promise<void> {
    const { route, request } = asked
    if (!may(begun, route.permission)) throw new Problem('forbidden', { detail: 'Your role does not include this.' })
    const { session } = begun
    if (session.lacksSecondFactor && route.permission !== 'self') return redirect(begun, SECURITY)
    const mustConfirm = route.confirms === true && !isConfirmed(session, begun.now)
    if (READS.includes(request.method)) {
      if (mustConfirm) return this.askToConfirm(begun, begun.address)
      return route.answer({ ...begun, fields: await this.heldFields(begun) })
    }
    const form = await postedForm(request)
    await this.checkForm(asked, session, form)
    if (mustConfirm) return this.askToConfirm(begun, await this.keptForm(asked, userOf(session), form))
    await route.answer({ ...begun, ...form })
  }

  /** @throws Problem `forbidden`: not a form of this session and mode */
  private async checkForm(asked: Asked, { id, user, accountId }: Session, form: PostedForm): Promise<void> {
    const { request, livemode } = asked
    const token = form.fields[CSRF_FIELD]
    this.csrf.checkOwnOrigin(request)
    if (this.csrf.isTokenOf({ id, livemode }, token)) return
    const own = await this.sessions.latestIdsOf(user.id)
    if (!own.some((one) => this.csrf.isTokenOf({ id: one, livemode }, token))) throw new ForeignFormProblem()
    // In another tab the person signed in again, or confirmed who they are: what was typed here is theirs all the same.
    throw new StaleFormProblem(await this.keptForm(asked, { id: user.id, accountId }, form))
  }

  private async sessionOf(request: Request): Promise<Session | undefined> {
    for (const token of this.cookies.read('session', request.headers.cookie)) {
      const session = await this.sessions.find(token)
      if (session) return session
    }
    return undefined
  }

  private askToConfirm({ base, response }: Visit, next: string): void {
    seeOther(response, `${base}/confirm?next=${encodeURIComponent(next)}`)
  }

  /** What was typed into a form of a session that ended meanwhile is kept for the person whose session it was. */
  private async sendToSignIn(asked: Asked, response: Response): Promise<void> {
    if (prefersJson(asked.request)) throw new Problem('unauthorized', { detail: 'Sign in first.' })
    const next = await this.pathAfterSignIn(asked)
    seeOther(response, `${this.paths.home}/sign-in?next=${encodeURIComponent(next)}`)
  }

  private async pathAfterSignIn(asked: Asked): Promise<string> {
    const { request } = asked
    if (READS.includes(request.method)) return this.paths.ofRequest(request)
    this.csrf.checkOrigin(request)
    for (const token of this.cookies.read('session', request.headers.cookie)) {
      const user = await this.sessions.userOfEnded(token)
      if (user) return this.keptForm(asked, user, await postedForm(request))
    }
    return this.formPath(asked)
  }

  /** The address of the form, which shows again what was typed. Of a file its name is kept: it has to be chosen again. */
  private async keptForm(asked: Asked, user: User, { fields, files }: PostedForm): Promise<string> {
    const path = this.formPath(asked)
    const { keeps = keepsNothing } = asked.route
    const names = Object.entries(files).map(([field, { name }]) => [field, name] as const)
    const typed = [...Object.entries(fields), ...names].filter(([field]) => field !== CSRF_FIELD && keeps(field))
    if (typed.length === 0) return path
    const id = await this.heldForms.keep(user, pathnameOf(path), Object.fromEntries(typed))
    return `${path}${path.includes('?') ? '&' : '?'}held=${id}`
  }

  private async heldFields({ request, address, session }: Visit): Promise<Visit['fields']> {
    const { held } = request.query
    if (typeof held !== 'string') return {}
    const form = await this.heldForms.find(session.user.id, held)
    return form?.path === pathnameOf(address) ? form.fields : {}
  }

  private formPath({ route: { formAt }, livemode, request }: Asked): string {
    if (formAt === undefined) return this.paths.ofRequest(request)
    return this.paths.ofMode(livemode) + formAt.replace(/:(\w+)/g, (_, name: string) => String(request.params[name]))
  }
}

const wrongMethod = (): Problem =>
  new Problem('method_not_allowed', {
    detail: 'Pages are read with GET, and forms sent with POST.',
    headers: { Allow: 'GET, HEAD, POST' },
  })

/** One request, and what answers it. */
interface Asked {
  route: Route
  livemode: boolean
  request: Request
}

type User = Parameters<HeldForms['keep']>[0]

const keepsNothing = (): boolean => false

const userOf = ({ user, accountId }: Session): User => ({ id: user.id, accountId })

const pathnameOf = (path: string): string => path.split('?', 1)[0] ?? path
