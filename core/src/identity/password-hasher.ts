import { scrypt, timingSafeEqual } from 'node:crypto'
import type { Random } from '../kernel/random.js'
import { HashQueue, type Stranger } from './hash-queue.js'

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
  private readonly queue = new HashQueue()

  constructor(private readonly random: Random) {}

  /** For a person who has proved who they are. @throws HashQueueFullError */
  async hash(password: string): Promise<string> {
    const salt = Buffer.from(this.random.bytes(SALT_BYTES))
    const hash = await this.derive(password, salt, COST, null)
    const { logN, r, p } = COST
    return ['scrypt', logN, r, p, salt.toString('base64url'), hash.toString('base64url')].join('$')
  }

  /**
   * Takes exactly one scrypt, whether there is a hash to compare with or not: the time taken reveals nothing about the address.
   *
   * @param stored null: there is no such user, or no password
   * @param stranger null: a known browser or address of the user, or a session
   * @throws HashQueueFullError
   */
  async check(password: string, stored: string | null, stranger: Stranger): Promise<CheckedPassword> {
    const [, logN, r, p, salt, hash] = STORED.exec(stored ?? '') ?? []
    const cost = salt === undefined ? COST : { logN: Number(logN), r: Number(r), p: Number(p) }
    const expected = Buffer.from(hash ?? '', 'base64url')
    const derived = await this.derive(password, Buffer.from(salt ?? 'no such password', 'base64url'), cost, stranger)
    const matches = derived.length === expected.length && timingSafeEqual(derived, expected)
    return { matches, isOutdated: cost.logN !== COST.logN || cost.r !== COST.r || cost.p !== COST.p }
  }

  private derive(password: string, salt: Uint8Array, cost: Cost, stranger: Stranger): Promise<Buffer> {
    const normal = password.slice(0, MAX_LENGTH).normalize('NFKC')
    return this.queue.run(() => deriveKey(normal, salt, cost), stranger)
  }
}

function deriveKey(password: string, salt: Uint8Array, { logN, r, p }: Cost): Promise<Buffer> {
  const N = 2 ** logN
  const maxmem = 256 * N * r
  return new Promise((resolve, reject) => {
    scrypt(password, salt, HASH_BYTES, { N, r, p, maxmem }, (error, key) => (error ? reject(error) : resolve(key)))
  })
}
