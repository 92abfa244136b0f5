import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eventually } from './appliance.js'

export interface Received {
  method: string
  path: string
  headers: IncomingMessage['headers']
  /** The very bytes, as text. */
  body: string
  event: any
}

/** What it does with a request once its body has come; `nth` counts from 1, of this path. */
export type Conduct = (response: ServerResponse, received: Received, nth: number) => void

export const answering =
  (status: number, headers: Record<string, string> = {}, body = ''): Conduct =>
  (response) =>
    void response.writeHead(status, headers).end(body)

/** A merchant's server on loopback, for webhooks. Answers 200 unless told otherwise for a path. */
export class Receiver {
  readonly received: Received[] = []
  private readonly conducts = new Map<string, Conduct>()
  /** TCP connections that were opened, whether or not anything was sent. */
  connections = 0

  private constructor(private readonly server: Server) {}

  static async start(): Promise<Receiver> {
    const server = createServer()
    const receiver = new Receiver(server)
    server.on('connection', () => receiver.connections++)
    server.on('request', (request, response) => void receiver.take(request, response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return receiver
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port
  }

  url(path = '/hook'): string {
    return `http://127.0.0.1:${this.port}${path}`
  }

  /** From now on, at this path. */
  conduct(path: string, conduct: Conduct): void {
    this.conducts.set(path, conduct)
  }

  at(path: string): Received[] {
    return this.received.filter((one) => one.path === path)
  }

  /** When so many have come to the path. */
  async came(path: string, count: number, ms?: number): Promise<Received[]> {
    return eventually(
      () => Promise.resolve(this.at(path)),
      (seen) => seen.length >= count,
      ms,
    )
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString('utf8')
    const { method = '', url: path = '' } = request
    const received = { method, path, headers: request.headers, body, event: JSON.parse(body) as unknown }
    this.received.push(received)
    response.on('error', () => undefined)
    const conduct = this.conducts.get(path) ?? answering(200)
    conduct(response, received, this.at(path).length)
  }
}

/** As a receiver that we did not write would work it out: the specification's own header (R152). */
export function verifies(secret: string, { headers, body }: Received): boolean {
  const [t = '', ...signatures] = String(headers['service-signature']).split(',')
  const own = createHmac('sha256', secret)
    .update(`${t.slice('t='.length)}.${body}`)
    .digest('hex')
  return signatures.includes(`v1=${own}`)
}
