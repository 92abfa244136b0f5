import { scrypt, timingSafeEqual } from 'node:crypto'
import { Problem } from '../kernel/problem.js'
import type { Random } from '../kernel/random.js'
import { Semaphore } from '../outbound/semaphore.js'

/** Kept in the hash, so that they can be raised: older hashes are then renewed at the next sign-in. */
interface Cost {
  /** N is a power of two. */
  logN: number
  r: number
  p: number
}

const COST: Cost = { logN: 15, r: 8, p: 3 }
const SALT_BYTES = 16
const HASH_BYTES = 32
/** Each takes 32 MiB and about a third of a second of one core. */
const MAX_AT_ONCE = 2
/** More would wait for longer than people do. */
const MAX_WAITING = 40
/** scrypt itself takes any length, but a hostile one would cost time before it. */
const MAX_LENGTH = 1000

const STORED = /^scrypt[$](\d{1,2})[$](\d{1,2})[$](\d{1,2})[$]([\w-]+)[$]([\w-]+)$/

export interface CheckedPassword {
  matches: boolean
  /** The stored hash was made with other parameters than today's. */
  isOutdated: boolean
}

/** Hashes passwords with scrypt, a few at a time. */
export class PasswordHasher {
  private readonly slots = new Semaphore(MAX_AT_ONCE)
  private inHand = 0

  constructor(private readonly random: Random) {}

  /** @throws Problem `rate_limited`: too many wait already */
  async hash(password: string): Promise<string> {
    const salt = Buffer.from(this.random.bytes(SALT_BYTES))
    const hash = await this.derive(password, salt, COST)
    const { logN, r, p } = COST
    return ['scrypt', logN, r, p, salt.toString('base64url'), hash.toString('base64url')].join('$')
  }

  /**
   * Takes exactly one scrypt, whether there is a hash to compare with or not: the time taken reveals nothing about the address.
   *
   * @param stored null: there is no such user, or no password
   * @throws Problem `rate_limited`: too many wait already
   */
  async check(password: string, stored: string | null): Promise<CheckedPassword> {
    const [, logN, r, p, salt, hash] = STORED.exec(stored ?? '') ?? []
    const cost = salt === undefined ? COST : { logN: Number(logN), r: Number(r), p: Number(p) }
    const expected = Buffer.from(hash ?? '', 'base64url')
    const derived = await this.derive(password, Buffer.from(salt ?? 'no such password', 'base64url'), cost)
    const matches = derived.length === expected.length && timingSafeEqual(derived, expected)
    return { matches, isOutdated: cost.logN !== COST.logN || cost.r !== COST.r || cost.p !== COST.p }
  }

  private async derive(password: string, salt: Uint8Array, cost: Cost): Promise<Buffer> {
    if (this.inHand >= MAX_AT_ONCE + MAX_WAITING) {
      throw new Problem('rate_limited', {
        detail: 'Too many people are signing in. Try again shortly.',
        headers: { 'Retry-After': '10' },
      })
    }
    this.inHand++
    try {
      return await this.slots.run(() => deriveKey(password.slice(0, MAX_LENGTH).normalize('NFKC'), salt, cost))
    } finally {
      this.inHand--
    }
  }
}

function deriveKey(password: string, salt: Uint8Array, { logN, r, p }: Cost): Promise<Buffer> {
  const N = 2 ** logN
  const maxmem = 256 * N * r
  return new Promise((resolve, reject) => {
    scrypt(password, salt, HASH_BYTES, { N, r, p, maxmem }, (error, key) => (error ? reject(error) : resolve(key)))
  })
}
