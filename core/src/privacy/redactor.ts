/** What names a customer, besides the ids of their rows. */
export interface Identity {
  /** In lower case. */
  email: string
  names: readonly string[]
  rfcs: readonly string[]
}

export const ERASED = '(erased)'
/** RFCs for the general public and for foreigners. */
const GENERIC_RFCS = ['XAXX010101000', 'XEXX010101000']
const MIN_NAME = 2

/** In JSON of ours and of providers. */
const CLEARED_KEYS = new Set(['customerEmail', 'customerName', 'customer_email', 'customer_name', 'email', 'note'])
/** Objects that are about a customer alone. */
const OWN_KEYS = new Set(['receiver', 'customer', 'customer_info', 'customer_details'])

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Replaces what names one customer in texts of their rows. Doing so again changes nothing. */
export class Redactor {
  private readonly all: RegExp
  private readonly precise: RegExp

  constructor({ email, names, rfcs }: Identity) {
    const addresses = [email, encodeURIComponent(email)]
    const known = rfcs.filter((rfc) => !GENERIC_RFCS.includes(rfc.toUpperCase()))
    const long = names.map((name) => name.trim()).filter((name) => name.length >= MIN_NAME)
    this.precise = patternOf([...addresses, ...known])
    this.all = patternOf([...addresses, ...known, ...long])
  }

  /** By their email address or RFC: others may have their name. */
  mentions(text: string): boolean {
    return text.search(this.precise) !== -1
  }

  /** In a text that is theirs, such as the payload of an event. */
  redact(text: string): string {
    return this.redactBy(text, (json) => this.inJson(json))
  }

  /** In a text that is about others as well: words alone. */
  redactShared(text: string): string {
    return this.redactBy(text, (json) => this.inWords(json))
  }

  private redactBy(text: string, inJson: (json: unknown) => unknown): string {
    const json = parsed(text)
    if (json === undefined) return this.replace(text)
    const redacted = JSON.stringify(inJson(json))
    // What is left as it is keeps its very bytes.
    return redacted === JSON.stringify(json) ? text : redacted
  }

  private inWords(value: unknown): unknown {
    if (typeof value === 'string') return /^\s*[[{]/.test(value) ? this.redactShared(value) : this.replace(value)
    if (Array.isArray(value)) return value.map((one) => this.inWords(one))
    if (!isObject(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, this.inWords(held)]))
  }

  private replace(text: string): string {
    return text.replace(this.all, ERASED)
  }

  private inJson(value: unknown): unknown {
    if (typeof value === 'string') return this.redactNested(value)
    if (Array.isArray(value)) return value.map((one) => this.inJson(one))
    if (!isObject(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, this.inField(key, held)]))
  }

  private inField(key: string, held: unknown): unknown {
    if (CLEARED_KEYS.has(key) && typeof held === 'string') return null
    if (key === 'metadata' && isObject(held)) return this.inMetadata(held)
    return OWN_KEYS.has(key) && isObject(held) ? withoutWords(held) : this.inJson(held)
  }

  /** A provider's object has our ids in its metadata, by which its payment is recognized. */
  private inMetadata(held: Record<string, unknown>): object {
    return Object.fromEntries(Object.entries(held).filter(([key]) => key.startsWith('paylink_')))
  }

  private redactNested(text: string): string {
    return /^\s*[[{]/.test(text) ? this.redact(text) : this.replace(text)
  }
}

/** Undefined: it is no JSON object or array. */
function parsed(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function withoutWords(value: unknown): unknown {
  if (typeof value === 'string') return ERASED
  if (Array.isArray(value)) return value.map(withoutWords)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, held]) => [key, CLEARED_KEYS.has(key) ? null : withoutWords(held)]),
  )
}

/** As whole words: neither `Ana` nor `ana@example.com` is in `juana@example.com` or `ana@example.com.mx`. */
function patternOf(words: readonly string[]): RegExp {
  const escaped = [...new Set(words)]
    .filter((word) => word !== '')
    .toSorted((one, other) => other.length - one.length)
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'))
  if (escaped.length === 0) return /(?!)/g
  return new RegExp(`(?<![\\p{L}\\p{N}._%+-])(?:${escaped.join('|')})(?![\\p{L}\\p{N}@-]|\\.[\\p{L}\\p{N}])`, 'giu')
}
