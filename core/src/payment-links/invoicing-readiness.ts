import type { Scope } from '../kernel/principal.js'
import { invalid } from '../kernel/problem.js'

/** May links of this account and mode be invoiceable? Fulfilled by `invoicing`. */
export abstract class InvoicingReadiness {
  abstract isReady(scope: Scope): Promise<boolean>

  /** @throws Problem `validation_error` */
  async assertReady(scope: Scope): Promise<void> {
    if (await this.isReady(scope)) return
    throw invalid('invoiceable', 'needs an invoicing connection with an issuing merchant in this mode')
  }
}
