import type { OperationInput } from '../contract/served-operation.js'
import type { OperationId } from '../contract/served-contract.js'
import type { Tool as McpTool } from '@modelcontextprotocol/server'
import { type FieldFault, invalidFields } from '../kernel/problem.js'

/** As `tools/list` has it. */
export interface ListedTool {
  name: OperationId
  title: string
  description: string
  inputSchema: McpTool['inputSchema']
  outputSchema?: NonNullable<McpTool['outputSchema']>
  annotations: {
    readOnlyHint: boolean
    destructiveHint?: boolean
    idempotentHint?: boolean
    openWorldHint: boolean
  }
}

/** Where each argument goes in a request of the operation. */
export interface ArgumentPlaces {
  path: ReadonlySet<string>
  query: ReadonlySet<string>
  takesKey: boolean
  takesBody: boolean
}

/** One operation of the contract as a tool. */
export class Tool {
  constructor(
    readonly listed: ListedTool,
    readonly places: ArgumentPlaces,
    /** All of them are needed. */
    readonly scopes: readonly string[],
  ) {}

  /** @throws Problem `validation_error`: an argument that the tool does not take */
  toInput(given: Record<string, unknown>): OperationInput {
    const { path, query, takesKey, takesBody } = this.places
    const input = { path: record(), query: record(), headers: record(), body: record() }
    const faults: FieldFault[] = []
    for (const [name, value] of Object.entries(given)) {
      if (path.has(name)) input.path[name] = value
      else if (query.has(name)) input.query[name] = value
      else if (name === IDEMPOTENCY_KEY && takesKey) input.headers['idempotency-key'] = value
      else if (takesBody) input.body[name] = value
      else if (faults.length < MAX_FAULTS) faults.push({ path: name, message: 'is not an argument of this tool' })
    }
    if (faults.length > 0) throw invalidFields(faults)
    return takesBody ? input : { path: input.path, query: input.query, headers: input.headers }
  }
}

/** The argument that stands for the header. */
export const IDEMPOTENCY_KEY = 'idempotencyKey'
const MAX_FAULTS = 20

/** Without a prototype, so that `__proto__` is a name like any other. */
const record = (): Record<string, unknown> => Object.create(null) as Record<string, unknown>
