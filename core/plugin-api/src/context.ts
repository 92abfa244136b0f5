import type { ConfigValues } from './config-field.js'

export type Mode = 'test' | 'live'

/** Passed to every call. Plain data and ports: a plugin needs nothing else from its environment. */
export interface PluginContext {
  mode: Mode
  livemode: boolean
  connectionId: string
  config: Readonly<ConfigValues>
  http: PluginHttp
  log: PluginLog
  now(): Date
  /** The time, in milliseconds since the epoch, after which core ignores the answer. */
  deadline: number
  /** Aborted at the deadline. */
  signal: AbortSignal
  /** Kept in the appliance's database; private to this plugin and connection. */
  store: PluginStore
}

/** Messages are logged with the connection's id. Never pass a secret or a payer's data. */
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
  /** A `write` may create, change or charge something. A fault is classified by it. */
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
   * Sends one request to an allowed host. Redirects are not followed, an answer may have 2 MB, and the whole exchange
   * ends at the deadline.
   *
   * @throws ProviderUnavailableError the request was never sent (DNS, connection refused, TLS, host not allowed), or a read failed.
   * @throws ProviderUnknownOutcomeError a write was sent and its answer was lost.
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
