import type { FieldFault } from '../kernel/problem.js'
import type { Parameter } from './contract.js'

/** With more edits than this it is a different word. */
const MAX_EDITS = 2
/** Longer names are not compared: the cost is quadratic in the length. */
const MAX_COMPARED = 40
const MAX_FAULTS = 20

/**
 * Finds query parameters that an operation does not take. If `?staus=paid` were ignored, the client would take all
 * entries for paid ones.
 */
export class UnknownParameters {
  private readonly names: readonly string[]

  constructor(parameters: readonly Parameter[]) {
    this.names = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name)
  }

  faultsIn(query: Record<string, unknown>): FieldFault[] {
    const faults: FieldFault[] = []
    for (const name of Object.keys(query)) {
      if (this.names.includes(name)) continue
      faults.push({ path: name === '' ? 'query' : name.slice(0, 100), message: this.messageFor(name) })
      if (faults.length === MAX_FAULTS) break
    }
    return faults
  }

  private messageFor(name: string): string {
    const near = this.names.find((known) => isNear(name, known))
    if (near !== undefined) return `is not a parameter of this operation: did you mean ${near}?`
    return this.names.length === 0
      ? 'is not a parameter of this operation: it takes none in the query'
      : `is not a parameter of this operation, which takes ${this.names.join(', ')}`
  }
}

/** So that `startingAfter` and `Limit` count as near. */
const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

function isNear(given: string, known: string): boolean {
  if (given.length > MAX_COMPARED) return false
  return editsBetween(plain(given), plain(known)) <= Math.min(MAX_EDITS, Math.floor(known.length / 3))
}

/** The Damerau–Levenshtein distance. */
function editsBetween(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const next = [row]
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1]
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      next[column] = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : Infinity,
      )
    }
    beforeLast = last
    last = next
  }
  return last[b.length] ?? 0
}
