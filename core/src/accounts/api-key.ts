import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { API_SCOPES, type ApiScope, type Controls } from '../kernel/principal.js'
import { type Mode, modeOf } from '../kernel/mode.js'
import { BASE62, type Random, randomText } from '../kernel/random.js'

/** The stored part of a key, never the key itself (R259). */
export interface ApiKey {
  id: string
  accountId: string
  livemode: boolean
  name: string
  hash: string
  prefix: string
  lastFour: string
  scopes: ApiScope[] | null
  rateLimit: number | null
  controls: Controls | null
  createdAt: string
  lastUsedAt: string | null
  expiresAt: string | null
  revokedAt: string | null
}

const RANDOM_LENGTH = 40
const CHECKSUM_LENGTH = 6
const SHAPE = new RegExp(`^sk_(test|live)_([0-9A-Za-z]{${RANDOM_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`)

/** `sk_<mode>_`, 40 random characters, a checksum of 6. */
export function newKeyText(random: Random, livemode: boolean): string {
  const body = randomText(random, BASE62, RANDOM_LENGTH)
  return `sk_${modeOf(livemode)}_${body}${checksum(body)}`
}

/** The mode a key names; null for a text that cannot be a key, which is refused without a query. */
export function modeOfKey(text: string): Mode | null {
  const [, mode, body = '', sum] = SHAPE.exec(text) ?? []
  return mode !== undefined && checksum(body) === sum ? (mode as Mode) : null
}

/** The key has enough entropy for a plain hash. */
export const hashKey = (text: string): string => createHash('sha256').update(text).digest('hex')

export const isApiScope = (text: string): text is ApiScope => (API_SCOPES as readonly string[]).includes(text)

function checksum(body: string): string {
  let rest = crc32(body)
  let text = ''
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    text = BASE62.charAt(rest % BASE62.length) + text
    rest = Math.floor(rest / BASE62.length)
  }
  return text
}
