import type { Operation, Schema } from '../contract/contract.js'
import { toJsonSchema } from '../contract/json-schema.js'
import type { OperationId, ServedContract } from '../contract/served-contract.js'
import type { Principal } from '../kernel/principal.js'
import { IDEMPOTENCY_KEY, type ListedTool, Tool } from './tool.js'
import { inputForAgents, outputForAgents } from './tool-schemas.js'
import { TOOL_TEXTS } from './tool-texts.js'

/** "Unique per request" would make agents charge twice: they retry with a new key. */
const KEY_DESCRIPTION = {
  required:
    'Use the same key for the same intended link, also whenever you repeat the call. A new key has a second effect.',
  optional: 'Use the same key whenever you repeat this call.',
}

/** Operations that end something: clients ask people before they call them. */
const DESTRUCTIVE: ReadonlySet<OperationId> = new Set<OperationId>([
  'disable_payment_link',
  'mark_payment_link_paid',
  'cancel_payment_invoice',
])

/** Operations that reach someone outside: a customer, a provider, the tax authority. */
const OPEN_WORLD: ReadonlySet<OperationId> = new Set<OperationId>([
  'email_payment_link',
  'sync_payment',
  'disable_payment_link',
  'request_payment_invoice',
  'cancel_payment_invoice',
])

/** A read is allowed with a GET alone; the provider is asked by `sync_payment`, which changes nothing by itself. */
const isRead = (method: string): boolean => method === 'get'

/** One tool per operation of the served contract, in a fixed order. */
export class Tools {
  private readonly byName: ReadonlyMap<string, Tool>

  constructor(contract: ServedContract) {
    const operations = new Map(
      Object.values(contract.document.paths).flatMap((methods) =>
        Object.entries(methods).map(([method, operation]) => [operation.operationId, { method, operation }]),
      ),
    )
    this.byName = new Map(
      Object.keys(TOOL_TEXTS).map((name) => {
        const id = name as OperationId
        const found = operations.get(id)
        if (!found) throw new Error(`the contract has no operation ${id}`)
        return [id, toTool(contract, id, found.method, found.operation)]
      }),
    )
  }

  find(name: string): Tool | undefined {
    return this.byName.get(name)
  }

  /** Those that the caller's scopes allow. */
  allowedTo({ scopes: granted }: Pick<Principal, 'scopes'>): Tool[] {
    const has = (scope: string): boolean => granted === null || granted.some((given) => given === scope)
    return [...this.byName.values()].filter(({ scopes }) => scopes.every(has))
  }
}

function toTool(contract: ServedContract, id: OperationId, method: string, operation: Operation): Tool {
  const parameters = operation.parameters ?? []
  const namesIn = (place: string): Set<string> =>
    new Set(parameters.filter((parameter) => parameter.in === place).map(({ name }) => name))
  const key = parameters.find(({ name }) => name === 'Idempotency-Key')
  const input = contract.inputSchema(id).properties ?? {}
  const body = input['body']
  const keySchema = key && {
    [IDEMPOTENCY_KEY]: {
      ...toJsonSchema(contract.document, key.schema),
      description: KEY_DESCRIPTION[key.required ? 'required' : 'optional'],
    },
  }
  const inputSchema: Schema = {
    type: 'object',
    properties: {
      ...keySchema,
      ...input['path']?.properties,
      ...input['query']?.properties,
      ...body?.properties,
    },
    required: [
      ...(key?.required ? [IDEMPOTENCY_KEY] : []),
      ...(input['path']?.required ?? []),
      ...(body?.required ?? []),
    ],
    additionalProperties: false,
  }
  const listed: ListedTool = {
    name: id,
    ...TOOL_TEXTS[id],
    inputSchema: inputForAgents(inputSchema) as ListedTool['inputSchema'],
    ...outputSchemaOf(contract, operation),
    annotations: {
      readOnlyHint: isRead(method),
      ...(!isRead(method) && { destructiveHint: DESTRUCTIVE.has(id), idempotentHint: true }),
      openWorldHint: OPEN_WORLD.has(id),
    },
  }
  const places = { path: namesIn('path'), query: namesIn('query'), takesKey: key !== undefined, takesBody: !!body }
  return new Tool(listed, places, operation['x-required-scope']?.split(' ') ?? [])
}

/** None for an operation that answers with a file. */
function outputSchemaOf(contract: ServedContract, { responses }: Operation): Pick<ListedTool, 'outputSchema'> {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  const schema: Schema | undefined = success?.content?.['application/json']?.schema
  if (!schema) return {}
  return {
    outputSchema: outputForAgents(toJsonSchema(contract.document, schema)),
  }
}
