import type { ErrorObject } from 'ajv'
import { METADATA_LIMITS } from './limits.js'

interface Params {
  limit?: number
  type?: string | string[]
  allowedValues?: unknown[]
  format?: string
}

const NAMES: Record<string, string> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
}

const FORMATS: Record<string, string> = {
  'date-time': 'must be an ISO 8601 date-time with a time zone',
  email: 'must be one e-mail address, like ana@example.com',
}

/** Describes a fault without repeating the value. */
export function messageOf({ keyword, params, instancePath }: ErrorObject): string {
  const { limit, type, allowedValues, format } = params as Params
  switch (keyword) {
    case 'required':
      return 'is required'
    case 'additionalProperties':
      return 'is not a property of this request'
    case 'type':
      return `must be ${[type ?? []]
        .flat()
        .map((name) => NAMES[name] ?? name)
        .join(' or ')}`
    case 'minLength':
      return limit === 1 ? 'must not be empty' : `must have at least ${limit} characters`
    case 'maxLength':
      return `must have at most ${limit} characters`
    case 'minimum':
      return `must be at least ${limit}`
    case 'maximum':
      return `must be at most ${limit}`
    case 'minItems':
      return `must have at least ${limit} ${limit === 1 ? 'entry' : 'entries'}`
    case 'maxItems':
      return `must have at most ${limit} entries`
    case 'maxProperties':
      return `must have at most ${limit} keys`
    case 'uniqueItems':
      return 'must not contain duplicates'
    case 'enum':
      return `must be one of ${(allowedValues ?? []).map(String).join(', ')}`
    case 'format':
      return FORMATS[format ?? ''] ?? 'has the wrong format'
    case 'propertyNames':
      return `is not allowed as a key: it must have 1 to ${METADATA_LIMITS.keyLength} characters`
    case 'anyOf':
      return instancePath.startsWith('/metadata')
        ? `must be a string of at most ${METADATA_LIMITS.textLength} characters, a number, true or false`
        : 'has none of the allowed types'
    default:
      return 'has the wrong format'
  }
}
