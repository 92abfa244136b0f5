import type { ConfigField } from '../config-field.js'

/** Why a setting cannot have this value, given as text, or null. Completes the sentence "KEY …". */
export function faultOfValue(field: ConfigField, text: string): string | null {
  if (field.pattern && !new RegExp(`^(?:${field.pattern})$`, 's').test(text)) return 'does not have the right form'
  switch (field.type) {
    case 'boolean':
      return /^(true|false|1|0)$/.test(text) ? null : 'must be true or false'
    case 'integer':
      return isWithin(field, text) ? null : 'must be a whole number within its bounds'
    case 'url':
      return isOrigin(text) ? null : 'must be scheme://host[:port]'
    case 'select':
      return field.options?.some(({ value }) => value === text) ? null : 'is not one of the options'
    case 'pem':
      return text.includes('-----BEGIN ') ? null : 'must be in PEM form'
    case 'string':
    case 'secret':
      return null
  }
}

function isWithin({ min = -Infinity, max = Infinity }: ConfigField, text: string): boolean {
  return /^-?\d{1,15}$/.test(text) && Number(text) >= min && Number(text) <= max
}

export function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return /^https?:$/.test(url.protocol) && url.origin === text.replace(/\/$/, '')
}
