import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Stands for Stripe and Facturapi: knows the account, and repeats credentials in every other answer, as some do. */
export class EchoingProvider {
  /** From then on it refuses every key. */
  hasForgotten = false

  private constructor(private readonly server: Server) {}

  static async start(): Promise<EchoingProvider> {
    const server = createServer()
    const provider = new EchoingProvider(server)
    server.on('request', (request, response) => {
      const { authorization = '' } = request.headers
      const isAccount = /\/(account|organizations\/me|organization)\b/.test(request.url ?? '')
      const isKnown = isAccount && !provider.hasForgotten
      request.resume()
      const type = { 'content-type': 'application/json', 'request-id': authorization }
      response.writeHead(isKnown ? 200 : 401, type)
      response.end(JSON.stringify(isKnown ? ACCOUNT : echoOf(authorization)))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return provider
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }
}

const LEGAL = { tax_id: 'EKU9003173C9', legal_name: 'ESCUELA KEMPER URGATE' }
const ACCOUNT = { id: 'acct_canary', object: 'account', charges_enabled: true, is_production_ready: true, legal: LEGAL }

function echoOf(authorization: string): object {
  const key = authorization.replace(/^Bearer /, '')
  const message = `Invalid API Key provided: ${key}`
  return { message, code: key, error: { type: 'invalid_request_error', code: key, message, param: authorization } }
}
