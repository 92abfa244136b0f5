import type { ConfigValues } from '@paylink/plugin-api'

/** Shorter ones are words that texts have anyway. */
const MIN_LENGTH = 6

/** What a text may have of a setting, and what is shown instead. */
type Form = readonly [form: string, by: string]

/** Redacts a plugin's settings, such as keys and passwords, in its errors and log lines: providers echo what they receive. */
export class OwnSettings {
  private made: readonly Form[] | undefined

  constructor(private readonly config: Readonly<ConfigValues>) {}

  /** Made when something is logged for the first time: most calls log nothing. */
  get forms(): readonly Form[] {
    return (this.made ??= Object.entries(this.config)
      .flatMap(([name, value]) => (isHidden(value) ? formsOf(value).map((form): Form => [form, `[${name}]`]) : []))
      .toSorted(longestFirst))
  }

  /** Plain JavaScript may pass anything. */
  hide(text: unknown): string {
    return replaceForms(String(text), this.forms)
  }

  /** In texts of data or of an error, however deep they are. The very value, if it has none. */
  hideIn<T>(value: T): T {
    return this.isIn(value, new Set()) ? (this.copyOf(value, new Map()) as T) : value
  }

  /** `seen`: data may refer to one object many times, or to itself. */
  private isIn(value: unknown, seen: Set<object>): boolean {
    if (typeof value === 'string') return this.hide(value) !== value
    if (!isSearched(value) || seen.has(value)) return false
    seen.add(value)
    return Object.getOwnPropertyNames(value).some((name) => this.isIn(value[name], seen))
  }

  /** `copies`: by what they are copies of, before their content is copied. */
  private copyOf(value: unknown, copies: Map<object, object>): unknown {
    if (typeof value === 'string') return this.hide(value)
    if (!isSearched(value)) return value
    const known = copies.get(value)
    if (known) return known
    const copy: object = Array.isArray(value) ? [] : (Object.create(Reflect.getPrototypeOf(value)) as object)
    copies.set(value, copy)
    const own = Object.getOwnPropertyDescriptors(value)
    for (const name of Object.getOwnPropertyNames(value)) {
      const [held, enumerable = false] = [value[name], own[name]?.enumerable]
      const copied = this.copyOf(held, copies)
      // What it held may be frozen.
      if (copied !== held) own[name] = { value: copied, enumerable, writable: true, configurable: true }
    }
    return Object.defineProperties(copy, own)
  }
}

/** As many connections as a process may still print about after it was called for others. */
const MAX_TOLD = 50

/** The settings that a plugin's process was told with its latest calls. */
export class ToldSettings {
  private readonly latest = new Map<string, OwnSettings>()

  /** A simulator is told none. */
  add({ connectionId = '', config }: { connectionId?: string; config?: Readonly<ConfigValues> }): void {
    if (!config) return
    this.latest.delete(connectionId)
    this.latest.set(connectionId, new OwnSettings(config))
    const [oldest = ''] = this.latest.keys()
    if (this.latest.size > MAX_TOLD) this.latest.delete(oldest)
  }

  hide(text: string): string {
    const forms = [...this.latest.values()].flatMap((settings) => settings.forms)
    return replaceForms(text, forms.toSorted(longestFirst))
  }
}

/** Addresses are no secrets, and help to find a failure. */
const isHidden = (value: unknown): value is string =>
  typeof value === 'string' && value.length >= MIN_LENGTH && !/^https?:\/\/[^\s@]*$/.test(value)

/** As it is, and as JSON, addresses and the header of a login have it. */
function formsOf(value: string): string[] {
  const json = JSON.stringify(value).slice(1, -1)
  const base64 = Buffer.from(value).toString('base64').replace(/.?=*$/, '')
  const all = [value, json, JSON.stringify(json).slice(1, -1), encodeURIComponent(value.toWellFormed()), base64]
  return [...new Set(all)]
}

/** One setting may be the beginning of another. */
const longestFirst = ([one]: Form, [other]: Form): number => other.length - one.length

const replaceForms = (text: string, forms: readonly Form[]): string =>
  forms.reduce((rest, [form, by]) => rest.replaceAll(form, by), text)

/** Bytes and objects of other classes are not. */
const isSearched = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && (Array.isArray(value) || value instanceof Error || isPlain(value))

const isPlain = (value: object): boolean => [Object.prototype, null].includes(Reflect.getPrototypeOf(value))
