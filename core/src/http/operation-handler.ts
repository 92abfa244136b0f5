import type { ParsedInput } from '../contract/served-operation.js'
import type { PrincipalRequest } from '../kernel/principal.js'

/** Which method of a controller serves an operation. tsoa generates one for each. */
export interface OperationHandler {
  method: 'get' | 'post'
  /** As Express writes it: `/v1/payments/:id`. */
  path: string
  /** A class. */
  controller: unknown
  /** A method of it. */
  action: string
  successStatus: number | undefined
  parameters: readonly HandlerParameter[]
}

interface HandlerParameter {
  in: string
  name: string
  default?: unknown
}

/** The arguments of a controller's method, in its order. */
export function operationArguments(
  parameters: readonly HandlerParameter[],
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
