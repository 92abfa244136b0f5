import type { ConfigField, ConfigValues, Mode } from '@paylink/plugin-api'
import { faultOfValue } from '@paylink/plugin-api/rules'
import { type FieldFault, Problem } from '../kernel/problem.js'

/**
 * Checks settings against the fields that the plugin declares.
 *
 * @throws Problem `validation_error`, with every fault at once
 */
export function checkConfig(fields: readonly ConfigField[], mode: Mode, given: Record<string, string>): ConfigValues {
  const errors: FieldFault[] = []
  const values: ConfigValues = {}
  for (const path of Object.keys(given)) {
    if (!fields.some(({ key }) => key === path)) errors.push({ path, message: 'is not a setting of this provider' })
  }
  for (const field of fields) {
    if (field.mode && field.mode !== 'both' && field.mode !== mode) continue
    // A key may be called like what every object has: `constructor`.
    const text = Object.hasOwn(given, field.key) ? given[field.key] : undefined
    if (text === undefined || text === '') {
      if (field.default !== undefined) values[field.key] = field.default
      else if (field.required) errors.push({ path: field.key, message: 'is required' })
      continue
    }
    const message = faultOfValue(field, text)
    if (message) errors.push({ path: field.key, message })
    else values[field.key] = typed(field, text)
  }
  if (errors.length === 0) return values
  const detail = errors.map(({ path, message }) => `${path}: ${message}`).join('; ')
  throw new Problem('validation_error', { detail, errors })
}

function typed(field: ConfigField, text: string): string | number | boolean {
  if (field.type === 'boolean') return text === 'true' || text === '1'
  if (field.type === 'integer') return Number(text)
  return field.type === 'url' ? text.replace(/\/$/, '') : text
}
