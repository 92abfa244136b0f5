import type { Contract, Operation, Parameter, Schema } from '@paylink/core/contract/contract'
import { chance, oneOf } from '../kills/chance.js'
import { FuzzedValues, hostile } from './fuzzed-values.js'

/** A placeholder for an id in a path: each database has its own. */
export const idMark = (kind: 'link' | 'payment', nr: number): string => `@${kind}:${nr}@`

export interface FuzzedRequest {
  operationId: string
  method: string
  path: string
  headers: Record<string, string>
  /** Overrides the valid API key. */
  authorization?: string | null
  body: string | undefined
}

const FAULTS = {
  authorization: [null, '', 'Bearer', 'Bearer ', 'Bearer sk_test_x', 'Basic YTpi', 'bearer sk_live_', 'Bearer \u00e9'],
  'Content-Type': ['text/plain', 'application/json; charset=latin1', 'application/xml', 'multipart/form-data', ''],
  'Content-Encoding': ['gzip', 'br', 'identity', 'x'],
  Accept: ['text/html', '*/*', 'application/xml', ''],
  'X-HTTP-Method-Override': ['DELETE'],
  'If-None-Match': ['*'],
  Range: ['bytes=0-1'],
  Cookie: ['a=b'],
  'X-Request-Id': ['x'.repeat(2000)],
}
const KEYS = ['', ' ', 'a b', 'k'.repeat(255), 'k'.repeat(256), 'clé', '"quoted"', '{}']
const TEXTS = ['', '{', '[]', 'null', '"x"', '0', '{}', '{"a":1,"a":2}', '\ufeff{}', '{"title":"x"}x', '[{}]', 'NaN']

/** A sequence of requests, determined by the contract and a seed. */
export class FuzzedRequests {
  private readonly next: () => number
  private readonly values: FuzzedValues
  private readonly operations: { method: string; path: string; operation: Operation }[]
  private count = 0

  constructor(contract: Contract, seed: number) {
    this.next = chance(seed)
    this.values = new FuzzedValues(contract, this.next)
    this.operations = Object.entries(contract.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
    )
  }

  /** How many links and payments exist. */
  make(links: number, payments: number): FuzzedRequest {
    const nr = ++this.count
    const { method, path, operation } = oneOf(this.next, this.operations)
    const request: FuzzedRequest = {
      operationId: operation.operationId,
      method,
      path: this.address(path, links, payments) + this.query(operation.parameters ?? []),
      headers: {},
      body: this.body(method, operation.requestBody?.content['application/json']),
    }
    if (operation.parameters?.some(({ name }) => name === 'Idempotency-Key')) {
      const key = this.next() < 0.1 ? `shared-${Math.floor(this.next() * 20)}` : `fuzz-${nr}`
      request.headers['Idempotency-Key'] = this.next() < 0.05 ? oneOf(this.next, KEYS) : key
      if (this.next() < 0.05) delete request.headers['Idempotency-Key']
    }
    if (request.body !== undefined) request.headers['Content-Type'] = 'application/json'
    if (this.next() < 0.06) this.breakHeaders(request)
    return request
  }

  private address(path: string, links: number, payments: number): string {
    const kind = path.includes('/payments/') ? 'payment' : 'link'
    const count = kind === 'payment' ? payments : links
    const mark = idMark(kind, Math.floor(this.next() * count))
    const strange = ['x', '%00', '%ff', '%2F', "'", 'pay_00000000000000000000000000', '__proto__', 'a'.repeat(3000)]
    return path.replace('{id}', this.next() < 0.06 ? oneOf(this.next, strange) : mark)
  }

  private query(parameters: readonly Parameter[]): string {
    const taken = parameters.filter((parameter) => parameter.in === 'query')
    const pairs = taken.filter(() => this.next() < 0.4).map(({ name, schema }) => [name, this.queryValue(schema)])
    if (this.next() < 0.04) pairs.push([oneOf(this.next, ['staus', 'linkId', '__proto__', 'Limit', '']), '1'])
    if (this.next() < 0.03 && pairs[0]) pairs.push(pairs[0])
    const text = pairs.map(([name = '', value = '']) => `${encode(name)}=${encode(value)}`).join('&')
    return text === '' ? '' : `?${text}`
  }

  private queryValue(schema: Schema): string {
    const chosen = this.next()
    if (chosen < 0.7) return String(this.values.valid(schema))
    return String(chosen < 0.85 ? this.values.nearlyValid(schema) : hostile(this.next))
  }

  private body(method: string, media: { schema: Schema; example?: unknown } | undefined): string | undefined {
    const chosen = this.next()
    if (!media) return method === 'POST' && chosen < 0.04 ? oneOf(this.next, TEXTS) : undefined
    if (chosen < 0.04) return undefined
    if (chosen < 0.08) return oneOf(this.next, TEXTS)
    const made = this.next() < 0.5 ? structuredClone(media.example) : this.values.valid(media.schema)
    if (chosen < 0.5) return textOf(made)
    const changes = 1 + Math.floor(this.next() * 2)
    for (let change = 0; change < changes; change++) this.damage(media.schema, made as Record<string, unknown>)
    return textOf(made)
  }

  /** Changes one field at any depth. */
  private damage(given: Schema, value: Record<string, unknown>): void {
    const { properties = {} } = this.values.resolve(given)
    const name = oneOf(this.next, Object.keys(properties))
    const schema = this.values.resolve(properties[name] ?? {})
    const held = value[name]
    const chosen = this.next()
    if (Array.isArray(held) && schema.items && chosen < 0.6) {
      const inner: unknown = held[Math.floor(this.next() * held.length)]
      if (typeof inner === 'object' && inner !== null) return this.damage(schema.items, inner as typeof value)
    }
    if (chosen < 0.1) delete value[name]
    else if (chosen < 0.2) Object.assign(value, JSON.parse(`{"${oneOf(this.next, ['extra', '__proto__', 'id'])}":1}`))
    else if (chosen < 0.3) value['metadata'] = { [String(hostile(this.next)).slice(0, 45)]: hostile(this.next) }
    else if (chosen < 0.65) value[name] = this.values.nearlyValid(schema)
    else value[name] = hostile(this.next)
  }

  private breakHeaders(request: FuzzedRequest): void {
    const name = oneOf(this.next, Object.keys(FAULTS) as (keyof typeof FAULTS)[])
    const value = oneOf<string | null>(this.next, FAULTS[name])
    if (name === 'authorization') request.authorization = value
    else if (value !== null) request.headers[name] = value
  }
}

const encode = (text: string): string => (text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80')

const textOf = (value: unknown): string => JSON.stringify(value).replace(/"@raw:([^"]*)"/g, '$1')
