import type { Scope } from '../kernel/caller.js'

/** May links of this account and mode be invoiceable? Fulfilled by `invoicing`. */
export abstract class InvoicingReadiness {
  abstract isReady(scope: Scope): Promise<boolean>
}
