import type { Contract, Schema } from '../contract/contract.js'

const PREFIX = '#/components/schemas/'

/** The name of a schema in the contract; null if it is anonymous. */
function nameOf(schema: Schema): string | null {
  if (schema['x-schema'] !== undefined) return schema['x-schema']
  const ref = schema.$ref ?? (schema.allOf?.length === 1 ? schema.allOf[0]?.$ref : undefined)
  return ref?.startsWith(PREFIX) ? ref.slice(PREFIX.length) : null
}

/** All named object schemas: components, and those inlined where they may be null. */
export function namedSchemas(contract: Contract): [string, Schema][] {
  const found = new Map(Object.entries(contract.components.schemas).filter(([, schema]) => schema.properties))
  for (const field of [...found.values()].flatMap(({ properties = {} }) => Object.values(properties))) {
    const name = field['x-schema']
    if (name !== undefined && field.properties && !found.has(name)) found.set(name, field)
  }
  return [...found]
}

export function resolve(contract: Contract, schema: Schema): Schema {
  const name = nameOf(schema)
  const target = name === null ? undefined : contract.components.schemas[name]
  return target ? { ...resolve(contract, target), ...withoutName(schema) } : schema
}

const withoutName = ({ $ref: _ref, allOf: _allOf, 'x-schema': _name, ...rest }: Schema): Schema => rest

/** The schema that describes the fields of an object, or of the entries of a list. */
export function objectNameOf(contract: Contract, schema: Schema): string | null {
  const resolved = resolve(contract, schema)
  if (resolved.type === 'array' && resolved.items) return objectNameOf(contract, resolved.items)
  return resolved.properties ? nameOf(schema) : null
}

/** `integer, 1 to 999`, `list of PaymentItem, at most 20` */
export function describeType(contract: Contract, schema: Schema): string {
  const resolved = resolve(contract, schema)
  const parts = [baseType(contract, schema, resolved), ...limits(resolved)]
  return parts.join(', ') + (resolved.nullable ? ', or null' : '')
}

function baseType(contract: Contract, schema: Schema, resolved: Schema): string {
  if (resolved.enum) {
    const values = resolved.enum.filter((value) => value !== null)
    return values.map((value) => JSON.stringify(value)).join(' | ')
  }
  if (resolved.type === 'array' && resolved.items) {
    return `list of ${objectNameOf(contract, resolved.items) ?? describeType(contract, resolved.items)}`
  }
  const format = typeof resolved.format === 'string' && resolved.format !== 'int32' ? ` (${resolved.format})` : ''
  if (resolved.properties) return objectNameOf(contract, schema) ?? 'object'
  if (resolved.anyOf) return resolved.anyOf.map((one) => describeType(contract, one)).join(' or ')
  return `${String(resolved.type ?? 'any value')}${format}`
}

function limits(schema: Schema): string[] {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, pattern } = schema
  const characters = range(minLength, maxLength)
  const elements = range(minItems, maxItems)
  return [
    range(minimum, maximum),
    characters && `${characters} characters`,
    elements && `${elements} entries`,
    schema['uniqueItems'] === true ? 'no two alike' : null,
    typeof pattern === 'string' ? `matches ${pattern}` : null,
    schema['default'] === undefined ? null : `default ${JSON.stringify(schema['default'])}`,
  ].filter((word) => word !== null)
}

function range(min: unknown, max: unknown): string | null {
  if (typeof min === 'number' && typeof max === 'number') return `${min} to ${max}`
  if (typeof max === 'number') return `at most ${max}`
  return typeof min === 'number' ? `at least ${min}` : null
}
