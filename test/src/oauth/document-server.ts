import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Composition } from '@paylink/core/composition/compose'
import { ClientDocuments } from '@paylink/core/oauth/client-documents'
import type { OutboundRequest, OutboundResponse } from '@paylink/core/outbound/guarded-client'

/** Reads over http what is asked for over https: everything but the certificate is as in service. */
class DocumentsWithoutTls extends ClientDocuments {
  override request(request: OutboundRequest): Promise<OutboundResponse> {
    return super.request({ ...request, url: request.url.replace(/^https:/, 'http:') })
  }
}

/** For `beforeServing`. */
export function withoutTls({ container }: Composition): Promise<void> {
  container.onActivation(ClientDocuments, () => new DocumentsWithoutTls(true))
  return Promise.resolve()
}

export interface Served {
  status?: number
  headers?: Record<string, string>
  body: string
}

/** A site with the documents by which programs describe themselves. */
export class DocumentServer {
  /** By path; counted. */
  readonly documents = new Map<string, Served>()
  readonly asked: string[] = []

  private constructor(private readonly server: Server) {}

  static async start(): Promise<DocumentServer> {
    const server = createServer((request, response) => {
      const path = request.url ?? ''
      documents.asked.push(path)
      const { status = 200, headers = {}, body } = documents.documents.get(path) ?? { status: 404, body: '' }
      response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body)
    })
    const documents = new DocumentServer(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return documents
  }

  get host(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  /** Its address, which identifies the program. */
  put(path: string, changes: object = {}, served: Partial<Served> = {}): string {
    const url = `https://${this.host}${path}`
    const document = {
      client_id: url,
      client_name: 'Claude',
      redirect_uris: ['https://claude.example/api/mcp/auth_callback'],
      token_endpoint_auth_method: 'none',
      ...changes,
    }
    this.documents.set(path, { body: JSON.stringify(document), ...served })
    return url
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }
}
