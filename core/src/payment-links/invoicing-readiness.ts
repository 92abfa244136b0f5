import type { Scope } from '../kernel/caller.js'

/** May links of this account and mode be invoiceable? Fulfilled by `invoicing`. */
export abstract class InvoicingReadiness {
  abstract isReady(scope: Scope): Promise<boolean>
}

/** No invoicing provider is installed. */
export class NoInvoicing extends InvoicingReadiness {
  isReady(): Promise<boolean> {
    return Promise.resolve(false)
  }
}
