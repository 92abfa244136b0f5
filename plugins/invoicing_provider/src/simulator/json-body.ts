import { invalid, Refusal } from './refusal.js'

export type JsonObject = Record<string, unknown>

export function parseBody(rawBody: Uint8Array): JsonObject {
  const text = new TextDecoder().decode(rawBody)
  try {
    return objectOf(JSON.parse(text || '{}'), 'body')
  } catch (error) {
    if (error instanceof SyntaxError) throw new Refusal(400, 'invalid_json', 'El cuerpo no es JSON.')
    throw error
  }
}

export function objectOf(value: unknown, path: string): JsonObject {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject
  throw value === undefined ? required(path) : invalid(path, 'invalid_type', 'must be an object')
}

export function listOf(value: unknown, path: string): unknown[] {
  if (value === undefined) throw required(path)
  if (!Array.isArray(value)) throw invalid(path, 'invalid_type', 'must be an array')
  if (value.length === 0) throw invalid(path, 'too_small', 'must contain at least 1 items')
  return value
}

/** Valid XML text without `|`, the separator of the signed text. */
const WRITABLE = /^[^|\p{Cc}\p{Cs}\uFFFE\uFFFF]+$/u

/** Lengths in UTF-16 units, as Facturapi counts. */
export function textOf(value: unknown, path: string, { max = 250, pattern = WRITABLE } = {}): string {
  if (value === undefined || value === null || value === '') throw required(path)
  if (typeof value !== 'string') throw invalid(path, 'invalid_type', 'must be a string')
  if (value.length > max) throw invalid(path, 'invalid_length', `length must be less than or equal to ${max}`)
  if (!pattern.test(value)) throw invalid(path, 'invalid_format', 'fails to match the required pattern')
  return value
}

/** As sent, with at most six decimals. */
export function decimalOf(value: unknown, path: string): string {
  if (value === undefined) throw required(path)
  if (typeof value !== 'number') throw invalid(path, 'invalid_type', 'must be a number')
  const text = String(value)
  if (!/^\d{1,15}(\.\d{1,6})?$/.test(text)) throw invalid(path, 'invalid_value', 'must have at most 6 decimal places')
  return text
}

export function oneOf(value: unknown, path: string, known: { has(value: string): boolean }): string {
  const text = textOf(value, path)
  if (!known.has(text)) throw invalid(path, 'invalid_value', 'must be one of the catalog')
  return text
}

function required(path: string): Refusal {
  return invalid(path, 'required', 'is required')
}
