import type { Schema } from '../contract/contract.js'

type JsonObject = Record<string, unknown>

const ANNOTATIONS_OF_OURS = /^x-/
/** Formats that say nothing beyond the type. */
const NUMBER_FORMATS = new Set(['int32', 'int64', 'double', 'float'])

/** What is kept of an output: agents need its shape, and a list of all tools must stay small. */
const OUTPUT_KEYWORDS = new Set(['type', 'properties', 'items', 'enum', 'anyOf'])

/** An input schema for agents: every bound and description, none of our own keywords. */
export const inputForAgents = (schema: Schema): Schema => walk(schema, keepInput) as Schema

/** The shape of an output: types and known values of what has a name of its own in the API, and of lists of it. */
export const outputForAgents = (schema: Schema): Schema => walk(withoutParts(schema), keepOutput) as Schema

/** Maps and parts, such as the lines of a link, are told by their values; so are values of which there may be more one day. */
function withoutParts(schema: Schema, isPart = false): Schema {
  if (schema.items) return { ...schema, items: withoutParts(schema.items, isPart) }
  if (schema.properties && isPart && !schema.properties['object']) return { type: schema.type ?? 'object' }
  const { enum: values, ...rest } = schema
  if (!schema.properties) return schema['x-open-enum'] ? rest : { ...rest, ...(values && { enum: values }) }
  // What kind of object it is follows from the tool.
  const properties = Object.entries(schema.properties).flatMap(([name, inner]) =>
    name === 'object' ? [] : [[name, withoutParts(inner, name !== 'data')]],
  )
  return { ...rest, properties: Object.fromEntries(properties) as Record<string, Schema> }
}

function keepInput(keyword: string, value: unknown): unknown {
  if (ANNOTATIONS_OF_OURS.test(keyword)) return undefined
  if (keyword === 'format' && NUMBER_FORMATS.has(value as string)) return undefined
  if (keyword === 'required' && (value as unknown[]).length === 0) return undefined
  return keyword === 'description' && typeof value === 'string' ? value.replace(/\s+/g, ' ') : value
}

const keepOutput = (keyword: string, value: unknown): unknown => (OUTPUT_KEYWORDS.has(keyword) ? value : undefined)

/** Applies `keep` to the keywords of a schema and of those in it, not to the names of properties. */
function walk(schema: unknown, keep: (keyword: string, value: unknown) => unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema
  const result: JsonObject = {}
  for (const [keyword, value] of Object.entries(schema)) {
    const kept = keep(keyword, value)
    if (kept === undefined) continue
    if (keyword === 'properties') {
      result[keyword] = Object.fromEntries(
        Object.entries(kept as JsonObject).map(([name, inner]) => [name, walk(inner, keep)]),
      )
    } else if (keyword === 'anyOf' || keyword === 'allOf') {
      result[keyword] = (kept as unknown[]).map((inner) => walk(inner, keep))
    } else if (keyword === 'items' || keyword === 'additionalProperties' || keyword === 'propertyNames') {
      result[keyword] = walk(kept, keep)
    } else result[keyword] = kept
  }
  return result
}
