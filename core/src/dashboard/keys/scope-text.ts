import type { ApiScope } from '../../kernel/principal.js'
import { API_SCOPES } from '../../kernel/principal.js'
import type { KeysWords } from './words.js'

const PAIRS = ['links', 'payments', 'invoices'] as const

/** What a key can, in words: “Leer y crear enlaces, leer pagos”. Null: everything. */
export function scopeText(words: KeysWords, scopes: readonly ApiScope[] | null): string {
  if (scopes === null) return words.everything
  const phrases: string[] = []
  const told = new Set<ApiScope>()
  for (const scope of API_SCOPES) {
    if (!scopes.includes(scope) || told.has(scope)) continue
    const pair = PAIRS.find((of) => scope === `${of}:read` && scopes.includes(`${of}:write`))
    phrases.push(pair ? words.both[pair] : words.one[scope])
    if (pair) told.add(`${pair}:write`)
  }
  const text = phrases.join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
