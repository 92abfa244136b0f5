import { once } from 'node:events'
import { request as open, type IncomingMessage } from 'node:http'
import type { HttpRequest, HttpResponse, PluginHttp } from '../../context.js'
import { ProviderUnavailableError, ProviderUnknownOutcomeError } from '../../errors.js'
import { TAG_HEADER, type FaultKind } from './fault-kind.js'

const MOST_BYTES = 2 * 1024 * 1024
const NEVER_SENT = /^(ECONNREFUSED|ENOTFOUND|EAI_|EHOSTUNREACH|ENETUNREACH)/

/** What the bench wants to know and decide about the requests of one call. */
export interface RequestWatch {
  /** Told of each request before it leaves. Says what is to happen to it. */
  onRequest(request: HttpRequest, isAborted: boolean): FaultKind | undefined
  /** Told of requests to any other place than the simulator; they are not sent. */
  onStranger(url: string): void
  /** May change what the provider said. */
  tamper(body: Uint8Array): Uint8Array
}

/** `ctx.http` as the contract describes it, with one host in the whole world: the simulator. */
export class LoopbackHttp implements PluginHttp {
  constructor(
    private readonly origin: string,
    private readonly signal: AbortSignal,
    private readonly watch: RequestWatch,
  ) {}

  async request(request: HttpRequest): Promise<HttpResponse> {
    if (new URL(request.url).origin !== this.origin) {
      this.watch.onStranger(request.url)
      throw new ProviderUnavailableError('in test mode there is no host but that of apiBase')
    }
    const fault = this.watch.onRequest(request, this.signal.aborted)
    try {
      const answer = await this.send(request, fault)
      return { ...answer, body: this.watch.tamper(answer.body) }
    } catch (cause) {
      const message = 'no answer from the provider'
      if (request.effect === 'read' || neverSent(cause)) throw new ProviderUnavailableError(message, { cause })
      throw new ProviderUnknownOutcomeError(message, { cause })
    }
  }

  private async send(request: HttpRequest, fault: FaultKind | undefined): Promise<HttpResponse> {
    const outgoing = open(request.url, {
      method: request.method,
      headers: { ...request.headers, [TAG_HEADER]: fault ?? 'sound' },
      signal: this.signal,
      agent: false,
    })
    // What goes wrong is told by `once` or by reading; a second word about it has no listener.
    outgoing.on('error', () => undefined)
    outgoing.end(request.body)
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
    const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])
    return {
      status: incoming.statusCode ?? 0,
      headers: Object.fromEntries(headers) as Record<string, string>,
      body: await readLimited(incoming),
    }
  }
}

function neverSent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && NEVER_SENT.test(String(error.code))
}

async function readLimited(incoming: IncomingMessage): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of incoming as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > MOST_BYTES) throw new Error('the answer is larger than 2 MB')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
