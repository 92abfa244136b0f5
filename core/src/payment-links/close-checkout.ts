import type { Scope } from '../kernel/principal.js'

/** Ends the open checkout of a link at its provider. Implemented by `checkout`, a higher room. */
export abstract class CloseCheckout {
  /**
   * Resolves once the checkout can no longer be paid and this is recorded on its payment.
   *
   * @throws Problem `link_already_paid`: the checkout was paid first; the payment is recorded
   * @throws Problem `request_in_flight`: the provider won't close it (a printed voucher), or it is being verified
   * @throws Problem `provider_unavailable`: the outcome is not known, or it is still being opened; nothing was changed
   */
  abstract run(scope: Scope, linkId: string): Promise<void>
}
