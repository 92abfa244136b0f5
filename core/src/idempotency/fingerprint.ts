import { createHash } from 'node:crypto'

/** Equal for equal requests, whatever the order of keys and the white space. */
export function fingerprint(operation: string, pathId: string | null, body: unknown): string {
  return createHash('sha256')
    .update(`${operation}\n${pathId ?? ''}\n${canonicalJson(body)}`)
    .digest('hex')
}

/** JSON with sorted keys, as in RFC 8785. The depth of `value` was checked before. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value)
    .filter(([, held]) => held !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, held]) => `${JSON.stringify(key)}:${canonicalJson(held)}`).join(',')}}`
}
