import { invalid } from '../kernel/problem.js'

/** Deeper than any body in the contract, so that code that walks a body may recurse. */
const MAX_DEPTH = 8

/** `JSON.parse` rounds an integer beyond the safe range to another one nearby. */
const isRounded = (value: number): boolean => Number.isInteger(value) && !Number.isSafeInteger(value)

export const UNSTORABLE = 'contains a NUL character or an unpaired surrogate'

/** The databases cannot store NUL, and lone surrogates come back as other characters. */
export const isStorableText = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/**
 * Checks a body before any other code sees it: nesting, and that every text and metadata number can be stored unchanged.
 *
 * @throws Problem `validation_error`
 */
export function assertStorable(body: unknown): void {
  const waiting: { value: unknown; path: string; depth: number }[] = [{ value: body, path: '', depth: 1 }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, path, depth } = next
    if (typeof value === 'string' && !isStorableText(value)) {
      throw invalid(path || 'body', UNSTORABLE)
    }
    if (typeof value === 'number' && isRounded(value) && path.startsWith('metadata')) {
      throw invalid(path, 'is an integer beyond ±9007199254740991, which would lose digits: send it as text')
    }
    if (typeof value !== 'object' || value === null) continue
    if (depth > MAX_DEPTH) throw invalid('body', `must not be nested deeper than ${MAX_DEPTH} levels`)
    for (const [key, held] of Object.entries(value)) {
      if (!isStorableText(key)) throw invalid(path || 'body', 'has a key with a NUL character or an unpaired surrogate')
      const inner = Array.isArray(value) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`
      waiting.push({ value: held, path: inner, depth: depth + 1 })
    }
  }
}
