/** What was asked for and may have been done, as far as whoever asked can know (I37, I40). */
export class Doubts {
  private readonly open = new Map<string, Set<number>>()
  private count = 0

  /** It is about to be asked for. `isDoubted`: it was before, and nobody has looked what came of that. */
  begin(id: string): { isDoubted: boolean; nth: number } {
    const before = this.open.get(id) ?? new Set()
    const nth = ++this.count
    this.open.set(id, new Set([...before, nth]))
    return { isDoubted: before.size > 0, nth }
  }

  /** It is known to have come to nothing. */
  end(id: string, nth: number): void {
    this.open.get(id)?.delete(nth)
  }

  /** Somebody looks now. Returns what to call when nothing had come of it, and they know. */
  look(id: string): () => void {
    const seen = [...(this.open.get(id) ?? [])]
    return () => {
      for (const nth of seen) this.end(id, nth)
    }
  }
}
