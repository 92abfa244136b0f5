import { Readable } from 'node:stream'
import { ExpressTemplateService } from '@tsoa/runtime'
import type { Request, Response } from 'express'
import { Problem } from '../kernel/problem.js'
import { localsOf } from './app-locals.js'
import type { ServedOperation } from '../contract/served-operation.js'

type Arguments = Parameters<ExpressTemplateService['getValidatedArgs']>[0]

interface Answer {
  response: Response
  headers: Record<string, string | string[]> | undefined
  statusCode?: number
  data?: unknown
}

/** Runs the generated routes, but validates requests against the served contract instead of tsoa's own rules. */
export class ContractTemplateService extends ExpressTemplateService {
  /** Keyed by route: each belongs to one app and one operation. */
  private readonly operations = new WeakMap<object, ServedOperation>()

  override getValidatedArgs({ args, request }: Arguments): unknown[] {
    const operation = this.operationOf(request)
    assertScopes(request.principal.scopes, operation.scopes)
    const { params: path, headers } = request
    const { query, body } = operation.parse({ path, query: request.query, headers, body: request.body as unknown })
    return Object.values(args).map((parameter) => {
      switch (parameter.in) {
        case 'request':
          return request
        case 'query':
          return query[parameter.name] ?? parameter.default
        case 'path':
          return path[parameter.name]
        case 'header':
          return headers[parameter.name.toLowerCase()]
        case 'body':
          return body
        default:
          throw new Error(`unsupported parameter location: ${parameter.in}`)
      }
    })
  }

  /** Skips express's `json()`, which checks settings that this app never uses. */
  protected override returnHandler(answer: Answer): void {
    const { response, headers = {}, statusCode, data } = answer
    if (response.headersSent || data === undefined || data === null || data instanceof Readable) {
      return super.returnHandler(answer)
    }
    response.statusCode = statusCode ?? 200
    response.setHeader('Content-Type', 'application/json; charset=utf-8')
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    response.end(JSON.stringify(data))
  }

  private operationOf(request: Request): ServedOperation {
    const route = request.route as Route
    let operation = this.operations.get(route)
    if (!operation) {
      // Not the request's method: HEAD is served by the route of GET.
      const [method = ''] = Object.keys(route.methods)
      operation = localsOf(request).contract.operationAt(method, route.path.replace(/:(\w+)/g, '{$1}'))
      this.operations.set(route, operation)
    }
    return operation
  }
}

/** `granted` is null for a key with all scopes. */
function assertScopes(granted: readonly string[] | null, needed: readonly string[]): void {
  const missing = granted === null ? undefined : needed.find((scope) => !granted.includes(scope))
  if (missing !== undefined) throw new Problem('forbidden', { detail: `This key lacks the scope ${missing}.` })
}

interface Route {
  /** Like `/v1/payments/:id`. */
  path: string
  methods: Record<string, boolean>
}
