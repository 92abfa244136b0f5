import { inspect } from 'node:util'

/** Shorter ones occur by chance. */
const SHORTEST_SECRET = 8
/** Both alphabets; Node reads either. */
const BASE64 = /[A-Za-z0-9+/_-]{10,}/g
/** As text, or as a Buffer is shown. */
const HEX = /(?:[0-9a-f]{2} ?){8,}/gi
const EVERYTHING = { depth: 20, maxStringLength: null, maxArrayLength: null, breakLength: Infinity } as const

/** Remembers what must never be told, and looks for it in everything a plugin says. */
export class Witness {
  private readonly secrets = new Map<string, string>()
  private readonly seen = new Set<string>()
  /** Requests that went elsewhere, or not through `ctx.http`. */
  readonly strays = new Set<string>()

  /** `name` is what a report calls it; the value itself is never reported. */
  keep(name: string, value: unknown): void {
    if (typeof value !== 'string' || value.length < SHORTEST_SECRET) return
    for (const form of formsOf(value)) this.secrets.set(form, name)
  }

  /** `where` names the place, e.g. `the error of createCheckout`. */
  look(where: string, said: unknown): void {
    const readings = readingsOf(inspect(said, EVERYTHING))
    for (const [form, name] of this.secrets) {
      if (readings.some((text) => text.includes(form))) this.seen.add(`${where} holds ${name}`)
    }
  }

  /** What was seen so far, each once. */
  leaks(): string[] {
    return [...this.seen]
  }
}

/** As it is, and as it looks inside quotes. */
function formsOf(secret: string): string[] {
  const quoted = inspect(secret).slice(1, -1)
  const json = JSON.stringify(secret).slice(1, -1)
  return [...new Set([secret, quoted, json])]
}

/** A text, and what is in it once somebody decodes it: an address's `%3A`, a Basic header's base64, a dump in hex. */
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

/** Whatever stood before it may have put it out of step. */
function base64Decoded(token: string): string[] {
  return [0, 1, 2, 3].map((from) => percentDecoded(Buffer.from(token.slice(from), 'base64').toString()))
}

const hexDecoded = (token: string): string => Buffer.from(token.replaceAll(' ', ''), 'hex').toString()
