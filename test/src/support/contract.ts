import { Ajv, type ValidateFunction } from 'ajv'
import type { Contract, Operation, Schema } from '@paylink/core/contract/contract'
import { toJsonSchema } from '@paylink/core/contract/json-schema'
import { isMailbox } from '@paylink/core/kernel/mailbox'
import { isTimestamp } from '@paylink/core/kernel/timestamps'

const ANY = () => true
const formats = { 'date-time': isTimestamp, email: isMailbox, uri: URL.canParse, int32: ANY, double: ANY, binary: ANY }

/** An answer of /v1, as a client received it. */
export interface V1Answer {
  method: string
  path: string
  status: number
  headers: Headers
  text: string
  /** Whether the request had an `Idempotency-Key`. */
  hasKey: boolean
}

const FAMILIES = /^(x-(request|ratelimit)|idempotency|retry-after|www-authenticate|content-disposition)/

/** Compares answers with the contract that the same server serves. */
export class ContractWitness {
  private readonly ajv = new Ajv({ strict: false, allErrors: true, formats })
  private readonly compiled = new Map<object, ValidateFunction>()
  private readonly operations: { shape: RegExp; isLiteral: boolean; methods: Record<string, Operation> }[]

  constructor(private readonly contract: Contract) {
    this.operations = Object.entries(contract.paths).map(([path, methods]) => ({
      shape: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`, 'i'),
      isLiteral: !path.includes('{'),
      methods,
    }))
  }

  /** What the contract does not allow of this answer. */
  violations(answer: V1Answer): string[] {
    const { method, path, status } = answer
    const found = this.operations.filter(({ shape }) => shape.test(path))
    const methods = (found.find(({ isLiteral }) => isLiteral) ?? found[0])?.methods
    const operation = methods?.[method === 'HEAD' ? 'get' : method.toLowerCase()]
    const faults = operation ? this.faultsOf(operation, answer) : this.faultsOfUnknown(answer)
    return faults.map((fault) => `${method} ${path} ${status}: ${fault}`)
  }

  private faultsOf(operation: Operation, answer: V1Answer): string[] {
    const { status, headers } = answer
    const response = operation.responses[String(status)]
    if (!response) return ['the contract has no such status']
    const declared = Object.keys(response.headers ?? {})
    const faults = declared.flatMap((name) => this.headerFaults(name, answer))
    headers.forEach((_value, name) => {
      const isDeclared = declared.some((one) => one.toLowerCase() === name)
      if (FAMILIES.test(name) && !isDeclared) faults.push(`the header ${name} is not declared`)
    })
    return [...faults, ...this.contentFaults(response.content ?? {}, answer)]
  }

  /** An address or method that the contract lacks is refused with a problem, and nothing else. */
  private faultsOfUnknown(answer: V1Answer): string[] {
    if (answer.status < 400) return ['the contract has no such operation']
    const schema = { $ref: '#/components/schemas/Problem' }
    return this.contentFaults({ 'application/problem+json': { schema } }, answer)
  }

  private headerFaults(name: string, { headers, status, hasKey }: V1Answer): string[] {
    const value = headers.get(name)
    const { required, schema } = this.contract.components.headers[name] ?? { schema: {} }
    const isDue =
      required === true ||
      (name === 'Idempotency-Replayed' && hasKey) ||
      (name === 'Retry-After' && status === 429) ||
      name === 'WWW-Authenticate'
    if (value === null) return isDue ? [`the header ${name} is missing`] : []
    const typed = schema.type === 'integer' ? Number(value) : value
    return this.validator(schema)(typed) ? [] : [`the header ${name} is ${value}`]
  }

  private contentFaults(content: Record<string, { schema: Schema }>, answer: V1Answer): string[] {
    const type = (answer.headers.get('content-type') ?? '').split(';')[0] ?? ''
    const schema = content[type]?.schema
    if (!schema) return [`the contract has no ${type || 'answer without a content type'}`]
    if (answer.method === 'HEAD' || !type.endsWith('json')) return []
    const validate = this.validator(schema)
    const body: unknown = JSON.parse(answer.text)
    if (!validate(body)) return [this.ajv.errorsText(validate.errors)]
    const isProblem = type === 'application/problem+json'
    return isProblem && (body as { status: number }).status !== answer.status ? ['the body has another status'] : []
  }

  private validator(schema: Schema): ValidateFunction {
    let validate = this.compiled.get(schema)
    if (!validate) {
      validate = this.ajv.compile(closed(toJsonSchema(this.contract, schema)))
      this.compiled.set(schema, validate)
    }
    return validate
  }
}

/** Answers may gain properties, but one that this contract lacks was forgotten in it. */
function closed(schema: Schema): Schema {
  const copy = { ...schema }
  if (copy.properties) {
    copy.properties = Object.fromEntries(Object.entries(copy.properties).map(([name, one]) => [name, closed(one)]))
    copy.additionalProperties ??= false
  }
  if (copy.items) copy.items = closed(copy.items)
  return copy
}
