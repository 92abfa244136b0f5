import { createHash } from 'node:crypto'

/** The same request, whatever the order of its keys and its white space. */
export function fingerprint(operation: string, pathId: string | null, body: unknown): string {
  return createHash('sha256')
    .update(`${operation}\n${pathId ?? ''}\n${canonicalJson(body)}`)
    .digest('hex')
}

/** JSON with sorted keys, in the manner of RFC 8785. The depth of `value` was bounded before. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value)
    .filter(([, held]) => held !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, held]) => `${JSON.stringify(key)}:${canonicalJson(held)}`).join(',')}}`
}
