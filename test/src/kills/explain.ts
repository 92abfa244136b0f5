import type { Operation } from './history.js'
import { afterAnswer, spontaneous, type LinkState, NO_LINK, afterNoAnswer } from './link-model.js'

/** So many situations are looked at before a history is called too tangled to judge. */
const MAX_EXPLORED = 2_000_000

export interface Explanation {
  isPossible: boolean
  /** The longest order that made sense. */
  order: Operation[]
}

/**
 * Looks for an order of one link's operations that explains every answer: of all that were
 * answered, each at some moment between its call and its answer, and of any of those that were not.
 *
 * @throws Error the history is too tangled to judge
 */
export function explain(operations: readonly Operation[]): Explanation {
  const search = new Search(operations)
  const isPossible = search.search(0n, NO_LINK, [])
  return { isPossible, order: search.longest }
}

class Search {
  longest: Operation[] = []
  private readonly seen = new Set<string>()

  constructor(private readonly operations: readonly Operation[]) {}

  /** `done`: a bit for each operation that has had its moment. */
  search(done: bigint, state: LinkState, order: Operation[]): boolean {
    const key = `${done} ${JSON.stringify(state)}`
    if (this.seen.has(key)) return false
    if (this.seen.add(key).size > MAX_EXPLORED) throw new Error('too tangled to judge')
    if (order.length > this.longest.length) this.longest = order
    const open = this.operations.filter((_, index) => !(done & bit(index)))
    if (open.every(({ to }) => to === null)) return true
    // Nothing can have its moment after an answer that has had none.
    const firstAnswer = Math.min(...open.map(({ to }) => to ?? Infinity))
    const next = open.filter(({ from }) => from < firstAnswer)
    const moves = next.map((operation) => ({ operation, states: statesAfter(state, operation) }))
    // An operation that changes nothing can be placed here: it rules out no later order. Not so one that disables: as long
    // as it has not had its moment, it may close the checkout, whatever it is answered.
    const harmless = moves.find(({ operation, states }) => operation.call.name !== 'disable' && states.includes(state))
    if (harmless) return this.search(done | this.bitOf(harmless.operation), state, [...order, harmless.operation])
    for (const { operation, states } of moves) {
      const after = done | this.bitOf(operation)
      if (states.some((found) => this.search(after, found, [...order, operation]))) return true
    }
    const isDisabling = next.some(({ call }) => call.name === 'disable')
    return spontaneous(state, isDisabling).some((found) => this.search(done, found, order))
  }

  private bitOf(operation: Operation): bigint {
    return bit(this.operations.indexOf(operation))
  }
}

const statesAfter = (state: LinkState, { call, answer }: Operation): LinkState[] =>
  answer ? afterAnswer(state, call, answer) : afterNoAnswer(state, call)

const bit = (index: number): bigint => 1n << BigInt(index)

/** A history for people to read: when, what, and the answer. */
export const describe = (operations: readonly Operation[]): string =>
  operations
    .map(({ from, to, call, answer }) => `${from}–${to ?? '?'} ${JSON.stringify(call)} → ${JSON.stringify(answer)}`)
    .join('\n')
