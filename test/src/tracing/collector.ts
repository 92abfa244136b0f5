import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Record<string, string | number | boolean>
  status: { code?: number; message?: string }
}

interface KeyValue {
  key: string
  value: { stringValue?: string; intValue?: string; boolValue?: boolean; doubleValue?: number }
}

interface ExportRequest {
  resourceSpans: {
    resource: { attributes: KeyValue[] }
    scopeSpans: { spans: (Omit<ReceivedSpan, 'attributes'> & { attributes: KeyValue[] })[] }[]
  }[]
}

/** An OTLP/HTTP collector on loopback. */
export class Collector {
  readonly spans: ReceivedSpan[] = []
  readonly resources: Record<string, unknown>[] = []
  /** Everything it was sent, as it came. */
  received = ''
  status = 200
  refused = 0

  private constructor(private readonly server: Server) {}

  static async start(): Promise<Collector> {
    const server = createServer()
    const collector = new Collector(server)
    server.on('request', (request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const isTaken = collector.status === 200 && request.method === 'POST' && request.url === '/v1/traces'
        if (!isTaken) collector.refused++
        else collector.take(Buffer.concat(chunks).toString('utf8'), request.headers['content-type'])
        response.writeHead(isTaken ? 200 : collector.status, { 'content-type': 'application/json' }).end('{}')
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return collector
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  named(name: string): ReceivedSpan[] {
    return this.spans.filter((span) => span.name === name)
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }

  private take(body: string, type: string | undefined): void {
    if (type !== 'application/json') throw new Error(`not JSON: ${type}`)
    this.received += body
    for (const { resource, scopeSpans } of (JSON.parse(body) as ExportRequest).resourceSpans) {
      this.resources.push(toObject(resource.attributes))
      for (const { spans } of scopeSpans) {
        this.spans.push(...spans.map((span) => ({ ...span, attributes: toObject(span.attributes) })))
      }
    }
  }
}

const toObject = (pairs: KeyValue[]): Record<string, string | number | boolean> =>
  Object.fromEntries(
    pairs.map(({ key, value: { stringValue, intValue, boolValue, doubleValue } }) => [
      key,
      stringValue ?? boolValue ?? doubleValue ?? Number(intValue),
    ]),
  )
