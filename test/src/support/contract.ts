import { Ajv, type ValidateFunction } from 'ajv'
import type { Contract } from '@paylink/core/http/contract'
import { toJsonSchema } from '@paylink/core/http/json-schema'
import { isMailbox } from '@paylink/core/kernel/mailbox'
import { isTimestamp } from '@paylink/core/kernel/timestamps'

const ANY = () => true
const formats = { 'date-time': isTimestamp, email: isMailbox, uri: URL.canParse, int32: ANY, double: ANY, binary: ANY }

/** Holds every answer of the suite against the served contract. */
export class ContractWitness {
  private readonly ajv = new Ajv({ strict: false, allErrors: true, formats })
  private readonly compiled = new Map<object, ValidateFunction>()

  constructor(private readonly contract: Contract) {}

  /** Throws when the contract knows no such answer. */
  check(method: string, path: string, status: number, contentType: string, body: unknown): void {
    const found = Object.keys(this.contract.paths).filter((template) => shape(template).test(path))
    const template = found.find((one) => !one.includes('{')) ?? found[0]
    const operation = template === undefined ? undefined : this.contract.paths[template]?.[method.toLowerCase()]
    if (!operation) return
    const response = operation.responses[String(status)]
    if (!response) throw new Error(`${method} ${path}: the contract has no answer ${status}`)
    const schema = response.content?.[contentType]?.schema
    if (!schema) throw new Error(`${method} ${path}: the contract has no ${contentType} for ${status}`)
    if (contentType === 'application/octet-stream') return
    let validate = this.compiled.get(schema)
    if (!validate) this.compiled.set(schema, (validate = this.ajv.compile(toJsonSchema(this.contract, schema))))
    if (!validate(body)) {
      throw new Error(`${method} ${path} ${status} breaks the contract: ${this.ajv.errorsText(validate.errors)}`)
    }
  }
}

const shape = (template: string): RegExp => new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`)
