/** The same sequence of numbers from 0 to 1 for the same seed. */
export function chance(seed: number): () => number {
  let state = (Math.abs(seed) % 2147483646) + 1
  const next = (): number => (state = (state * 48271) % 2147483647) / 2147483647
  // The first ones of small seeds are small.
  next()
  next()
  return next
}

export const oneOf = <T>(next: () => number, things: readonly T[]): T => things[Math.floor(next() * things.length)] as T
