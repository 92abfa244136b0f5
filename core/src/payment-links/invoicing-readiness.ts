import type { Scope } from '../kernel/principal.js'

/** May links of this account and mode be invoiceable? Fulfilled by `invoicing`. */
export abstract class InvoicingReadiness {
  abstract isReady(scope: Scope): Promise<boolean>
}
