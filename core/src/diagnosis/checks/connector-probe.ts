import { connect } from 'node:tls'
import type { OutboundResponse } from '../../outbound/guarded-client.js'
import { UnsafeAddressError } from '../../outbound/safe-url.js'

/** Looks at an address as a program on another machine would. */
export interface ConnectorProbe {
  /** Does its name lead to a public address, as seen from here? */
  isPublic(url: string): Promise<boolean>
  /** @throws Error no answer, or an untrusted certificate */
  request(method: 'GET' | 'POST', url: string): Promise<Pick<OutboundResponse, 'status' | 'headers' | 'body'>>
  /** When the certificate of an https address expires. @throws Error there is none */
  certificateEndsAt(url: string): Promise<Date>
}

/** The real one. Nothing is cached, and redirects are not followed: clients of MCP do not follow them either. */
export class SystemConnectorProbe implements ConnectorProbe {
  constructor(private readonly signal: AbortSignal) {}

  async isPublic(url: string): Promise<boolean> {
    const { GuardedClient } = await import('../../outbound/guarded-client.js')
    try {
      await new GuardedClient({ allowPrivate: false }).check(url, this.signal)
      return true
    } catch (error) {
      if (error instanceof UnsafeAddressError) return false
      throw error
    }
  }

  async request(method: 'GET' | 'POST', url: string): Promise<OutboundResponse> {
    const { GuardedClient } = await import('../../outbound/guarded-client.js')
    const client = new GuardedClient({ allowPrivate: true, keepAliveMs: 0, maxBytes: 64 * 1024 })
    const headers = { Accept: 'application/json, text/event-stream', 'Content-Type': 'application/json' }
    try {
      return await client.request({ method, url, signal: this.signal, headers })
    } finally {
      await client.close()
    }
  }

  certificateEndsAt(url: string): Promise<Date> {
    const { hostname, port } = new URL(url)
    const host = hostname.replace(/^\[|\]$/g, '')
    return new Promise((resolve, reject) => {
      // Whether it is trusted is seen by the requests; here it is only read.
      const socket = connect({ host, port: Number(port || 443), servername: host, rejectUnauthorized: false })
      const abort = (): void => void socket.destroy(new Error('no answer'))
      this.signal.addEventListener('abort', abort, { once: true })
      socket.once('secureConnect', () => {
        resolve(new Date(socket.getPeerCertificate().valid_to))
        socket.destroy()
      })
      socket.once('error', reject)
      socket.once('close', () => this.signal.removeEventListener('abort', abort))
    })
  }
}
