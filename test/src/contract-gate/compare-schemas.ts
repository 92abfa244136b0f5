import type { Contract, Schema } from '@paylink/core/contract/contract'

/** Who writes the value. Requests may be accepted more loosely, responses may become stricter, never the reverse. */
export type Direction = 'request' | 'answer'

interface Both {
  released: Contract
  current: Contract
}

const PREFIX = '#/components/schemas/'

/** Bounds where a smaller number is stricter, and those where a greater one is. */
const UPPER = ['maximum', 'maxLength', 'maxItems', 'maxProperties'] as const
const LOWER = ['minimum', 'minLength', 'minItems', 'minProperties'] as const

/** What breaks a client of the released schema. Schemas are trees: none refers to itself. */
export function compareSchemas(both: Both, direction: Direction, at: string, before: Schema, after: Schema): string[] {
  const was = resolve(both.released, before)
  const now = resolve(both.current, after)
  return [...typeBreaks(direction, was, now), ...enumBreaks(direction, was, now), ...boundBreaks(direction, was, now)]
    .map((change) => `${at}: ${change}`)
    .concat(propertyBreaks(both, direction, at, was, now), partBreaks(both, direction, at, was, now))
}

function resolve(contract: Contract, schema: Schema): Schema {
  const ref = schema.$ref ?? (schema.allOf?.length === 1 ? schema.allOf[0]?.$ref : undefined)
  if (ref === undefined) return schema
  const target = contract.components.schemas[ref.slice(PREFIX.length)]
  if (!target) throw new Error(`the contract has no ${ref}`)
  const { $ref: _, allOf: __, ...own } = schema
  return { ...resolve(contract, target), ...own }
}

function typeBreaks(direction: Direction, was: Schema, now: Schema): string[] {
  const breaks: string[] = []
  // Integers are numbers: a request may accept more, a response may return less.
  const isWider = was.type === 'integer' && now.type === 'number' && direction === 'request'
  const isNarrower = was.type === 'number' && now.type === 'integer' && direction === 'answer'
  if (was.type !== now.type && !isWider && !isNarrower) {
    breaks.push(`type is ${String(now.type)}, was ${String(was.type)}`)
  }
  if (direction === 'answer' && now.nullable && !was.nullable) breaks.push('may be null')
  if (direction === 'request' && was.nullable && !now.nullable) breaks.push('may not be null')
  if (was.format !== now.format && (direction === 'answer' ? was.format : now.format) !== undefined) {
    breaks.push(`format is ${now.format ?? 'gone'}, was ${was.format ?? 'none'}`)
  }
  return breaks
}

/** Response enums may grow only where the released contract has `x-open-enum`. */
function enumBreaks(direction: Direction, was: Schema, now: Schema): string[] {
  const before = was.enum?.filter((value) => value !== null)
  const after = now.enum?.filter((value) => value !== null)
  if (!before) return after && direction === 'request' ? [`only takes ${JSON.stringify(after)}`] : []
  if (!after) return direction === 'answer' && !was['x-open-enum'] ? ['may be anything'] : []
  const removed = before.filter((value) => !after.includes(value)).map((value) => `${JSON.stringify(value)} is removed`)
  const isClosed = direction === 'answer' && !was['x-open-enum']
  const added = isClosed ? after.filter((value) => !before.includes(value)) : []
  const isOpened = isClosed && now['x-open-enum'] === true
  return [
    ...removed,
    ...added.map((value) => `${JSON.stringify(value)} is new`),
    ...(isOpened ? ['the enum is open'] : []),
  ]
}

/** Clients rely on bounds of responses: a column may be as long as `maxLength`. */
function boundBreaks(direction: Direction, was: Schema, now: Schema): string[] {
  const [strict, loose] = direction === 'request' ? [now, was] : [was, now]
  const isTighter = (name: string, sign: 1 | -1): boolean => {
    const bound = strict[name] as number | undefined
    const other = loose[name] as number | undefined
    return bound !== undefined && (other === undefined || sign * other > sign * bound)
  }
  const names: string[] = [
    ...UPPER.filter((name) => isTighter(name, 1)),
    ...LOWER.filter((name) => isTighter(name, -1)),
    ...(strict['pattern'] !== undefined && strict['pattern'] !== loose['pattern'] ? ['pattern'] : []),
    ...(strict['uniqueItems'] === true && loose['uniqueItems'] !== true ? ['uniqueItems'] : []),
  ]
  return names.map((name) => `${name} is ${shown(now[name])}, was ${shown(was[name])}`)
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'none'))

function propertyBreaks(both: Both, direction: Direction, at: string, was: Schema, now: Schema): string[] {
  const before = was.properties ?? {}
  const after = now.properties ?? {}
  const required = (schema: Schema): readonly string[] => schema.required ?? []
  const demanded = required(now).filter((name) => !required(was).includes(name))
  const droppable = required(was).filter((name) => after[name] && !required(now).includes(name))
  return [
    ...(direction === 'request' ? demanded.map((name) => `${at}.${name}: is required`) : []),
    ...(direction === 'answer' ? droppable.map((name) => `${at}.${name}: may be left out`) : []),
    ...Object.entries(before).flatMap(([name, schema]) => {
      const same = after[name]
      return same ? compareSchemas(both, direction, `${at}.${name}`, schema, same) : [`${at}.${name}: removed`]
    }),
  ]
}

function partBreaks(both: Both, direction: Direction, at: string, was: Schema, now: Schema): string[] {
  const breaks: string[] = []
  if (was.items && now.items) breaks.push(...compareSchemas(both, direction, `${at}[]`, was.items, now.items))
  const [before, after] = [was.additionalProperties, now.additionalProperties]
  if (typeof before === 'object' && typeof after === 'object') {
    breaks.push(...compareSchemas(both, direction, `${at}.*`, before, after))
  } else if (direction === 'request' && after === false && before !== false) {
    breaks.push(`${at}: no other properties are taken`)
  }
  const isSame = JSON.stringify(was.anyOf) === JSON.stringify(now.anyOf)
  return isSame ? breaks : [...breaks, `${at}: the alternatives are changed`]
}
