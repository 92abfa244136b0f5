import type { ConfigField } from '../config-field.js'
import { faultOfValue } from './config-values.js'
import {
  check,
  checkEach,
  type Faults,
  fieldsOf,
  isOneOf,
  isText,
  isWebAddress,
  isWords,
  WEB_ADDRESS,
  WORDS,
} from './fault.js'

const KEY = /^[a-z][a-zA-Z0-9]{0,63}$/
const TYPES = ['string', 'secret', 'boolean', 'integer', 'select', 'url', 'pem']
const MODES = ['test', 'live', 'both']
const SOUNDS_SECRET = /secret|password|privatekey|apikey|token/i

/** Faults of the settings, and of the choice of the one that verifies notifications. */
export function* configFaults(config: unknown, webhookSecretKey: unknown): Faults {
  yield* checkEach('config', config, fieldFaults)
  const keys = fieldsIn(config).map(({ key }) => key)
  for (const key of new Set(keys.filter((one, at) => keys.indexOf(one) < at))) {
    yield `config has two fields of the key ${String(key)}.`
  }
  if (webhookSecretKey === undefined) return
  yield* check('webhookSecretKey', webhookSecretKey, keys.includes(webhookSecretKey), 'the key of a field of config')
}

/** A secret must be declared as one: only then is it sealed and never shown. */
export function* secretFaults(config: unknown): Faults {
  for (const { key, type } of fieldsIn(config)) {
    const isSuspect = typeof key === 'string' && SOUNDS_SECRET.test(key) && !/public/i.test(key)
    if (isSuspect && type !== 'secret' && type !== 'pem') {
      yield `config.${key} sounds like a secret: its type must be secret or pem.`
    }
  }
}

const fieldsIn = (config: unknown): Record<string, unknown>[] => (Array.isArray(config) ? config.map(fieldsOf) : [])

function* fieldFaults(at: string, field: unknown): Faults {
  const { key, type, label, help, helpUrl, required, pattern, mode } = fieldsOf(field)
  const isKey = typeof key === 'string' && KEY.test(key)
  yield* check(`${at}.key`, key, isKey, 'camelCase, of letters and digits')
  const path = isKey ? `config.${key}` : at
  yield* check(`${path}.type`, type, isOneOf(type, TYPES), `one of ${TYPES.join(', ')}`)
  yield* check(`${path}.label`, label, isWords(label), WORDS)
  if (help !== undefined) yield* check(`${path}.help`, help, isWords(help), WORDS)
  if (helpUrl !== undefined) yield* check(`${path}.helpUrl`, helpUrl, isWebAddress(helpUrl), WEB_ADDRESS)
  if (required !== undefined) yield* check(`${path}.required`, required, typeof required === 'boolean', 'true or false')
  if (mode !== undefined) yield* check(`${path}.mode`, mode, isOneOf(mode, MODES), `one of ${MODES.join(', ')}`)
  if (pattern !== undefined)
    yield* check(`${path}.pattern`, pattern, isPattern(pattern), 'a regular expression, as text')
  yield* optionFaults(path, fieldsOf(field))
  yield* boundFaults(path, fieldsOf(field))
  if (isOneOf(type, TYPES)) yield* defaultFaults(path, fieldsOf(field))
}

function* optionFaults(path: string, { type, options }: Readonly<Record<string, unknown>>): Faults {
  if (type !== 'select') {
    if (options !== undefined)
      yield `${path}.options: only a field of type select has options; its type is ${String(type)}.`
    return
  }
  yield* checkEach(`${path}.options`, options, function* (at, option) {
    const { value, label } = fieldsOf(option)
    yield* check(`${at}.value`, value, isText(value), 'a text')
    yield* check(`${at}.label`, label, isWords(label), WORDS)
  })
  if (Array.isArray(options) && options.length === 0) yield `${path}.options is empty: a select needs options.`
}

function* boundFaults(path: string, { min, max }: Readonly<Record<string, unknown>>): Faults {
  if (min !== undefined) yield* check(`${path}.min`, min, Number.isInteger(min), 'a whole number')
  if (max !== undefined) yield* check(`${path}.max`, max, Number.isInteger(max), 'a whole number')
  if (typeof min === 'number' && typeof max === 'number' && min > max) yield `${path}.min is above max.`
}

function* defaultFaults(path: string, field: Readonly<Record<string, unknown>>): Faults {
  const { type, pattern, default: given } = field
  if (given === undefined) return
  if (type === 'secret' || type === 'pem') return yield `${path}.default: a secret has no default.`
  const kind = type === 'boolean' ? 'boolean' : type === 'integer' ? 'number' : 'string'
  if (typeof given !== kind)
    return yield* check(`${path}.default`, given, false, `a ${kind}, because of the field’s type`)
  if (pattern !== undefined && !isPattern(pattern)) return
  const fault = faultOfValue(field as unknown as ConfigField, typeof given === 'string' ? given : JSON.stringify(given))
  if (fault !== null) yield `${path}.default ${fault}.`
}

function isPattern(value: unknown): boolean {
  if (typeof value !== 'string') return false
  try {
    return new RegExp(`^(?:${value})$`, 's') instanceof RegExp
  } catch {
    return false
  }
}
