import { Ajv, type ValidateFunction } from 'ajv'
import { isMailbox } from '../kernel/mailbox.js'
import { invalidFields } from '../kernel/problem.js'
import { isTimestamp } from '../kernel/timestamps.js'
import type { Contract, Operation, Schema } from './contract.js'
import type { OperationInputs } from './generated/operation-inputs.js'
import { toJsonSchema } from './json-schema.js'
import { type FaultsOf, type OperationInput, type Permissions, ServedOperation } from './served-operation.js'
import { messageOf } from './validation-messages.js'

export type OperationId = keyof OperationInputs

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

  /**
   * The one entry of every surface: whether these permissions suffice for the operation, then its input.
   *
   * @throws Problem `forbidden`; `validation_error`, with every field at fault
   */
  parse<Id extends OperationId>(id: Id, input: OperationInput, permissions: Permissions): OperationInputs[Id] {
    return this.operation(id).parse(input, permissions) as unknown as OperationInputs[Id]
  }

  /** `path` as in the contract, e.g. `/v1/payments/{id}`. */
  operationAt(method: string, path: string): OperationId {
    const operation = this.document.paths[path]?.[method]
    if (!operation) throw new Error(`the contract has no operation ${method} ${path}`)
    return operation.operationId as OperationId
  }

  /**
   * Validates one value against a named schema.
   *
   * @throws Problem `validation_error` at `path`
   */
  parseValue(schema: string, value: unknown, path: string): void {
    const [fault] = this.compile({ $ref: `#/components/schemas/${schema}` })(value)
    if (fault) throw invalidFields([{ path, message: messageOf(fault) }])
  }

  /** The input of an operation as JSON Schema, with the parts that `parse` takes. */
  inputSchema(id: OperationId): Schema {
    const { parameters = [], requestBody } = this.find(id)
    const partOf = (location: string): Schema => {
      const own = parameters.filter((parameter) => parameter.in === location)
      return {
        type: 'object',
        properties: Object.fromEntries(
          own.map(({ name, description, schema }) => [name, { ...toJsonSchema(this.document, schema), description }]),
        ),
        required: own.filter(({ required }) => required).map(({ name }) => name),
        additionalProperties: false,
      }
    }
    const body = requestBody?.content['application/json']?.schema
    const properties = { path: partOf('path'), query: partOf('query') }
    return {
      type: 'object',
      properties: { ...properties, ...(body && { body: toJsonSchema(this.document, body) }) },
      required: [...(properties.path.required?.length ? ['path'] : []), ...(requestBody?.required ? ['body'] : [])],
      additionalProperties: false,
    }
  }

  /** Returns a function that lists the faults of a value: all of them, unless a list or map in it is too long to walk. */
  compile(schema: Schema): FaultsOf {
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

  private operation(id: OperationId): ServedOperation {
    let found = this.operations.get(id)
    if (!found) {
      found = new ServedOperation(this.find(id), (schema) => this.compile(schema))
      this.operations.set(id, found)
    }
    return found
  }

  private find(id: OperationId): Operation {
    const operations = Object.values(this.document.paths).flatMap((methods) => Object.values(methods))
    const operation = operations.find(({ operationId }) => operationId === id)
    if (!operation) throw new Error(`the contract has no operation ${id}`)
    return operation
  }

  private ajv(allErrors: boolean): Ajv {
    // `JSON.parse` reads 1e400 as Infinity, which cannot be stored.
    return new Ajv({ allErrors, strict: false, strictNumbers: true, formats: FORMATS, code: { optimize: false } })
  }
}
