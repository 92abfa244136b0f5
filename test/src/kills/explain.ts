import type { Operation } from './history.js'
import { afterAnswer, byItself, type LinkState, NO_LINK, perhaps } from './link-model.js'

/** So many situations are looked at before a history is called too tangled to judge. */
const MOST_LOOKED_AT = 2_000_000

export interface Explanation {
  isPossible: boolean
  /** The longest order that made sense. */
  order: Operation[]
}

/**
 * Looks for an order of one link's operations that explains everything anybody was told: of all that were
 * answered, each at some moment between its call and its answer, and of any of those that were not.
 *
 * @throws Error the history is too tangled to judge
 */
export function explain(operations: readonly Operation[]): Explanation {
  const search = new Search(operations)
  const isPossible = search.goOn(0n, NO_LINK, [])
  return { isPossible, order: search.longest }
}

class Search {
  longest: Operation[] = []
  private readonly seen = new Set<string>()

  constructor(private readonly operations: readonly Operation[]) {}

  /** `done`: a bit for each operation that has had its moment. */
  goOn(done: bigint, state: LinkState, order: Operation[]): boolean {
    const key = `${done} ${JSON.stringify(state)}`
    if (this.seen.has(key)) return false
    if (this.seen.add(key).size > MOST_LOOKED_AT) throw new Error('too tangled to judge')
    if (order.length > this.longest.length) this.longest = order
    const open = this.operations.filter((_, index) => !(done & bit(index)))
    if (open.every(({ to }) => to === null)) return true
    // Nothing can have its moment after an answer that has had none.
    const firstAnswer = Math.min(...open.map(({ to }) => to ?? Infinity))
    const next = open.filter(({ from }) => from < firstAnswer)
    const moves = next.map((operation) => ({ operation, states: statesAfter(state, operation) }))
    // What changes nothing may as well have its moment now: it stands in nobody's way later.
    const harmless = moves.find(({ states }) => states.includes(state))
    if (harmless) return this.goOn(done | this.bitOf(harmless.operation), state, [...order, harmless.operation])
    for (const { operation, states } of moves) {
      const after = done | this.bitOf(operation)
      if (states.some((found) => this.goOn(after, found, [...order, operation]))) return true
    }
    const isDisabling = next.some(({ call }) => call.name === 'disable')
    return byItself(state, isDisabling).some((found) => this.goOn(done, found, order))
  }

  private bitOf(operation: Operation): bigint {
    return bit(this.operations.indexOf(operation))
  }
}

const statesAfter = (state: LinkState, { call, answer }: Operation): LinkState[] =>
  answer ? afterAnswer(state, call, answer) : perhaps(state, call)

const bit = (index: number): bigint => 1n << BigInt(index)

/** A history for people to read: when, what, and the answer. */
export const describe = (operations: readonly Operation[]): string =>
  operations
    .map(({ from, to, call, answer }) => `${from}–${to ?? '?'} ${JSON.stringify(call)} → ${JSON.stringify(answer)}`)
    .join('\n')
