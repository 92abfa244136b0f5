import { ExpressTemplateService } from '@tsoa/runtime'
import type { Request } from 'express'
import { Problem } from '../kernel/problem.js'
import { appOf } from './app-locals.js'

type Arguments = Parameters<ExpressTemplateService['getValidatedArgs']>[0]

/** The generated routes, with the contract itself as the judge of a request in place of tsoa's own rules. */
export class ContractTemplateService extends ExpressTemplateService {
  override getValidatedArgs({ args, request }: Arguments): unknown[] {
    const operation = appOf(request).validator.operation(request.method, contractPath(request))
    const { scopes } = request.caller
    if (scopes && operation.scope !== undefined && !scopes.some((scope) => scope === operation.scope)) {
      throw new Problem('forbidden', { detail: `This key lacks the scope ${operation.scope}.` })
    }
    const body: unknown = request.body
    const query = operation.check({ query: request.query, headers: request.headers, body })
    return Object.values(args).map((parameter) => {
      switch (parameter.in) {
        case 'request':
          return request
        case 'query':
          return query[parameter.name] ?? parameter.default
        case 'path':
          return request.params[parameter.name]
        case 'header':
          return request.headers[parameter.name.toLowerCase()]
        case 'body':
          return body
        default:
          throw new Error(`no argument may be taken from ${parameter.in}`)
      }
    })
  }
}

/** `/v1/payments/:id` as the contract writes it. */
function contractPath(request: Request): string {
  return String((request.route as { path: string }).path).replace(/:(\w+)/g, '{$1}')
}
