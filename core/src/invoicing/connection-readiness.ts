import { isReady } from '../connections/connection.view.js'
import type { Connections } from '../connections/connections.repository.js'
import type { Scope } from '../kernel/principal.js'
import { InvoicingReadiness } from '../payment-links/invoicing-readiness.js'

export class ConnectionReadiness extends InvoicingReadiness {
  constructor(private readonly connections: Connections) {
    super()
  }

  async isReady(scope: Scope): Promise<boolean> {
    const connection = await this.connections.current('invoicing', scope)
    return connection !== undefined && isReady(connection)
  }
}
