import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Log } from '../kernel/log.js'
import type { Timer } from '../kernel/timer.js'
import { plainHeaders } from '../plugin-host/plain-headers.js'
import type { SandboxFaults } from './injected-faults.js'
import type { Simulators } from './simulators.js'

const MAX_BYTES = 1024 * 1024

/** The simulators' APIs, each on a loopback port of this process. */
export class SimulatorServers {
  private readonly servers = new Map<string, Promise<{ server: Server; origin: string }>>()
  /** The only addresses that are exempt from the outbound guard. */
  readonly origins: string[] = []
  private isStopped = false

  constructor(
    private readonly simulators: Simulators,
    private readonly faults: SandboxFaults,
    private readonly timer: Timer,
    private readonly log: Log,
  ) {}

  /** Starts the simulator's API in this process if it is not running yet. */
  async serve(provider: string): Promise<{ server: Server; origin: string }> {
    // A check of the doctor that was given up may still be under way.
    if (this.isStopped) throw new Error('the sandbox has been stopped')
    let starting = this.servers.get(provider)
    if (!starting) {
      starting = new Promise((resolve, reject) => {
        const server = createServer((request, response) => {
          this.answer(provider, request, response).catch((error: unknown) => {
            this.log.error({ err: error, provider }, 'the simulator failed')
            if (!response.headersSent) response.writeHead(500)
            response.end()
          })
        })
        server.once('error', reject)
        server.listen(0, '127.0.0.1', () => {
          const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
          this.origins.push(origin)
          resolve({ server, origin })
        })
      })
      this.servers.set(provider, starting)
    }
    return starting
  }

  async stop(): Promise<void> {
    this.isStopped = true
    for (const starting of this.servers.values()) {
      const { server } = await starting
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }

  private async answer(provider: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const rawBody = await readBody(request)
    const url = new URL(request.url ?? '/', 'http://sandbox')
    const method = request.method ?? 'GET'
    const call = `${method} ${url.pathname}`
    const faults = this.faults.of(provider)
    const before = await faults.take(['delay_before', 'reset_before', 'error_before', 'refuse', 'garbage'], call)
    if (before?.kind === 'delay_before') await this.timer.sleep(before.ms)
    else if (before) return fail(response, before.kind)
    const answer = await this.simulators
      .find(provider)
      ?.api(
        { method, path: url.pathname, query: url.searchParams, headers: plainHeaders(request), rawBody },
        this.simulators.contextOf(provider, 'es-MX'),
      )
    const after = await faults.take(['delay_after', 'reset_after', 'error_after'], call)
    if (after?.kind === 'delay_after') await this.timer.sleep(after.ms)
    else if (after) return fail(response, after.kind)
    response.writeHead(answer?.status ?? 404, answer?.headers)
    response.end(answer?.body)
  }
}

const REFUSED = 'A fault was injected.'
/** Has the form of a Stripe error and of a Conekta error at once. */
const REFUSAL = JSON.stringify({
  error: { type: 'invalid_request_error', message: REFUSED },
  object: 'error',
  type: 'precondition_required_error',
  details: [{ code: 'fault_switched_on', message: REFUSED, debug_message: REFUSED }],
})

function fail(response: ServerResponse, kind: string): void {
  if (kind.startsWith('reset')) {
    response.socket?.resetAndDestroy()
  } else if (kind.startsWith('error')) {
    response.writeHead(500, { 'content-type': 'application/json' })
    response.end('{"error":{"type":"api_error","message":"A fault was injected."}}')
  } else if (kind === 'refuse') {
    response.writeHead(400, { 'content-type': 'application/json' })
    response.end(REFUSAL)
  } else {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end('<html>not what you asked for</html>')
  }
}

async function readBody(request: IncomingMessage): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > MAX_BYTES) throw new Error('the request is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
