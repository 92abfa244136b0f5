import { Readable } from 'node:stream'
import { ExpressTemplateService } from '@tsoa/runtime'
import type { Request, Response } from 'express'
import { localsOf } from './app-locals.js'
import type { OperationId } from '../contract/served-contract.js'
import type { ParsedInput } from '../contract/served-operation.js'
import { operationArguments } from './operation-arguments.js'

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
  private readonly operations = new WeakMap<object, OperationId>()

  override getValidatedArgs({ args, request }: Arguments): unknown[] {
    const input = {
      path: request.params,
      query: request.query,
      headers: request.headers,
      body: request.body as unknown,
    }
    const { contract } = localsOf(request)
    const parsed: ParsedInput = contract.parse(this.operationOf(request), input, request.principal)
    return operationArguments(Object.values(args), parsed, request)
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

  private operationOf(request: Request): OperationId {
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

interface Route {
  /** Like `/v1/payments/:id`. */
  path: string
  methods: Record<string, boolean>
}
