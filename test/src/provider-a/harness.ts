import plugin from '@paylink/provider-a'
import { CheckoutSandbox } from '../support/checkout-sandbox.js'

export * from '../support/provider-sandbox.js'

export const SECRET_KEY = 'sk_test_sandboxharness0001'

/** What the tests look at in Stripe's answers. */
export interface StripeJson {
  id: string
  status: string
  payment_status: string
  payment_intent: string
  secret?: string
  data: unknown[]
  error: { type: string; code?: string }
}

export class Sandbox extends CheckoutSandbox {
  constructor() {
    super(plugin, { secretKey: SECRET_KEY })
  }

  /** A request of the merchant's, past the adapter. */
  async api(method: string, path: string, params: Record<string, string> = {}, headers: Record<string, string> = {}) {
    const encoded = new URLSearchParams(params).toString()
    const answer = await fetch(this.apiBase + path + (method === 'GET' && encoded ? `?${encoded}` : ''), {
      method,
      headers: { authorization: `Bearer ${SECRET_KEY}`, ...headers },
      body: method === 'POST' ? encoded : undefined,
    })
    return { status: answer.status, json: (await answer.json()) as StripeJson }
  }
}
