import type { Contract, Schema } from './contract.js'
import { METADATA_LIMITS } from './limits.js'

const PREFIX = '#/components/schemas/'

/** Converts a schema of the contract to JSON Schema: references resolved, `nullable` as a type. */
export function toJsonSchema(contract: Contract, schema: Schema): Schema {
  const convert = (inner: Schema): Schema => toJsonSchema(contract, inner)
  if (schema.$ref !== undefined) {
    const name = schema.$ref.slice(PREFIX.length)
    const target = contract.components.schemas[name]
    if (!target) throw new Error(`the contract has no schema ${name}`)
    return convert({ ...target, 'x-schema': name })
  }
  if (schema.allOf?.length === 1 && schema.allOf[0]) {
    const { allOf: _, nullable, ...rest } = schema
    return withNull({ ...rest, ...convert(schema.allOf[0]) }, nullable)
  }
  if (schema['x-checked-later'] && schema.type !== undefined) return { type: schema.type }
  const { nullable, example: _, 'x-schema': name, ...converted }: Schema = { ...schema }
  if (name === 'Metadata') converted['propertyNames'] = METADATA_KEYS
  if (schema.properties) {
    converted.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, inner]) => [name, convert(inner)]),
    )
  }
  if (schema.items) converted.items = convert(schema.items)
  if (schema.anyOf) converted.anyOf = schema.anyOf.map(convert)
  if (schema.allOf) converted.allOf = schema.allOf.map(convert)
  if (typeof schema.additionalProperties === 'object') {
    converted.additionalProperties = convert(schema.additionalProperties)
  }
  return withNull(converted, nullable)
}

/** Checked here since OpenAPI 3.0 cannot restrict keys. */
const METADATA_KEYS = { minLength: 1, maxLength: METADATA_LIMITS.keyLength }

function withNull(schema: Schema, nullable: boolean | undefined): Schema {
  if (!nullable || typeof schema.type !== 'string') return schema
  return {
    ...schema,
    type: [schema.type, 'null'],
    ...(schema.enum && !schema.enum.includes(null) ? { enum: [...schema.enum, null] } : {}),
  }
}
