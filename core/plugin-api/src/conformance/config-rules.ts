import type { ConfigField } from '../config-field.js'

/** What core would say to this value, given as text; null when it takes it. */
export function faultOfValue(field: ConfigField, text: string): string | null {
  if (field.pattern && !new RegExp(`^(?:${field.pattern})$`, 's').test(text)) return `does not match ${field.pattern}`
  switch (field.type) {
    case 'boolean':
      return /^(true|false)$/.test(text) ? null : 'is not true or false'
    case 'integer':
      return integerFault(field, text)
    case 'url':
      return isOrigin(text) ? null : 'is not scheme://host[:port]'
    case 'select':
      return field.options?.some(({ value }) => value === text) ? null : 'is not one of its options'
    case 'pem':
      return text.includes('-----BEGIN ') ? null : 'is not in PEM form'
    case 'string':
    case 'secret':
      return null
  }
}

function integerFault({ min = -Infinity, max = Infinity }: ConfigField, text: string): string | null {
  if (!/^-?\d{1,15}$/.test(text)) return 'is not a whole number'
  return Number(text) >= min && Number(text) <= max ? null : 'is out of its bounds'
}

export function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return /^https?:$/.test(url.protocol) && url.origin === text.replace(/\/$/, '')
}
