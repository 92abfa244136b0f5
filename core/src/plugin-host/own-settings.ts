import type { ConfigValues } from '@paylink/plugin-api'

/** Shorter ones are words that texts have anyway. */
const MIN_LENGTH = 6

/** Redacts a plugin's settings, such as keys and passwords, in its errors and log lines: providers echo what they receive. */
export class OwnSettings {
  /** Made when something is said for the first time: most calls say nothing. */
  private forms: [form: string, by: string][] | undefined

  constructor(private readonly config: Readonly<ConfigValues>) {}

  hide(text: string): string {
    this.forms ??= Object.entries(this.config).flatMap(([name, value]) =>
      isHidden(value) ? formsOf(value).map((form): [string, string] => [form, `[${name}]`]) : [],
    )
    return this.forms.reduce((rest, [form, by]) => rest.replaceAll(form, by), text)
  }

  /** In texts of data or of an error, however deep they are. The very value, if it has none. */
  hideIn<T>(value: T): T {
    return this.replaced(value, new Map()) as T
  }

  /** `known`: what was seen before; data may refer to one object many times, or to itself. */
  private replaced(value: unknown, known: Map<object, unknown>): unknown {
    if (typeof value === 'string') return this.hide(value)
    if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value
    if (!Array.isArray(value) && !(value instanceof Error) && !isPlain(value)) return value
    if (known.has(value)) return known.get(value)
    known.set(value, value)
    const changed: [string, unknown][] = []
    for (const name of Object.getOwnPropertyNames(value)) {
      const held = (value as Record<string, unknown>)[name]
      const hidden = this.replaced(held, known)
      if (hidden !== held) changed.push([name, hidden])
    }
    if (changed.length > 0) known.set(value, copyWith(value, changed))
    return known.get(value)
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
    return [...this.latest.values()].reduce((rest, settings) => settings.hide(rest), text)
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
  return [...new Set(all)].toSorted((one, other) => other.length - one.length)
}

const isPlain = (value: object): boolean => [Object.prototype, null].includes(Reflect.getPrototypeOf(value))

/** Of the same class; what it held may be frozen. */
function copyWith<T extends object>(value: T, changed: readonly [string, unknown][]): T {
  const copy: object = Array.isArray(value) ? [] : (Object.create(Reflect.getPrototypeOf(value)) as object)
  const own = Object.getOwnPropertyDescriptors(value) as Record<string, PropertyDescriptor>
  for (const [name, held] of changed) {
    own[name] = { value: held, enumerable: own[name]?.enumerable ?? false, writable: true, configurable: true }
  }
  return Object.defineProperties(copy, own) as T
}
