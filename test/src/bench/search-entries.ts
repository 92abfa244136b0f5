/** 2^46: the terms, numbers of 52 bits, fall into 64 buckets. */
const BUCKET = 2 ** 46
const BUCKETS = 64

/** Entries of the search index, put into the order of its key: in any other order, writing millions takes an hour. */
export class SearchEntries {
  private readonly buckets = Array.from({ length: BUCKETS }, () => ({ pairs: new Float64Array(2 ** 12), length: 0 }))

  add(entries: readonly (readonly [term: number, document: number])[]): void {
    for (const [term, document] of entries) {
      const bucket = this.buckets[Math.floor(term / BUCKET)]
      if (!bucket) throw new RangeError(`no term: ${term}`)
      if (bucket.length === bucket.pairs.length) {
        const larger = new Float64Array(bucket.length * 2)
        larger.set(bucket.pairs)
        bucket.pairs = larger
      }
      bucket.pairs[bucket.length++] = term
      bucket.pairs[bucket.length++] = document
    }
  }

  /** Pairs one after the other; a part of the index at a time. */
  *inOrder(): Generator<Float64Array> {
    for (const { pairs, length } of this.buckets) {
      const at = (position: number): number => pairs[position] ?? 0
      const positions = Uint32Array.from({ length: length / 2 }, (_, n) => 2 * n)
      positions.sort((one, other) => at(one) - at(other) || at(one + 1) - at(other + 1))
      const sorted = new Float64Array(length)
      positions.forEach((position, n) => sorted.set([at(position), at(position + 1)], 2 * n))
      yield sorted
    }
  }
}
