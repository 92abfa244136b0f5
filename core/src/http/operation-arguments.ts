import type { TsoaRoute } from '@tsoa/runtime'
import type { ParsedInput } from '../contract/served-operation.js'
import type { PrincipalRequest } from '../kernel/principal.js'

/** The arguments of a controller's method, in its order. */
export function operationArguments(
  parameters: readonly TsoaRoute.ParameterSchema[],
  { path, query, headers, body }: ParsedInput,
  request: PrincipalRequest,
): unknown[] {
  return parameters.map((parameter) => {
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
