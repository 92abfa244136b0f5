import { type Random, randomText } from '../kernel/random.js'
import type { Sealer } from '../secrets/sealer.js'
import { bareCode } from './totp.js'

const HOW_MANY = 10
/** Without letters that read alike. 50 bits a code. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const HALF = 5
const CODE = /^[0-9a-z]{10}$/

/** Ten codes, as they are shown once: `7k2mq-x9r4t`. */
export const newRecoveryCodes = (random: Random): string[] =>
  Array.from({ length: HOW_MANY }, () => `${randomText(random, ALPHABET, HALF)}-${randomText(random, ALPHABET, HALF)}`)

export const isRecoveryCode = (text: string): boolean => CODE.test(bareCode(text))

/** With a secret: the database alone does not allow a search through all codes. A new secret key cannot hash them anew. */
export const hashRecoveryCode = (sealer: Sealer, userId: string, code: string): string =>
  sealer.authenticateLasting('recovery code', `${userId} ${bareCode(code)}`)
