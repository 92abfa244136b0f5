import { once } from 'node:events'
import { request as open, type IncomingMessage } from 'node:http'
import {
  type HttpRequest,
  type HttpResponse,
  type PluginHttp,
  ProviderUnavailableError,
  ProviderUnknownOutcomeError,
} from '@paylink/plugin-api'
import { TAG_HEADER, type FaultKind } from './fault-kind.js'

const MAX_BYTES = 2 * 1024 * 1024
const NEVER_SENT = /^(ECONNREFUSED|ENOTFOUND|EAI_|EHOSTUNREACH|ENETUNREACH)/

/** Observes the requests of a call and injects faults into them. */
export interface RequestWatch {
  /** Called before each request is sent. Returns the fault to inject. */
  onRequest(request: HttpRequest, isAborted: boolean): FaultKind | undefined
  /** Called for a request to a host other than the simulator, which is not sent. */
  onStranger(url: string): void
  /** May change the provider's answer. */
  tamper(body: Uint8Array): Uint8Array
}

/** `ctx.http` as the contract describes it, with the simulator as the only reachable host. */
export class LoopbackHttp implements PluginHttp {
  constructor(
    private readonly origin: string,
    private readonly signal: AbortSignal,
    private readonly watch: RequestWatch,
  ) {}

  async request(request: HttpRequest): Promise<HttpResponse> {
    if (new URL(request.url).origin !== this.origin) {
      this.watch.onStranger(request.url)
      throw new ProviderUnavailableError('in test mode the host of apiBase is the only one')
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
    // Errors surface through `once` or while reading; another one must not be unhandled.
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
    if (size > MAX_BYTES) throw new Error('the answer is larger than 2 MB')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
