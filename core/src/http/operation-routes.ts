import type { Express, Response } from 'express'
import type { OperationAnswer, RunOperation } from './run-operation.js'

/** Serves each operation of the contract at its address. */
export function operationRoutes(app: Express, operations: RunOperation): void {
  for (const [id, { method, path }] of operations.routes()) {
    app[method](path, async (request, response) => {
      const { params, query, headers, principal } = request
      const input = { path: params, query, headers, body: request.body as unknown }
      send(await operations.run(id, input, principal), response)
    })
  }
}

/** Without express's `json()`, which looks up settings that this app never uses. */
function send({ status, headers, body }: OperationAnswer, response: Response): void {
  response.statusCode = status
  const isFile = body instanceof Uint8Array
  if (!isFile) response.setHeader('Content-Type', 'application/json; charset=utf-8')
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  response.end(isFile ? body : JSON.stringify(body))
}
