import { invalid } from './refusal.js'

export type JsonObject = Record<string, unknown>

const INT32 = 2_147_483_647

export function parseBody(rawBody: Uint8Array): JsonObject {
  const text = new TextDecoder().decode(rawBody)
  try {
    return objectOf(JSON.parse(text || '{}'), 'body')
  } catch (error) {
    if (error instanceof SyntaxError) throw invalid('body', 'invalid_json', 'The body is not valid JSON.')
    throw error
  }
}

export function objectOf(value: unknown, param: string): JsonObject {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject
  throw value === undefined ? required(param) : invalid(param, 'type', `${param} must be an object.`)
}

export function listOf(value: unknown, param: string): unknown[] {
  if (value === undefined) return []
  if (!Array.isArray(value)) throw invalid(param, 'type', `${param} must be a list.`)
  return value
}

/** `min` counts code points, `max` UTF-16 units: the stricter reading of each. */
export function textOf(value: unknown, param: string, { min = 1, max = 249 } = {}): string {
  if (value === undefined) throw required(param)
  if (typeof value !== 'string') throw invalid(param, 'type', `${param} must be a text.`)
  if ([...value].length < min) throw invalid(param, 'too_short', `${param} is too short, the minimum is ${min}.`)
  if (value.length > max) throw invalid(param, 'too_long', `${param} is too long, the maximum is ${max}.`)
  return value
}

export function integerOf(value: unknown, param: string, { min = 0, max = INT32 } = {}): number {
  if (value === undefined) throw required(param)
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) {
    throw invalid(param, 'type', `${param} must be an integer.`)
  }
  if (value < min || value > max) throw invalid(param, 'range', `${param} must be between ${min} and ${max}.`)
  return value
}

function required(param: string) {
  return invalid(param, 'missing', `The parameter ${param} is required.`)
}
