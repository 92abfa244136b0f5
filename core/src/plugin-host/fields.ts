/** A plugin's answer breaks the contract. */
export class MalformedAnswerError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'MalformedAnswerError'
  }
}

/** Undefined if the value is invalid. */
export type Read<T> = (value: unknown) => T | undefined

/** Plain data of unknown shape, read field by field. Null counts as missing; fields that are never read are dropped. */
export class Fields {
  private readonly values: Record<string, unknown>

  /** @throws MalformedAnswerError */
  constructor(
    value: unknown,
    private readonly what: string,
  ) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new MalformedAnswerError(`${what} is not an object`)
    }
    this.values = value as Record<string, unknown>
  }

  names(): string[] {
    return Object.keys(this.values)
  }

  has(name: string): boolean {
    return this.values[name] !== undefined && this.values[name] !== null
  }

  /** @throws MalformedAnswerError */
  get<T>(name: string, read: Read<T>): T {
    const value = read(this.values[name])
    if (value === undefined) throw new MalformedAnswerError(`${this.what}.${name} is missing or invalid`)
    return value
  }

  /** @throws MalformedAnswerError */
  optional<T>(name: string, read: Read<T>): T | undefined {
    return this.has(name) ? this.get(name, read) : undefined
  }

  /** @throws MalformedAnswerError */
  nested(name: string): Fields {
    return new Fields(this.values[name], `${this.what}.${name}`)
  }

  /** @throws MalformedAnswerError */
  optionalNested<T>(name: string, read: (fields: Fields) => T): T | undefined {
    return this.has(name) ? read(this.nested(name)) : undefined
  }

  /** @throws MalformedAnswerError */
  list<T>(name: string, max: number, read: (fields: Fields) => T): T[] {
    const items = this.get(name, (value) => (Array.isArray(value) && value.length <= max ? value : undefined))
    return items.map((item, index) => read(new Fields(item, `${this.what}.${name}[${index}]`)))
  }
}

const MAX_TEXT = 500
const MAX_URL = 8192
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/
/** The largest value of an integer column. */
const MAX_INTEGER = 2_147_483_647

/** Postgres stores no NUL in a text. */
export const text: Read<string> = (value) =>
  typeof value === 'string' && value.length <= MAX_TEXT && !value.includes('\0') ? value : undefined

export const reference: Read<string> = (value) => text(value) || undefined

/** Text for people; a long one is truncated. */
export const displayText: Read<string> = (value) => (typeof value === 'string' ? truncated(value) : undefined)

export const truncated = (message: string): string => message.replaceAll('\0', '').slice(0, MAX_TEXT)

export const flag: Read<boolean> = (value) => (typeof value === 'boolean' ? value : undefined)

export const integer: Read<number> = (value) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_INTEGER ? value : undefined

/** Normalized to UTC with milliseconds, so that times sort as text. */
export const timestamp: Read<string> = (value) =>
  typeof value === 'string' && MOMENT.test(value) && !Number.isNaN(Date.parse(value))
    ? new Date(value).toISOString()
    : undefined

/**
 * Serialized by the URL parser, which drops line breaks and tabs (illegal in a header). Plain `http` is allowed only where
 * the provider's own API is called without TLS: in the sandbox and in tests.
 */
export const webUrl =
  (allowsHttp: boolean): Read<string> =>
  (value) => {
    const url = typeof value === 'string' && value.length <= MAX_URL ? URL.parse(value) : null
    return url && (url.protocol === 'https:' || (allowsHttp && url.protocol === 'http:')) ? url.href : undefined
  }

export const oneOf =
  <T extends string>(...values: readonly T[]): Read<T> =>
  (value) =>
    values.find((one) => one === value)

export const listOf =
  <T>(read: Read<T>, max: number): Read<T[]> =>
  (value) => {
    if (!Array.isArray(value) || value.length > max) return undefined
    const items = value.map(read)
    return items.includes(undefined) ? undefined : (items as T[])
  }
