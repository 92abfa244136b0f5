import type { ErrorObject } from 'ajv'
import { type FieldFault, invalidFields, Problem } from '../kernel/problem.js'
import type { Principal } from '../kernel/principal.js'
import type { Operation, Parameter, Schema } from './contract.js'
import { assertStorable, isStorableText, UNSTORABLE } from './storable-text.js'
import { UnknownParameters } from './unknown-parameters.js'
import { messageOf } from './validation-messages.js'

/** An operation's input, from whichever surface. Header names are in lower case. */
export interface OperationInput {
  path?: Record<string, unknown>
  query?: Record<string, unknown>
  headers?: Record<string, unknown>
  body?: unknown
}

export type ParsedInput = Required<OperationInput>

/** Of who asks. */
export type Permissions = Pick<Principal, 'scopes' | 'controls'>

/** A restricted key or grant cannot do this. An OAuth client may ask for the scopes and try again (RFC 6750, 3.1). */
export class InsufficientScopeProblem extends Problem {
  /** @param scopes every scope that the operation needs, not only the missing ones */
  constructor(
    readonly scopes: readonly string[],
    missing: readonly string[],
  ) {
    super('forbidden', {
      detail: `This key lacks the ${missing.length === 1 ? 'scope' : 'scopes'} ${missing.join(' and ')}.`,
    })
    this.name = 'InsufficientScopeProblem'
  }
}

const MAX_FAULTS = 50
const NONE = {}

/** Lists the faults of a value. */
export type FaultsOf = (value: unknown) => ErrorObject[]

/** Validates the input of one operation. */
export class ServedOperation {
  private readonly id: string
  /** All the scopes that a restricted key needs. */
  private readonly scopes: readonly string[]
  private readonly parameters: { parameter: Parameter; faults: FaultsOf }[]
  private readonly body: { required: boolean; faults: FaultsOf } | null
  private readonly unknownParameters: UnknownParameters

  constructor(operation: Operation, compile: (schema: Schema) => FaultsOf) {
    this.id = operation.operationId
    this.scopes = operation['x-required-scope']?.split(' ') ?? []
    this.parameters = (operation.parameters ?? []).map((parameter) => ({
      parameter,
      faults: compile(parameter.schema),
    }))
    this.unknownParameters = new UnknownParameters(operation.parameters ?? [])
    const schema = operation.requestBody?.content['application/json']?.schema
    this.body = schema ? { required: operation.requestBody?.required ?? false, faults: compile(schema) } : null
  }

  /**
   * Returns the input, with numbers in the query where the contract declares numbers.
   *
   * @throws Problem `forbidden`; `validation_error`, with every field at fault
   */
  parse({ path = NONE, query = NONE, headers = NONE, body }: OperationInput, permissions: Permissions): ParsedInput {
    this.assertPermitted(permissions)
    if (body !== undefined) assertStorable(body)
    const typed: Record<string, unknown> = { ...query }
    const faults = this.unknownParameters.faultsIn(query)
    for (const { parameter, faults: faultsOf } of this.parameters) {
      const { name, in: location, required, schema } = parameter
      const isQuery = location === 'query'
      const given = isQuery ? query[name] : location === 'path' ? path[name] : headers[name.toLowerCase()]
      if (given === undefined) {
        if (required) faults.push({ path: name, message: 'is required' })
        continue
      }
      if (Array.isArray(given)) {
        faults.push({ path: name, message: 'must be given once' })
        continue
      }
      if (typeof given === 'string' && !isStorableText(given)) {
        faults.push({ path: name, message: UNSTORABLE })
        continue
      }
      const value = isQuery ? toNumber(given, schema) : given
      if (isQuery) typed[name] = value
      const [fault] = faultsOf(value)
      if (fault) faults.push({ path: name, message: messageOf(fault) })
    }
    faults.push(...this.bodyFaults(body))
    if (faults.length > 0) throw invalidFields(faults)
    return { path, query: typed, headers, body }
  }

  private assertPermitted({ scopes: granted, controls }: Permissions): void {
    const missing = granted ? this.scopes.filter((scope) => !granted.some((given) => given === scope)) : []
    if (missing.length > 0) throw new InsufficientScopeProblem(this.scopes, missing)
    if (!controls?.askFirst.includes(this.id)) return
    throw new Problem('forbidden', {
      detail: `A person must approve each ${this.id} of this key: call it as a tool at /mcp, which asks them.`,
    })
  }

  private bodyFaults(body: unknown): FieldFault[] {
    if (body === undefined) return this.body?.required ? [{ path: 'body', message: 'is required' }] : []
    if (!this.body) {
      const isEmpty = typeof body === 'object' && body !== null && Object.keys(body).length === 0
      return isEmpty ? [] : [{ path: 'body', message: 'is not allowed: this operation takes no body' }]
    }
    const byPath = new Map<string, string>()
    for (const error of this.body.faults(body)) {
      const path = pathOf(error)
      // A value that matches no alternative gets one fault, not one per alternative.
      if (!byPath.has(path) || error.keyword === 'anyOf') byPath.set(path, messageOf(error))
    }
    return [...byPath].slice(0, MAX_FAULTS).map(([path, message]) => ({ path, message }))
  }
}

function toNumber(given: unknown, schema: Schema): unknown {
  const isNumber = schema['$ref'] === '#/components/schemas/PageLimit' || schema.type === 'integer'
  return isNumber && typeof given === 'string' && /^-?\d{1,15}$/.test(given) ? Number(given) : given
}

/** `/items/0/quantity` → `items[0].quantity`. */
function pathOf(error: ErrorObject): string {
  const params = error.params as { missingProperty?: string; additionalProperty?: string; propertyName?: string }
  const last = params.missingProperty ?? params.additionalProperty ?? params.propertyName ?? error.propertyName
  const steps = error.instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replace(/~1/g, '/').replace(/~0/g, '~'))
  const path = [...steps, ...(last === undefined ? [] : [last])].reduce(
    (sum, step) => (/^\d+$/.test(step) && sum !== '' ? `${sum}[${step}]` : sum === '' ? step : `${sum}.${step}`),
    '',
  )
  return path === '' ? 'body' : path
}
