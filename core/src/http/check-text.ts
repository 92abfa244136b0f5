import { invalid } from '../kernel/problem.js'

/** Deeper than any body of the contract; anything that walks a body may trust it (F7). */
const MOST_DEPTH = 8

/** JSON leaves the size of a number open, but a larger whole number is parsed as another one nearby. */
const isRounded = (value: number): boolean => Number.isInteger(value) && !Number.isSafeInteger(value)

/** NUL and lone surrogates cannot be kept, or come back as something else (F6). */
export const isCleanText = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/**
 * Before anything else looks at a body: not too deep, and every text and the merchant's numbers can be kept as they are.
 *
 * @throws Problem `validation_error`
 */
export function checkBodyText(body: unknown): void {
  const waiting: { value: unknown; path: string; depth: number }[] = [{ value: body, path: '', depth: 1 }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, path, depth } = next
    if (typeof value === 'string' && !isCleanText(value)) {
      throw invalid(path || 'body', 'has a NUL or half a surrogate pair')
    }
    if (typeof value === 'number' && isRounded(value) && path.startsWith('metadata')) {
      throw invalid(path, 'is beyond ±9007199254740991, where whole numbers lose digits: send it as text')
    }
    if (typeof value !== 'object' || value === null) continue
    if (depth > MOST_DEPTH) throw invalid('body', `is nested deeper than ${MOST_DEPTH} levels`)
    for (const [key, held] of Object.entries(value)) {
      if (!isCleanText(key)) throw invalid(path || 'body', 'has a key with a NUL or half a surrogate pair')
      const inner = Array.isArray(value) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`
      waiting.push({ value: held, path: inner, depth: depth + 1 })
    }
  }
}
