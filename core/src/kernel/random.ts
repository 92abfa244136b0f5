import { randomBytes } from 'node:crypto'

/** The only source of randomness. */
export abstract class Random {
  abstract bytes(length: number): Uint8Array
}

const POOL_BYTES = 4096

export class SystemRandom implements Random {
  private pool = new Uint8Array(0)
  private used = 0

  /** From a pool, since a call to the system costs the same for few bytes as for many. No byte is returned twice. */
  bytes(length: number): Uint8Array {
    if (length > POOL_BYTES) return randomBytes(length)
    if (this.used + length > this.pool.length) {
      this.pool = randomBytes(POOL_BYTES)
      this.used = 0
    }
    const bytes = this.pool.slice(this.used, this.used + length)
    this.used += length
    return bytes
  }
}

export const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
export const BASE36 = '0123456789abcdefghijklmnopqrstuvwxyz'

/** `length` characters, uniformly distributed. */
export function randomText(random: Random, alphabet: string, length: number): string {
  // Bytes at or above the last whole multiple would bias towards the first characters.
  const limit = 256 - (256 % alphabet.length)
  let text = ''
  while (text.length < length) {
    for (const byte of random.bytes(length - text.length + 8)) {
      if (byte < limit && text.length < length) text += alphabet[byte % alphabet.length]
    }
  }
  return text
}
