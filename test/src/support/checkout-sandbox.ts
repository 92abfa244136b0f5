import type { CheckoutHandle, CheckoutPage, CheckoutRef, CreateCheckoutInput, ProviderState } from '@paylink/plugin-api'
import { checkoutInput, ProviderSandbox } from './provider-sandbox.js'

const HOUR_MS = 3600_000

/** The sandbox of a payment provider. */
export class CheckoutSandbox extends ProviderSandbox {
  private count = 0

  /** Opens a checkout that is valid for an hour, of a payment of its own. */
  async open(
    changes: Partial<CreateCheckoutInput> = {},
  ): Promise<{ input: CreateCheckoutInput; handle: CheckoutHandle; ref: CheckoutRef }> {
    const paymentId = changes.paymentId ?? `pay_open_${++this.count}`
    const expiresAt = new Date(this.now + HOUR_MS).toISOString()
    const input = checkoutInput({ paymentId, idempotencyKey: `${paymentId}:create`, expiresAt, ...changes })
    const handle = await this.provider.createCheckout(input, this.context())
    return { input, handle, ref: { providerRef: handle.providerRef, paymentId } }
  }

  /** A page of what was created from then on. */
  list(from: number, page?: string): Promise<CheckoutPage> {
    const period = { from: new Date(from).toISOString(), until: new Date(this.now + HOUR_MS).toISOString() }
    return this.provider.listCheckouts!({ ...period, page }, this.context())
  }

  find(paymentId: string, createdAfter = this.now): Promise<ProviderState | null> {
    const reference = { paymentId, createdAfter: new Date(createdAfter).toISOString() }
    return this.provider.findByReference!(reference, this.context())
  }
}
