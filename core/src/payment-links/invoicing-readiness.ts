import { isReady } from '../connections/connection.view.js'
import type { Connections } from '../connections/connections.repository.js'
import type { Scope } from '../kernel/principal.js'
import { invalid } from '../kernel/problem.js'

export class InvoicingReadiness {
  constructor(private readonly connections: Connections) {}

  /** @throws Problem `validation_error`: links of this account and mode cannot be invoiceable */
  async assertReady(scope: Scope): Promise<void> {
    const connection = await this.connections.current('invoicing', scope)
    if (!connection || !isReady(connection))
      throw invalid('invoiceable', 'needs an invoicing connection with an issuing merchant in this mode')
  }
}
