import { isIP } from 'node:net'
import type { buildConnector, Dispatcher } from 'undici'
import { CheckedAddresses } from './checked-addresses.js'
import { closeForGood } from './closed-for-good.js'
import { limitAnswers } from './limited-socket.js'
import { flatten, type Limit, readAnswer } from './read-answer.js'
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
  /** Called when it begins to be sent: before that it waits for a connection, and nothing can have happened. */
  onSending?: () => void
}

export interface OutboundResponse {
  status: number
  headers: Record<string, string>
  body: Uint8Array
  /** There was more of the body than is read. */
  isCut: boolean
}

export interface GuardedClientOptions extends Partial<Limit> {
  /** Http, and addresses of private networks too. */
  allowPrivate: boolean
  /** Those that may always be private: the appliance's own simulators. */
  exemptOrigins?: () => readonly string[]
  /** The only ports of public addresses that may be called; left out, any. */
  ports?: readonly number[]
  resolver?: Resolver
  /** How long a connection that nobody uses is kept; 0, each request has its own. */
  keepAliveMs?: number
  /** To one origin, at most; further requests wait. */
  connections?: number
}

/** The request was never sent: nothing can have happened. */
export class NotSentError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'NotSentError'
  }
}

const MOST_BYTES = 2 * 1024 * 1024
/** Of an answer, beside its body: 16 KB of headers, all that undici takes, 64 KB of the last read, and the framing. */
const BESIDE_BODY_BYTES = 128 * 1024
const MOST_CONNECTIONS = 16
const CONNECT_TIMEOUT_MS = 5000
const LONGEST_URL = 2048

/**
 * The one way out of the appliance. Every name is resolved, every address it has is checked, and the
 * connection goes to an address that was checked. Redirects are not followed, and no proxy is asked.
 */
export class GuardedClient {
  private readonly resolver: Resolver
  private readonly limit: Limit
  private readonly checked = new CheckedAddresses()
  private agent: Promise<Dispatcher> | undefined

  constructor(private readonly options: GuardedClientOptions) {
    this.resolver = options.resolver ?? new SystemResolver()
    this.limit = { mostBytes: options.mostBytes ?? MOST_BYTES, whenLarger: options.whenLarger ?? 'fail' }
  }

  /**
   * Would a request to this URL be sent? For one that is to be written down: it is asked again whenever it is called.
   * A name that nobody knows today is none to refuse.
   *
   * @throws UnsafeAddressError
   */
  async check(text: string, signal?: AbortSignal): Promise<'resolved' | 'unresolved'> {
    if (text.length > LONGEST_URL) throw new UnsafeAddressError(`The URL is longer than ${LONGEST_URL} characters.`)
    const url = readUrl(text, this.isPrivateAllowed)
    try {
      await this.resolve(url, signal)
      return 'resolved'
    } catch (error) {
      if (error instanceof UnsafeAddressError) throw error
      return 'unresolved'
    }
  }

  /** @throws NotSentError nothing was sent. Any other error: it may have been. */
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
        dispatcher: (await this.dispatcher()).compose(telling(sending)),
      })
      const answer = await readAnswer(response.body, this.limit)
      return { status: response.statusCode, headers: flatten(response.headers), ...answer }
    } catch (error) {
      throw isSent ? error : new NotSentError(messageOf(error), { cause: error })
    } finally {
      release?.()
    }
  }

  async close(): Promise<void> {
    await (await this.agent)?.destroy()
  }

  /** The addresses of a URL's host, all of which are safe. @throws UnsafeAddressError @throws Error of the resolver */
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
      const { keepAliveMs, connections = MOST_CONNECTIONS } = this.options
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
                // Said here, so that no variable of the environment can say otherwise.
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
        closeForGood(socket)
        limitAnswers(socket, this.limit.mostBytes + BESIDE_BODY_BYTES)
        callback(null, socket)
      })
  }
}

/** A request has a connection of its own when it starts; one that was aborted meanwhile is not written to it. */
const telling =
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

/** What cannot be called off is at least not waited for. */
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
