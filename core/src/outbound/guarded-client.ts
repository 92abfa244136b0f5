import type { Dispatcher } from 'undici'
import { resolveSafely } from './safe-address.js'

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
}

/** The request was never sent: nothing can have happened. */
export class NotSentError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'NotSentError'
  }
}

const MOST_BYTES = 2 * 1024 * 1024
const CONNECT_TIMEOUT_MS = 5000

/**
 * The one way out of the appliance. Every name is resolved, every address it has is checked, and the
 * connection goes to an address that was checked. Redirects are not followed.
 */
export class GuardedClient {
  private agent: Promise<Dispatcher> | undefined

  /** `exemptOrigins`: the appliance's own simulators. */
  constructor(
    private readonly allowPrivate: boolean,
    private readonly exemptOrigins: () => readonly string[],
  ) {}

  /** @throws NotSentError nothing was sent. Any other error: it may have been. */
  async request(request: OutboundRequest): Promise<OutboundResponse> {
    const url = new URL(request.url)
    const exempt = this.exemptOrigins().includes(url.origin)
    if (url.protocol !== 'https:' && !exempt && !this.allowPrivate) {
      throw new NotSentError(`${url.origin}: only https is allowed`)
    }
    await this.checkHost(url.hostname, exempt)
    let isSent = false
    const sending = (): void => {
      isSent = true
      request.onSending?.()
    }
    try {
      const { request: send } = await import('undici')
      const response = await send(url, {
        method: request.method,
        headers: request.headers,
        body: request.body,
        signal: request.signal,
        dispatcher: (await this.dispatcher()).compose(telling(sending)),
      })
      return { status: response.statusCode, headers: flatten(response.headers), body: await readLimited(response.body) }
    } catch (error) {
      throw isSent ? error : new NotSentError(messageOf(error), { cause: error })
    }
  }

  private async checkHost(host: string, exempt: boolean): Promise<void> {
    try {
      await resolveSafely(host, exempt || this.allowPrivate)
    } catch (error) {
      throw new NotSentError(messageOf(error), { cause: error })
    }
  }

  private dispatcher(): Promise<Dispatcher> {
    this.agent ??= import('undici').then(
      ({ Agent }) =>
        new Agent({
          pipelining: 1,
          connections: 16,
          connect: {
            timeout: CONNECT_TIMEOUT_MS,
            // Never called for literal addresses: those were checked above. Checked again here, so that a
            // name cannot lead elsewhere between the check and the connection.
            lookup: (host, _options, callback) => {
              resolveSafely(host, this.allowPrivate).then(
                (addresses) => callback(null, addresses),
                (error: unknown) => callback(error as Error, []),
              )
            },
          },
        }),
    )
    return this.agent
  }

  async close(): Promise<void> {
    await (await this.agent)?.destroy()
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

async function readLimited(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > MOST_BYTES) throw new Error('the answer is larger than 2 MB')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const flat: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value
  }
  return flat
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
