import type { Scope } from '../kernel/principal.js'
import { InvoicingReadiness } from '../payment-links/invoicing-readiness.js'
import { isReady } from './invoicing-connection.js'
import type { InvoicingConnections } from './invoicing-connections.repository.js'

export class ConnectionReadiness extends InvoicingReadiness {
  constructor(private readonly connections: InvoicingConnections) {
    super()
  }

  async isReady(scope: Scope): Promise<boolean> {
    const connection = await this.connections.current(scope)
    return connection !== undefined && isReady(connection)
  }
}
