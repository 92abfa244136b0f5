import type { Contract, Operation, Parameter, Schema } from '@paylink/core/contract/contract'
import { compareSchemas, type Direction } from './compare-schemas.js'

/** Lists what breaks a client of the released contract. */
export function breakingChanges(released: Contract, current: Contract): string[] {
  const breaks: string[] = []
  for (const [path, methods] of Object.entries(released.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const now = current.paths[path]?.[method]
      const name = `${method.toUpperCase()} ${path}`
      if (!now) breaks.push(`${name}: removed`)
      else breaks.push(...compareOperations({ released, current }, operation, now).map((one) => `${name}: ${one}`))
    }
  }
  return breaks
}

interface Both {
  released: Contract
  current: Contract
}

function compareOperations(both: Both, was: Operation, now: Operation): string[] {
  return [
    ...(was.operationId === now.operationId ? [] : [`operationId is ${now.operationId}, was ${was.operationId}`]),
    ...scopeBreaks(was['x-required-scope'], now['x-required-scope']),
    ...parameterBreaks(both, was.parameters ?? [], now.parameters ?? []),
    ...bodyBreaks(both, was, now),
    ...answerBreaks(both, was, now),
  ]
}

/** A restricted key that was sufficient must stay so. */
function scopeBreaks(was = '', now = ''): string[] {
  const added = now.split(' ').filter((scope) => !was.split(' ').includes(scope))
  return added.filter(Boolean).map((scope) => `needs the scope ${scope}`)
}

function parameterBreaks(both: Both, was: readonly Parameter[], now: readonly Parameter[]): string[] {
  const find = (list: readonly Parameter[], { name, in: place }: Parameter) =>
    list.find((one) => one.in === place && one.name.toLowerCase() === name.toLowerCase())
  const required = now.filter((one) => one.required && one.in !== 'path' && !find(was, one)?.required)
  return [
    ...required.map(({ in: place, name }) => `the ${place} parameter ${name} is required`),
    ...was.flatMap((one) => {
      const same = find(now, one)
      const at = `the ${one.in} parameter ${one.name}`
      return same ? compare(both, 'request', at, one.schema, same.schema) : [`${at}: removed`]
    }),
  ]
}

function bodyBreaks(both: Both, was: Operation, now: Operation): string[] {
  const before = was.requestBody?.content['application/json']?.schema
  const after = now.requestBody?.content['application/json']?.schema
  const isRequired = now.requestBody?.required === true && was.requestBody?.required !== true
  const breaks = isRequired ? ['the body is required'] : []
  if (!before) return breaks
  return after ? [...breaks, ...compare(both, 'request', 'body', before, after)] : [...breaks, 'takes no body']
}

function answerBreaks(both: Both, was: Operation, now: Operation): string[] {
  const added = Object.keys(now.responses).filter((status) => status < '300' && !was.responses[status])
  return [
    ...added.map((status) => `succeeds with ${status}`),
    ...Object.entries(was.responses).flatMap(([status, before]) => {
      const after = now.responses[status]
      if (!after) return [`answer ${status}: removed`]
      const lost = Object.keys(before.headers ?? {}).filter((name) => !after.headers?.[name])
      return [
        ...lost.map((name) => `answer ${status}: the header ${name}: removed`),
        ...Object.entries(before.content ?? {}).flatMap(([type, { schema }]) => {
          const same = after.content?.[type]?.schema
          const at = `answer ${status}`
          return same ? compare(both, 'answer', at, schema, same) : [`${at}: ${type}: removed`]
        }),
      ]
    }),
  ]
}

const compare = (both: Both, direction: Direction, at: string, was: Schema, now: Schema): string[] =>
  compareSchemas(both, direction, at, was, now)
