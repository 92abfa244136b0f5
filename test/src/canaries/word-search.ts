/** Finds many words in one pass over bytes, as Aho and Corasick describe it: a state for each beginning of a word. */
export class WordSearch {
  /** By state and next byte, the next state. */
  private next = new Int32Array(256 * 1024)
  /** By state: the words that end there, longest first, as a list that goes on at the longest proper ending. */
  private readonly ends: (number | undefined)[] = [undefined]
  private readonly shorter: number[] = [0]
  private states = 1

  constructor(words: readonly Uint8Array[]) {
    for (const [index, word] of words.entries()) this.add(word, index)
    this.link()
  }

  /** The numbers of the words that occur. */
  in(bytes: Uint8Array): Set<number> {
    const { next, ends, shorter } = this
    const found = new Set<number>()
    let state = 0
    for (let at = 0; at < bytes.length; at++) {
      state = next[state * 256 + (bytes[at] as number)] as number
      for (let ending = state; ending !== 0; ending = shorter[ending] as number) {
        const word = ends[ending]
        if (word !== undefined) found.add(word)
      }
    }
    return found
  }

  private add(word: Uint8Array, index: number): void {
    let state = 0
    for (const byte of word) {
      const place = state * 256 + byte
      state = this.next[place] || this.newState()
      // A new state may have moved the table.
      this.next[place] = state
    }
    this.ends[state] = index
  }

  private newState(): number {
    const state = this.states++
    this.ends.push(undefined)
    this.shorter.push(0)
    if (state * 256 >= this.next.length) {
      const larger = new Int32Array(this.next.length * 2)
      larger.set(this.next)
      this.next = larger
    }
    return state
  }

  /** Where no word goes on with a byte, the longest ending that begins a word does. */
  private link(): void {
    const endings = new Int32Array(this.states)
    const queue = [...this.next.subarray(0, 256)].filter((state) => state !== 0)
    for (const state of queue) {
      const ending = endings[state] as number
      this.shorter[state] = this.ends[ending] === undefined ? (this.shorter[ending] as number) : ending
      for (let byte = 0; byte < 256; byte++) {
        const child = this.next[state * 256 + byte] as number
        const other = this.next[ending * 256 + byte] as number
        if (child === 0) this.next[state * 256 + byte] = other
        else {
          endings[child] = other
          queue.push(child)
        }
      }
    }
  }
}
