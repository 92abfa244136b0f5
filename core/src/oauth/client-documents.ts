import { GuardedClient } from '../outbound/guarded-client.js'

/** Of servers on the internet. Where private addresses are allowed, any port is. */
const PUBLIC_PORTS = [443, 8443]
/** A document of a client has less than a kilobyte. */
export const MAX_DOCUMENT_BYTES = 8 * 1024

/** Reads the documents by which programs describe themselves, at addresses that anyone may name. */
export class ClientDocuments extends GuardedClient {
  readonly calls = 'client documents'

  constructor(allowPrivate: boolean) {
    super({ allowPrivate, ports: PUBLIC_PORTS, maxBytes: MAX_DOCUMENT_BYTES, connections: 2, keepAliveMs: 0 })
  }

  /** With the signature of `fetch`, for the library. A redirect is an answer as any other, and not followed. */
  readonly fetch = async (url: string, { signal }: { signal: AbortSignal }): Promise<Response> => {
    const { status, headers, body } = await this.request({
      ...{ method: 'GET', url, signal },
      headers: { accept: 'application/json' },
    })
    return new Response(status === 200 ? Buffer.from(body) : null, {
      status: status >= 200 ? status : 502,
      headers: {
        'cache-control': headers['cache-control'] ?? '',
        'content-type': headers['content-type'] ?? '',
      },
    })
  }
}
