import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The organization of every key but those of `REVOKED`. */
export const ORGANIZATION = 'org_of_its_own'
export const REVOKED = 'sk_test_revoked'

/** Of Facturapi: only what it takes to connect with an organization's own key. */
export class QuietFacturapi {
  /** Each as `GET /v2/organizations/me sk_test_…`. */
  readonly seen: string[] = []

  private constructor(private readonly server: Server) {}

  static async open(): Promise<QuietFacturapi> {
    const server = createServer((request, response) => {
      const key = (request.headers.authorization ?? '').replace('Bearer ', '')
      facturapi.seen.push(`${request.method} ${request.url} ${key}`)
      const { status, body } = key === REVOKED ? UNAUTHORIZED : answerTo(`${request.method} ${request.url}`)
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
    const facturapi = new QuietFacturapi(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return facturapi
  }

  get apiBase(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  close(): void {
    this.server.close()
  }
}

const UNAUTHORIZED = { status: 401, body: { message: 'La llave no es válida.', code: 'api_key_invalid' } }
const MISSING = { status: 404, body: { message: 'No se encontró el recurso solicitado.', code: 'not_found' } }

/** Good for tests, and not yet for more. */
const ME = {
  id: ORGANIZATION,
  is_production_ready: false,
  pending_steps: [{ type: 'certificate', description: 'Sube tu Certificado de Sello Digital (CSD)' }],
  legal: { name: 'Taller', legal_name: 'TALLER DE BARRO', tax_id: 'TBA010101AB1' },
}

function answerTo(call: string): { status: number; body: object } {
  if (call === 'GET /v2/organizations/me') return { status: 200, body: ME }
  if (call === 'POST /v2/webhooks') return { status: 201, body: { id: 'webhook_1', secret: 'of_the_notifications' } }
  return MISSING
}
