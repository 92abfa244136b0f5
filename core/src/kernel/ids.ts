import type { Clock } from './clock.js'
import { BASE58, type Random, randomText } from './random.js'

/** A TypeID: a prefix, an underscore, and a UUIDv7 in 26 characters of Crockford's base32 (R198). Sorts by creation. */
export type IdPrefix =
  | 'acct'
  | 'key'
  | 'conn'
  | 'plink'
  | 'pay'
  | 'inv'
  | 'evt'
  | 'whe'
  | 'whd'
  | 'alrt'
  | 'eml'
  | 'job'
  | 'usr'
  | 'invt'
  | 'ses'
  | 'emch'
  | 'grt'
  | 'appr'
  | 'ers'

const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz'

export class Ids {
  private lastMs = 0
  private sequence = 0

  constructor(
    private readonly clock: Clock,
    private readonly random: Random,
  ) {}

  next(prefix: IdPrefix): string {
    return `${prefix}_${encodeBase32(this.uuid7())}`
  }

  /** A UUID of version 7 in its usual form. */
  uuid(): string {
    const hex = this.uuid7().toString('hex')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
  }

  /** 22 random characters of base58, 128 bits: a slug cannot be guessed from an id or another slug (R198, I10). */
  slug(): string {
    return randomText(this.random, BASE58, 22)
  }

  private uuid7(): Buffer {
    const id = Buffer.from(this.random.bytes(16))
    const ms = this.clock.now().getTime()
    // Ids made within one millisecond still sort in the order of their creation.
    this.sequence = ms === this.lastMs ? this.sequence + 1 : 0
    this.lastMs = ms
    id.writeUIntBE(ms, 0, 6)
    id.writeUInt16BE(0x7000 | (this.sequence & 0xfff), 6)
    id.writeUInt8((id.readUInt8(8) & 0x3f) | 0x80, 8)
    return id
  }
}

const TYPE_ID = /^[a-z]+_([0-7][0-9a-hjkmnp-tv-z]{25})$/
/** The first 50 of the 130 bits: two of padding, and the time in milliseconds. */
const TIME_CHARACTERS = 10

/** When an id was made; null: it is not one of `Ids`. */
export function madeAt(id: string): Date | null {
  const text = TYPE_ID.exec(id)?.[1]
  if (text === undefined) return null
  const ms = [...text.slice(0, TIME_CHARACTERS)].reduce((sum, digit) => sum * 32 + CROCKFORD.indexOf(digit), 0)
  return new Date(ms)
}

/** 128 bits in 26 characters of five bits; the first carries three. */
function encodeBase32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let held = 2
  for (const byte of bytes) {
    bits = (bits << 8) | byte
    held += 8
    while (held >= 5) {
      held -= 5
      text += CROCKFORD[(bits >> held) & 31]
    }
    bits &= 31
  }
  return text
}
