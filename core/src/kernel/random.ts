import { randomBytes } from 'node:crypto'

/** The one source of chance. */
export abstract class Random {
  abstract bytes(length: number): Uint8Array
}

export class SystemRandom extends Random {
  bytes(length: number): Uint8Array {
    return randomBytes(length)
  }
}

export const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
export const BASE36 = '0123456789abcdefghijklmnopqrstuvwxyz'

/** A text of `length` characters, each equally likely. */
export function randomText(random: Random, alphabet: string, length: number): string {
  // Bytes at or above the last whole multiple would make the first characters likelier.
  const limit = 256 - (256 % alphabet.length)
  let text = ''
  while (text.length < length) {
    for (const byte of random.bytes(length - text.length + 8)) {
      if (byte < limit && text.length < length) text += alphabet[byte % alphabet.length]
    }
  }
  return text
}
