import { inspect } from 'node:util'

/** Shorter ones occur by chance. */
const MIN_SECRET_LENGTH = 8
/** Both alphabets; Node decodes either. */
const BASE64 = /[A-Za-z0-9+/_-]{10,}/g
/** As text, or as Node prints a Buffer. */
const HEX = /(?:[0-9a-f]{2} ?){8,}/gi
const EVERYTHING = { depth: 20, maxStringLength: null, maxArrayLength: null, breakLength: Infinity } as const

/** Remembers secrets, and searches everything that a plugin outputs for them. */
export class Witness {
  private readonly secrets = new Map<string, string>()
  private readonly seen = new Set<string>()
  /** Requests that went elsewhere, or not through `ctx.http`. */
  readonly strays = new Set<string>()

  /** `name` describes the secret in a report; the value itself is never reported. */
  addSecret(name: string, value: unknown): void {
    if (typeof value !== 'string' || value.length < MIN_SECRET_LENGTH) return
    for (const form of formsOf(value)) this.secrets.set(form, name)
  }

  /** `where` names the place, e.g. `the error of createCheckout`. */
  search(where: string, said: unknown): void {
    const readings = readingsOf(inspect(said, EVERYTHING))
    for (const [form, name] of this.secrets) {
      if (readings.some((text) => text.includes(form))) this.seen.add(`${where} holds ${name}`)
    }
  }

  /** The leaks found so far. */
  leaks(): string[] {
    return [...this.seen]
  }
}

/** The secret as it is, and as it is escaped inside quotes. */
function formsOf(secret: string): string[] {
  const quoted = inspect(secret).slice(1, -1)
  const json = JSON.stringify(secret).slice(1, -1)
  return [...new Set([secret, quoted, json])]
}

/** A text and its decodings: percent escapes in an address, base64 in a Basic header, a hex dump. */
function readingsOf(text: string): string[] {
  const plain = [...new Set([text, percentDecoded(text)])]
  return plain.flatMap((one) => [
    one,
    ...(one.match(BASE64)?.flatMap(base64Decoded) ?? []),
    ...(one.match(HEX)?.map(hexDecoded) ?? []),
  ])
}

function percentDecoded(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (escaped) => Buffer.from(escaped.replaceAll('%', ''), 'hex').toString())
}

/** At all four offsets, because the characters before may shift the groups of four. */
function base64Decoded(token: string): string[] {
  return [0, 1, 2, 3].map((from) => percentDecoded(Buffer.from(token.slice(from), 'base64').toString()))
}

const hexDecoded = (token: string): string => Buffer.from(token.replaceAll(' ', ''), 'hex').toString()
