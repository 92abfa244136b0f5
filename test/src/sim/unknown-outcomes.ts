/** Requests of unknown outcome, as their sender can know them (I37, I40). */
export class UnknownOutcomes {
  private readonly open = new Map<string, Set<number>>()
  private count = 0

  /** A request is about to be sent. `isUnknown`: an earlier one was not looked up since. */
  begin(id: string): { isUnknown: boolean; nth: number } {
    const before = this.open.get(id) ?? new Set()
    const nth = ++this.count
    this.open.set(id, new Set([...before, nth]))
    return { isUnknown: before.size > 0, nth }
  }

  /** It is known to have had no effect. */
  end(id: string, nth: number): void {
    this.open.get(id)?.delete(nth)
  }

  /** A look-up begins. Returns what to call when it has found no effect. */
  look(id: string): () => void {
    const seen = [...(this.open.get(id) ?? [])]
    return () => {
      for (const nth of seen) this.end(id, nth)
    }
  }
}
