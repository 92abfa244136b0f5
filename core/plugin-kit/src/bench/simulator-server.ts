import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ProviderSimulator, SimulatorContext, SimulatorResponse } from '@paylink/plugin-api'
import { FAULT_KINDS, TAG_HEADER, type FaultKind } from './fault-kind.js'

const HUGE_CHUNK = ' '.repeat(1024 * 1024)
const HUGE_CHUNKS = 50

/** A plugin's simulator on a loopback port; each request names the fault to inject into it. */
export class SimulatorServer {
  /** Requests that did not come through `ctx.http`. */
  readonly strays: string[] = []
  private onHang: () => void = () => undefined

  private constructor(
    private readonly server: Server,
    readonly origin: string,
  ) {}

  static async open(simulator: ProviderSimulator, context: () => SimulatorContext): Promise<SimulatorServer> {
    const server = createServer()
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(0, '127.0.0.1', resolve)
    })
    const opened = new SimulatorServer(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      opened.answer(simulator, context(), request, response).catch(() => {
        if (!response.headersSent) response.writeHead(500)
        response.end()
      })
    })
    return opened
  }

  /** Resolves when a request hangs, after its effect if it is to have one. */
  nextHang(): Promise<void> {
    return new Promise((resolve) => (this.onHang = resolve))
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }

  private async answer(
    simulator: ProviderSimulator,
    sim: SimulatorContext,
    incoming: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const rawBody = await readBody(incoming)
    const { [TAG_HEADER]: tag, ...headers } = headersOf(incoming)
    const url = new URL(incoming.url ?? '/', 'http://simulator')
    const method = incoming.method ?? 'GET'
    if (tag === undefined) this.strays.push(`${method} ${url.pathname}`)
    const fault = FAULT_KINDS.find((kind) => kind === tag)
    if (fault === 'hang_before') return this.onHang()
    if (fault && failBefore(fault, response)) return
    const request = { method, path: url.pathname, query: url.searchParams, headers, rawBody }
    const answer = await simulator.api(request, sim)
    if (fault === 'hang_after') this.onHang()
    else if (fault) await failAfter(fault, answer, response)
    else send(answer, response)
  }
}

/** True if the request has been answered. */
function failBefore(fault: Exclude<FaultKind, 'hang_before'>, response: ServerResponse): boolean {
  switch (fault) {
    case 'reset_before':
      response.socket?.resetAndDestroy()
      return true
    case 'error_before':
      sendError(500, response)
      return true
    case 'busy':
      sendError(429, response)
      return true
    case 'redirect':
      response.writeHead(302, { location: 'https://elsewhere.example/', 'content-length': 0 }).end()
      return true
    case 'reset_after':
    case 'error_after':
    case 'hang_after':
    case 'cut':
    case 'garbage':
    case 'huge':
      return false
  }
}

async function failAfter(fault: FaultKind, answer: SimulatorResponse, response: ServerResponse): Promise<void> {
  if (fault === 'reset_after') {
    response.socket?.resetAndDestroy()
  } else if (fault === 'error_after') {
    sendError(500, response)
  } else if (fault === 'cut') {
    const body = Buffer.from(answer.body ?? '')
    response.writeHead(answer.status, { ...answer.headers, 'content-length': body.length })
    response.write(body.subarray(0, body.length / 2), () => response.socket?.destroy())
  } else if (fault === 'garbage') {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end('<!doctype html><title>Welcome</title><p>This is not what you asked for.')
  } else if (fault === 'huge') {
    // The correct answer followed by 50 MB of spaces: an adapter without a limit would accept it.
    response.writeHead(answer.status, answer.headers)
    response.write(answer.body ?? '')
    for (let sent = 0; sent < HUGE_CHUNKS && !response.destroyed; sent++) {
      await new Promise((resolve) => response.write(HUGE_CHUNK, resolve))
    }
    response.end()
  }
}

function send(answer: SimulatorResponse, response: ServerResponse): void {
  response.writeHead(answer.status, answer.headers)
  response.end(answer.body)
}

function sendError(status: number, response: ServerResponse): void {
  response.writeHead(status, { 'content-type': 'text/html' })
  response.end(`<h1>${status}</h1>`)
}

function headersOf(incoming: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]))
}

async function readBody(incoming: IncomingMessage): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of incoming as AsyncIterable<Uint8Array>) chunks.push(chunk)
  return Buffer.concat(chunks)
}
