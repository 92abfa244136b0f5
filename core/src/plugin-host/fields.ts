/** A plugin answered something that the contract does not know. */
export class MalformedAnswerError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'MalformedAnswerError'
  }
}

/** Undefined: it is not what it should be. */
export type Read<T> = (value: unknown) => T | undefined

/** Plain data of unknown shape, read field by field. Null counts as left out; what nobody asks for is left behind. */
export class Fields {
  private readonly held: Record<string, unknown>

  /** @throws MalformedAnswerError */
  constructor(
    value: unknown,
    private readonly what: string,
  ) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new MalformedAnswerError(`${what} is not an object`)
    }
    this.held = value as Record<string, unknown>
  }

  names(): string[] {
    return Object.keys(this.held)
  }

  has(name: string): boolean {
    return this.held[name] !== undefined && this.held[name] !== null
  }

  /** @throws MalformedAnswerError */
  get<T>(name: string, read: Read<T>): T {
    const value = read(this.held[name])
    if (value === undefined) throw new MalformedAnswerError(`${this.what}.${name} is missing or not what it should be`)
    return value
  }

  /** @throws MalformedAnswerError */
  maybe<T>(name: string, read: Read<T>): T | undefined {
    return this.has(name) ? this.get(name, read) : undefined
  }

  /** @throws MalformedAnswerError */
  inside(name: string): Fields {
    return new Fields(this.held[name], `${this.what}.${name}`)
  }

  /** @throws MalformedAnswerError */
  maybeInside<T>(name: string, read: (fields: Fields) => T): T | undefined {
    return this.has(name) ? read(this.inside(name)) : undefined
  }

  /** @throws MalformedAnswerError */
  each<T>(name: string, most: number, read: (fields: Fields) => T): T[] {
    const items = this.get(name, (value) => (Array.isArray(value) && value.length <= most ? value : undefined))
    return items.map((item, at) => read(new Fields(item, `${this.what}.${name}[${at}]`)))
  }
}

const MOST_TEXT = 500
const MOST_ADDRESS = 8192
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/
/** What an integer column holds. */
const MOST_WHOLE = 2_147_483_647

/** No database of ours takes a NUL. */
export const text: Read<string> = (value) =>
  typeof value === 'string' && value.length <= MOST_TEXT && !value.includes('\0') ? value : undefined

export const reference: Read<string> = (value) => text(value) || undefined

/** Words for people: too many are cut. */
export const words: Read<string> = (value) => (typeof value === 'string' ? inShort(value) : undefined)

export const inShort = (message: string): string => message.replaceAll('\0', '').slice(0, MOST_TEXT)

export const flag: Read<boolean> = (value) => (typeof value === 'boolean' ? value : undefined)

export const whole: Read<number> = (value) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MOST_WHOLE ? value : undefined

/** In the one form in which points in time sort as text. */
export const moment: Read<string> = (value) =>
  typeof value === 'string' && MOMENT.test(value) && !Number.isNaN(Date.parse(value))
    ? new Date(value).toISOString()
    : undefined

/**
 * Of the web, as the parser writes it: it drops line ends and tabs, which no header takes. Without TLS only where the
 * provider itself is spoken to without: the sandbox, tests.
 */
export const address =
  (isPlainAllowed: boolean): Read<string> =>
  (value) => {
    const url = typeof value === 'string' && value.length <= MOST_ADDRESS ? URL.parse(value) : null
    return url && (url.protocol === 'https:' || (isPlainAllowed && url.protocol === 'http:')) ? url.href : undefined
  }

export const oneOf =
  <T extends string>(...values: readonly T[]): Read<T> =>
  (value) =>
    values.find((one) => one === value)

export const listOf =
  <T>(read: Read<T>, most: number): Read<T[]> =>
  (value) => {
    if (!Array.isArray(value) || value.length > most) return undefined
    const items = value.map(read)
    return items.includes(undefined) ? undefined : (items as T[])
  }
