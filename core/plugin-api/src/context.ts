import type { ConfigValues } from './config-field.js'

export type Mode = 'test' | 'live'

/** Handed to every call. Plain data and ports: a plugin needs nothing else of its surroundings. */
export interface PluginContext {
  mode: Mode
  livemode: boolean
  connectionId: string
  config: Readonly<ConfigValues>
  http: PluginHttp
  log: PluginLog
  now(): Date
  /** The moment, in milliseconds since the epoch, after which core no longer listens. */
  deadline: number
  /** Aborted at the deadline. */
  signal: AbortSignal
  /** Kept in the appliance's database, seen by this plugin and connection alone. */
  store: PluginStore
}

/** Messages are kept with the connection's id. Never pass a secret or a payer's data. */
export interface PluginLog {
  info(message: string, data?: object): void
  warn(message: string, data?: object): void
  error(message: string, data?: object): void
}

export interface HttpRequest {
  method: string
  url: string
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** A `write` may create, change or charge something; how a fault is read depends on it. */
  effect: 'read' | 'write'
}

export interface HttpResponse {
  status: number
  /** Names in lower case. */
  headers: Record<string, string>
  body: Uint8Array
}

export interface PluginHttp {
  /**
   * One request, to an allowed host only. Redirects are not followed, the answer is cut at 2 MB, the
   * whole exchange ends at the deadline.
   *
   * @throws ProviderUnavailableError the request was never sent (DNS, refused, TLS, a host not allowed), or a read failed.
   * @throws ProviderUnknownOutcomeError a write was sent and its answer lost.
   */
  request(request: HttpRequest): Promise<HttpResponse>
}

/** A small durable map. Values are strings of at most 256 KB. */
export interface PluginStore {
  get(key: string): Promise<string | null>
  set(key: string, value: string): Promise<void>
  /** Writes only if the key is new. True if it wrote. */
  add(key: string, value: string): Promise<boolean>
  /** Entries whose key starts with `prefix`, in descending order of key, below `before` where given. At most 1000. */
  list(prefix: string, options?: { before?: string; limit?: number }): Promise<{ key: string; value: string }[]>
}
