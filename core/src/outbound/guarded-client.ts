import { isIP } from 'node:net'
import type { buildConnector, Dispatcher } from 'undici'
import { CheckedAddresses } from './checked-addresses.js'
import { destroyWithoutRetry } from './destroy-without-retry.js'
import { limitResponses } from './limit-responses.js'
import { flatten, type Limit, readResponse } from './read-response.js'
import { type Resolver, SystemResolver } from './resolver.js'
import {
  assertSafeAddresses,
  assertSafeHost,
  assertSafePort,
  bareHost,
  readUrl,
  UnsafeAddressError,
} from './safe-url.js'

export interface OutboundRequest {
  method: string
  url: string
  headers?: Record<string, string>
  body?: string | Uint8Array
  signal: AbortSignal
  /** Called when sending begins; until then the request waits for a connection and cannot have had an effect. */
  onSending?: () => void
}

export interface OutboundResponse {
  status: number
  headers: Record<string, string>
  body: Uint8Array
  /** The body was longer than the limit. */
  isCut: boolean
}

export interface GuardedClientOptions extends Partial<Limit> {
  /** Also allows http, and addresses of private networks. */
  allowPrivate: boolean
  /** Origins that may always be private: the appliance's own simulators. */
  exemptOrigins?: () => readonly string[]
  /** Allowed ports of public addresses; any if left out. */
  ports?: readonly number[]
  resolver?: Resolver
  /** How long an idle connection is kept; 0: a new connection for each request. */
  keepAliveMs?: number
  /** Is told of each answer's `Date`. */
  onDate?: (host: string, date: string | undefined) => void
  /** Maximum per origin; further requests wait. */
  connections?: number
}

/** The request was not sent, so it cannot have had an effect. */
export class NotSentError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'NotSentError'
  }
}

const MAX_BYTES = 2 * 1024 * 1024
/** A response beyond its body: 16 KB of headers (undici's limit), 64 KB of the last read, and framing. */
const OVERHEAD_BYTES = 128 * 1024
const MAX_CONNECTIONS = 16
const CONNECT_TIMEOUT_MS = 5000
const MAX_URL_LENGTH = 2048

/**
 * The HTTP client for all outbound calls. Every host is resolved, all its addresses are checked, and the connection goes
 * to a checked address. No redirects, no proxies.
 */
export class GuardedClient {
  private readonly resolver: Resolver
  private readonly limit: Limit
  private readonly checked = new CheckedAddresses()
  private agent: Promise<Dispatcher> | undefined

  constructor(private readonly options: GuardedClientOptions) {
    this.resolver = options.resolver ?? new SystemResolver()
    this.limit = { maxBytes: options.maxBytes ?? MAX_BYTES, onExcess: options.onExcess ?? 'fail' }
  }

  /**
   * Checks a URL before it is stored. Every call checks it again, so a name that does not resolve yet is accepted.
   *
   * @throws UnsafeAddressError
   */
  async check(text: string, signal?: AbortSignal): Promise<'resolved' | 'unresolved'> {
    if (text.length > MAX_URL_LENGTH)
      throw new UnsafeAddressError(`The URL is longer than ${MAX_URL_LENGTH} characters.`)
    const url = readUrl(text, this.isPrivateAllowed)
    try {
      await this.resolve(url, signal)
      return 'resolved'
    } catch (error) {
      if (error instanceof UnsafeAddressError) throw error
      return 'unresolved'
    }
  }

  /** @throws NotSentError nothing was sent. After any other error the request may have had an effect. */
  async request(request: OutboundRequest): Promise<OutboundResponse> {
    let isSent = false
    let release: (() => void) | undefined
    const sending = (): void => {
      isSent = true
      request.onSending?.()
    }
    try {
      const url = readUrl(request.url, this.isPrivateAllowed)
      release = this.checked.hold(url.origin, await this.resolve(url, request.signal))
      const { request: send } = await import('undici')
      const response = await send(url, {
        method: request.method,
        headers: request.headers,
        body: request.body,
        signal: request.signal,
        dispatcher: (await this.dispatcher()).compose(notifyOnSend(sending)),
      })
      const headers = flatten(response.headers)
      this.options.onDate?.(url.host, headers['date'])
      const answer = await readResponse(response.body, this.limit)
      return { status: response.statusCode, headers, ...answer }
    } catch (error) {
      throw isSent ? error : new NotSentError(messageOf(error), { cause: error })
    } finally {
      release?.()
    }
  }

  async close(): Promise<void> {
    await (await this.agent)?.destroy()
  }

  /** The addresses of a URL's host, all of them safe. @throws UnsafeAddressError @throws Error of the resolver */
  private async resolve(url: URL, signal?: AbortSignal): Promise<string[]> {
    const host = bareHost(url)
    const allowPrivate = this.isPrivateAllowed(url.origin)
    assertSafeHost(host, allowPrivate)
    if (this.options.ports && !allowPrivate) assertSafePort(url, this.options.ports)
    signal?.throwIfAborted()
    if (isIP(host) !== 0) return [host]
    const addresses = await untilAborted(this.resolver.resolve(host, signal), signal)
    assertSafeAddresses(host, addresses, allowPrivate)
    return addresses
  }

  private readonly isPrivateAllowed = (origin: string): boolean =>
    this.options.allowPrivate || (this.options.exemptOrigins?.() ?? []).includes(origin)

  private dispatcher(): Promise<Dispatcher> {
    this.agent ??= import('undici').then(({ Agent, buildConnector, Pool }) => {
      const { keepAliveMs, connections = MAX_CONNECTIONS } = this.options
      const kept = keepAliveMs ? { keepAliveTimeout: keepAliveMs, keepAliveMaxTimeout: keepAliveMs } : {}
      return new Agent({
        factory: (origin, options) =>
          new Pool(origin, {
            ...options,
            ...kept,
            pipelining: keepAliveMs === 0 ? 0 : 1,
            connections,
            connect: this.prepare(
              buildConnector({
                timeout: CONNECT_TIMEOUT_MS,
                lookup: this.checked.lookUp(String(origin)),
                // Explicit, so that no environment variable can disable it.
                rejectUnauthorized: true,
              }),
            ),
          }),
      })
    })
    return this.agent
  }

  private prepare(connect: buildConnector.connector): buildConnector.connector {
    return (to, callback) =>
      connect(to, (...[error, socket]) => {
        if (error) return callback(error, null)
        destroyWithoutRetry(socket)
        limitResponses(socket, this.limit.maxBytes + OVERHEAD_BYTES)
        callback(null, socket)
      })
  }
}

/** `onRequestStart` means that the request has its connection. If it was aborted before, it is not sent. */
const notifyOnSend =
  (sending: () => void): Dispatcher.DispatcherComposeInterceptor =>
  (dispatch) =>
  (options, handler) =>
    dispatch(options, {
      onRequestStart: (controller, context) => {
        handler.onRequestStart?.(controller, context)
        if (!controller.aborted) sending()
      },
      onRequestUpgrade: (...input) => handler.onRequestUpgrade?.(...input),
      onResponseStart: (...input) => handler.onResponseStart?.(...input),
      onResponseData: (...input) => handler.onResponseData?.(...input),
      onResponseEnd: (...input) => handler.onResponseEnd?.(...input),
      onResponseError: (...input) => handler.onResponseError?.(...input),
    })

/** Stops waiting when the signal is aborted, for work that cannot be aborted itself. */
async function untilAborted<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (!signal) return work
  let stop: () => void = () => undefined
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason as Error)
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
