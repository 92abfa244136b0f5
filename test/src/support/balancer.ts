import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const MAX_TRIES = 40
/** It closes a connection that it has not used for so long, long before a server that stops does. */
const IDLE_MS = 1000
const PAUSE_MS = 50

/**
 * A balancer that takes its servers in turn and keeps connections to them open. It repeats a request elsewhere only if
 * no connection could be made, as one must that knows nothing about idempotency; anything else breaks the client's connection.
 */
export class Balancer {
  private readonly agent = new Agent({ keepAlive: true, timeout: IDLE_MS })
  private turn = 0
  /** Requests that were sent and got no answer. */
  lost: string[] = []

  private constructor(
    private readonly server: Server,
    private readonly origins: readonly string[],
  ) {
    server.on('request', (incoming, outgoing) => void this.forward(incoming, outgoing))
  }

  static async before(origins: readonly string[], port: number): Promise<Balancer> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    return new Balancer(server, origins)
  }

  get url(): string {
    return `http://localhost:${(this.server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.agent.destroy()
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }

  private async forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = Buffer.concat(await incoming.toArray())
    for (let attempt = 1; ; attempt++) {
      try {
        const response = await this.send(incoming, body)
        for (const [name, value] of endToEnd(response)) outgoing.setHeader(name, value)
        outgoing.writeHead(response.statusCode ?? 502)
        return void response.pipe(outgoing)
      } catch (error) {
        const { code = '', syscall } = error as NodeJS.ErrnoException
        // No byte was sent: refused, or reset in the queue of a server that has just stopped listening.
        if (syscall === 'connect' && attempt < MAX_TRIES) {
          if (attempt % this.origins.length === 0) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
          continue
        }
        this.lost.push(`${incoming.method} ${incoming.url}: ${code} ${String(error)}`)
        return void outgoing.destroy()
      }
    }
  }

  private send(incoming: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
    const origin = this.origins[this.turn++ % this.origins.length] ?? ''
    return new Promise((resolve, reject) => {
      const { hostname, port } = new URL(origin)
      const { method, url: path, headers } = incoming
      const sent = request({ hostname, port, method, path, headers, agent: this.agent }, resolve)
      sent.on('error', reject)
      sent.end(body)
    })
  }
}

const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding'])

const endToEnd = ({ headers }: IncomingMessage): [string, string | string[]][] =>
  Object.entries(headers).filter(
    (header): header is [string, string | string[]] => header[1] !== undefined && !HOP_BY_HOP.has(header[0]),
  )
