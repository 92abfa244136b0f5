import plugin from '@paylink/provider-b'
import { CheckoutSandbox } from '../support/checkout-sandbox.js'

export * from '../support/provider-sandbox.js'

export const PRIVATE_KEY = 'key_sandboxharness0001'
export const CREDENTIALS = { privateKey: PRIVATE_KEY }

/** What the tests look at in Conekta's answers. */
export interface ConektaJson {
  id: string
  object: string
  type: string
  amount: number
  amount_refunded: number
  payment_status?: string
  public_key: string
  customer_info: { name: string; email: string; phone: string }
  line_items: { data: { name: string }[] }
  data: { id: string }[]
  details: { code: string; param?: string; message: string }[]
}

export class Sandbox extends CheckoutSandbox {
  constructor() {
    super(plugin, CREDENTIALS)
  }

  /** A request of the merchant's, past the adapter. */
  async api(method: string, path: string, body?: unknown, authorization = `Bearer ${PRIVATE_KEY}`) {
    const answer = await fetch(this.apiBase + path, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    return { status: answer.status, json: (await answer.json()) as ConektaJson }
  }
}
