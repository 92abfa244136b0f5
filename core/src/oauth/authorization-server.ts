import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context, Provider } from 'oidc-provider'
import type { Users } from '../identity/users.repository.js'
import type { Log } from '../kernel/log.js'
import type { BaseUrl } from '../kernel/named.js'
import { API_SCOPES } from '../kernel/principal.js'
import type { Sealer } from '../secrets/sealer.js'
import { basePathOf } from '../web/base-path.js'
import type { ClientDocuments } from './client-documents.js'
import { ENDPOINTS } from './metadata.js'
import { toOAuthProblem } from './oauth-problem.js'
import { adapterFor, type AdapterParts } from './server-adapter.js'
import { configurationOf, SESSION_COOKIE } from './server-configuration.js'

export interface ServerParts extends AdapterParts {
  baseUrl: BaseUrl
  users: Users
  documents: ClientDocuments
  sealer: Sealer
  log: Log
}

/** What depends on how the server is reached. */
export interface ServerEdge {
  consentPath: (livemode: boolean, uid: string) => string
  mayFetch: (request: IncomingMessage) => boolean
  /** An error page, with its headers. */
  errorPage: (request: IncomingMessage, error: unknown) => { headers: Record<string, string>; html: string }
}

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** `oidc-provider` with our storage and our pages. It is loaded when it is needed first: most installations never do. */
export class AuthorizationServer {
  private readonly basePath: string
  private readonly origin: URL
  private handler: Promise<Handler> | undefined
  private keyId: string | undefined

  constructor(
    private readonly parts: ServerParts,
    private readonly edge: ServerEdge,
  ) {
    this.origin = new URL(parts.baseUrl)
    this.basePath = basePathOf(parts.baseUrl)
  }

  /** Answers a request at `/oauth/authorize`, `/oauth/token` or `/oauth/revoke`. `path`: with its query, as our routes have it. */
  async handle(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const { keyId } = this.parts.sealer
    // Its cookies are signed with the secret key, which may be replaced.
    if (this.keyId !== keyId) this.handler = undefined
    this.keyId = keyId
    this.handler ??= this.load().catch((error: unknown) => {
      this.handler = undefined
      throw error
    })
    const handle = await this.handler
    const restore = this.readdress(request, path)
    try {
      await handle(request, response)
    } finally {
      restore()
    }
  }

  private async load(): Promise<Handler> {
    const library = await import('oidc-provider')
    const { Provider, errors } = library
    const { parts, edge } = this
    const adapter = adapterFor(parts, {
      client: () => Provider.ctx?.oidc.client,
      route: () => Provider.ctx?.oidc.route,
      isOfConnected: () => {
        const { route, params } = Provider.ctx?.oidc ?? {}
        return route === 'revocation' || (route === 'token' && params?.['grant_type'] === 'refresh_token')
      },
      invalidGrant: () => new errors.InvalidGrant(),
    })
    const provider: Provider = new Provider(
      parts.baseUrl,
      configurationOf({
        ...{ library, adapter, users: parts.users, resources: parts.resources },
        ...{ documents: parts.documents, sealer: parts.sealer, consentPath: edge.consentPath },
        mayFetch: ({ req }) => edge.mayFetch(req),
        renderError: (context, out, error) => this.renderError(context, out, error),
      }),
    )
    // The headers are ours: see `readdress`.
    provider.proxy = true
    provider.silent = true
    provider.use(withoutSessionCookie)
    provider.use(closeIfUnread)
    provider.on('server_error', (context, error) => this.fail(context, error))
    provider.on('error', (error) => parts.log.error({ err: error }, 'the authorization server failed'))
    return provider.callback()
  }

  /**
   * The library builds addresses of what it was asked for, so it is always asked at the base URL, whatever headers a
   * client or proxy sends. Returns a function that restores the request.
   */
  private readdress(request: Addressed, path: string): () => void {
    const { url, originalUrl, baseUrl, headers } = request
    const asked = complete(path)
    const given = { ...headers }
    for (const name of FORWARDED) delete headers[name]
    Object.assign(headers, { host: this.origin.host, 'x-forwarded-proto': this.origin.protocol.slice(0, -1) })
    Object.assign(request, { url: asked, originalUrl: this.basePath + asked, baseUrl: '' })
    return () => {
      for (const name of [...FORWARDED, 'host']) {
        if (given[name] === undefined) delete headers[name]
        else headers[name] = given[name]
      }
      Object.assign(request, { url, originalUrl, baseUrl })
    }
  }

  /** Both of the library's: when it answers with an error of its own, and when something failed. */
  private renderError(context: Context, out: object, error: unknown): void {
    if (context.oidc.route !== 'authorization' && context.oidc.route !== 'resume') {
      context.body = out
      return
    }
    const { headers, html } = this.edge.errorPage(context.req, error)
    context.set(headers)
    context.body = html
  }

  private fail(context: Context, error: unknown): void {
    const { status, error: code, description, headers } = toOAuthProblem(error)
    context.status = status
    context.body = { error: code, error_description: description }
    context.set(headers)
    if (status !== 503) this.parts.log.error({ err: error }, 'an OAuth request failed')
  }
}

const FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port']

type Addressed = IncomingMessage & { originalUrl?: string; baseUrl?: string }

/** Without a scope everything is asked for, and the person decides. Answers go into the query: nothing else is offered. */
function complete(path: string): string {
  const url = new URL(path, 'http://localhost')
  if (url.pathname !== ENDPOINTS.authorization) return path
  const { searchParams: query } = url
  const hasScope = (query.get('scope') ?? '').trim() !== ''
  const mode = query.get('response_mode')
  if (hasScope && (mode === null || mode === 'query')) return path
  if (!hasScope) query.set('scope', API_SCOPES.join(' '))
  if (mode !== null && mode !== 'query') query.set('response_mode', 'none')
  return url.pathname + url.search
}

/** What is left of a body that was refused would be taken for the next request of its connection. */
async function closeIfUnread(context: Context, next: () => Promise<void>): Promise<void> {
  await next()
  if (!context.req.complete) context.set({ connection: 'close' })
}

async function withoutSessionCookie(context: Context, next: () => Promise<void>): Promise<void> {
  await next()
  const cookies = [context.response.get('set-cookie') ?? []].flat()
  const kept = cookies.filter((cookie) => !cookie.startsWith(SESSION_COOKIE))
  if (kept.length === cookies.length) return
  if (kept.length === 0) context.remove('set-cookie')
  else context.set({ 'set-cookie': kept })
}
