import { inspect } from 'node:util'

/** Shorter ones occur by chance. */
const SHORTEST_SECRET = 8
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
    const text = inspect(said, EVERYTHING)
    for (const [form, name] of this.secrets) if (text.includes(form)) this.seen.add(`${where} holds ${name}`)
  }

  /** What was seen so far, each once. */
  leaks(): string[] {
    return [...this.seen]
  }
}

/** As it is, as it looks inside quotes, and as HTTP's basic authentication sends it. */
function formsOf(secret: string): string[] {
  const quoted = inspect(secret).slice(1, -1)
  const basic = Buffer.from(`${secret}:`).toString('base64').replace(/=+$/, '')
  return [...new Set([secret, quoted, basic])]
}
