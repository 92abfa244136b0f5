import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { isMailbox } from '../kernel/mailbox.js'
import { type FieldFault, Problem } from '../kernel/problem.js'
import { isTimestamp } from '../kernel/timestamps.js'
import type { Contract, Operation, Parameter, Schema } from './contract.js'
import { toJsonSchema } from './json-schema.js'
import { UnknownParameters } from './unknown-parameters.js'
import { messageOf } from './validation-messages.js'

/** The parts of a request that the contract describes. */
export interface OperationInput {
  query: Record<string, unknown>
  headers: Record<string, unknown>
  body: unknown
}

const MAX_FAULTS = 50

/** Formats that are checked, and those that tsoa adds to numbers. */
const FORMATS = {
  'date-time': isTimestamp,
  email: isMailbox,
  uri: (text: string) => URL.canParse(text),
  int32: true,
  int64: true,
  double: true,
  float: true,
  binary: true,
  byte: true,
} as const

/** Validates values against the schemas of the contract, requests as well as responses. */
export class ServedContract {
  private readonly first = this.ajv(false)
  private readonly thorough = this.ajv(true)
  private readonly operations = new Map<string, ServedOperation>()

  constructor(readonly document: Contract) {}

  /** `path` as in the contract, e.g. `/v1/payments/{id}`. */
  operationAt(method: string, path: string): ServedOperation {
    const name = `${method.toLowerCase()} ${path}`
    let found = this.operations.get(name)
    if (!found) {
      const operation = this.document.paths[path]?.[method.toLowerCase()]
      if (!operation) throw new Error(`the contract has no operation ${name}`)
      found = new ServedOperation(operation, (schema) => this.compile(schema))
      this.operations.set(name, found)
    }
    return found
  }

  /** Returns a function that lists the faults of a value: all of them, unless a list or map in it is too long to walk. */
  compile(schema: Schema): (value: unknown) => ErrorObject[] {
    const converted = toJsonSchema(this.document, schema)
    const quick = this.first.compile(converted)
    let thorough: ValidateFunction | undefined
    return (value) => {
      if (quick(value)) return []
      const isTooLong = quick.errors?.some(({ keyword }) => keyword === 'maxItems' || keyword === 'maxProperties')
      if (isTooLong) return quick.errors ?? []
      thorough ??= this.thorough.compile(converted)
      return thorough(value) ? [] : (thorough.errors ?? [])
    }
  }

  private ajv(allErrors: boolean): Ajv {
    // `JSON.parse` reads 1e400 as Infinity, which cannot be stored.
    return new Ajv({ allErrors, strict: false, strictNumbers: true, formats: FORMATS, code: { optimize: false } })
  }
}

type Faults = (value: unknown) => ErrorObject[]

/** Validates the requests of one operation. */
export class ServedOperation {
  /** All the scopes that a restricted key needs. */
  readonly scopes: readonly string[]
  private readonly parameters: { parameter: Parameter; faults: Faults }[]
  private readonly body: { required: boolean; faults: Faults } | null
  private readonly unknownParameters: UnknownParameters

  constructor(operation: Operation, compile: (schema: Schema) => Faults) {
    this.scopes = operation['x-required-scope']?.split(' ') ?? []
    this.parameters = (operation.parameters ?? [])
      .filter((parameter) => parameter.in !== 'path')
      .map((parameter) => ({ parameter, faults: compile(parameter.schema) }))
    this.unknownParameters = new UnknownParameters(operation.parameters ?? [])
    const schema = operation.requestBody?.content['application/json']?.schema
    this.body = schema ? { required: operation.requestBody?.required ?? false, faults: compile(schema) } : null
  }

  /**
   * Returns the query, with numbers in place of the digits that the contract declares as numbers.
   *
   * @throws Problem `validation_error`, with every field at fault
   */
  parse({ query, headers, body }: OperationInput): Record<string, unknown> {
    const typed: Record<string, unknown> = { ...query }
    const faults = this.unknownParameters.faultsIn(query)
    for (const { parameter, faults: faultsOf } of this.parameters) {
      const { name, in: place, required, schema } = parameter
      const given = place === 'query' ? query[name] : headers[name.toLowerCase()]
      if (given === undefined) {
        if (required) faults.push({ path: name, message: 'is required' })
        continue
      }
      if (Array.isArray(given)) {
        faults.push({ path: name, message: 'must be given once' })
        continue
      }
      const value = place === 'query' ? toNumber(given, schema) : given
      typed[name] = value
      const [fault] = faultsOf(value)
      if (fault) faults.push({ path: name, message: messageOf(fault) })
    }
    faults.push(...this.bodyFaults(body))
    if (faults.length > 0) throw refusal(faults)
    return typed
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

function refusal(errors: FieldFault[]): Problem {
  const detail = errors
    .slice(0, 3)
    .map(({ path, message }) => `${path}: ${message}`)
    .join('; ')
  return new Problem('validation_error', { detail: errors.length > 3 ? `${detail}; …` : detail, errors })
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
