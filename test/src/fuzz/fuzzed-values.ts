import type { Contract, Schema } from '@paylink/core/contract/contract'
import { oneOf } from '../kills/chance.js'

const PREFIX = '#/components/schemas/'

/** Values that naive code mishandles. A string `@raw:…` is sent without its quotes. */
const HOSTILE: readonly unknown[] = [
  ...[null, true, false, 0, -0, -1, 1.5, 1e-7, 2 ** 31, 2 ** 53, '@raw:1e400', '@raw:-0', '@raw:9007199254740993'],
  ...['', ' ', '\0', '\ud800', 'a\0b', '\u202e', '\ufeff', '\u0001', '🧾'.repeat(50), 'é', 'ñ', 'x'.repeat(5000)],
  ...["' or 1=1 --", '<script>alert(1)</script>', '../../etc/passwd', '${7*7}', '%00', '%', '\r\nX-A: b', 'NaN'],
  ...['2099-13-01T00:00:00Z', '0000-01-01T00:00:00Z', '+275760-09-13T00:00:00Z', 'a@b', 'a@b.co, c@d.co'],
  ...['__proto__', 'constructor', 'data:image/png;base64,', 'data:image/png;base64,AAAA', 'XXX', 'JPY', 'mxn'],
  ...[[], [null], {}, { a: {} }, [[[[[[[[[[1]]]]]]]]]], Array(60).fill(0), { then: 'x', toJSON: 'y' }],
]

export const hostile = (next: () => number): unknown => oneOf(next, HOSTILE)

/** Values derived from a schema: valid ones, and invalid ones just beyond a bound. */
export class FuzzedValues {
  constructor(
    private readonly contract: Contract,
    private readonly next: () => number,
  ) {}

  resolve(schema: Schema): Schema {
    const ref = schema.$ref ?? schema.allOf?.[0]?.$ref
    return ref === undefined ? schema : { ...this.contract.components.schemas[ref.slice(PREFIX.length)], ...schema }
  }

  /** Valid against the schema, but perhaps not for the operation. */
  valid(given: Schema): unknown {
    const schema = this.resolve(given)
    if (schema.nullable && this.next() < 0.2) return null
    if (schema.enum) return oneOf(this.next, schema.enum)
    if (schema['example'] !== undefined) return schema['example']
    switch (schema.type) {
      case 'object':
        return this.object(schema)
      case 'array':
        return this.list(schema)
      case 'integer':
        return oneOf(this.next, [numberOf(schema['minimum'], 1), 1000, 15_000])
      case 'boolean':
        return this.next() < 0.5
      default:
        return this.text(schema)
    }
  }

  /** One step beyond a bound of the schema, or of another type. */
  nearlyValid(given: Schema): unknown {
    const schema = this.resolve(given)
    const beyond: unknown[] = []
    const { minLength, maxLength, minimum, maximum, maxItems } = schema
    if (typeof maxLength === 'number') beyond.push('x'.repeat(maxLength), 'x'.repeat(maxLength + 1))
    if (typeof minLength === 'number') beyond.push('x'.repeat(Math.max(0, minLength - 1)))
    if (typeof minimum === 'number') beyond.push(minimum - 1, minimum, String(minimum))
    if (typeof maximum === 'number') beyond.push(maximum, maximum + 1, maximum + 0.5)
    if (typeof maxItems === 'number' && schema.items) beyond.push(Array(maxItems + 1).fill(this.valid(schema.items)))
    if (schema.enum) beyond.push(`${String(schema.enum[0])} `, String(schema.enum[0]).toUpperCase())
    if (schema.type === 'string') beyond.push(this.next(), [this.text(schema)])
    return beyond.length === 0 ? hostile(this.next) : oneOf(this.next, beyond)
  }

  private object({ properties, required = [], additionalProperties }: Schema): unknown {
    if (!properties) {
      const values = typeof additionalProperties === 'object' ? ['x', 1, true] : []
      return Object.fromEntries(values.map((value, nr) => [`k${nr}`, value]))
    }
    const entries = Object.entries(properties).filter(([name]) => required.includes(name) || this.next() < 0.4)
    return Object.fromEntries(entries.map(([name, schema]) => [name, this.valid(schema)]))
  }

  private list({ items, minItems }: Schema): unknown[] {
    if (!items) return []
    const length = Math.max(numberOf(minItems, 0), Math.floor(this.next() * 3))
    const values = Array.from({ length }, () => this.valid(items))
    return [...new Set(values)]
  }

  private text({ format, pattern, minLength, maxLength }: Schema): string {
    if (format === 'email') return 'ana@example.com'
    if (format === 'date-time') return oneOf(this.next, ['2099-12-31T18:00:00-06:00', '2020-01-01T00:00:00Z'])
    if (typeof pattern === 'string') return oneOf(this.next, BY_PATTERN[pattern] ?? ['x'])
    const length = Math.max(numberOf(minLength, 1), Math.min(numberOf(maxLength, 20), Math.ceil(this.next() * 20)))
    return 'Taza de barro ñ 🧾 '.repeat(20).slice(0, length)
  }
}

const BY_PATTERN: Record<string, string[]> = {
  '^[A-Za-z]{3}$': ['MXN', 'mxn', 'USD'],
  '^\\d{8}$': ['52152001'],
  '^[A-Z0-9]{1,5}$': ['H87'],
  '^\\d{5}$': ['76343'],
}

const numberOf = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise)
