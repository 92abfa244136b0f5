import type { ConfigValues } from './config-field.js'
import type { PluginStore } from './context.js'

/**
 * A fake of the provider that speaks its protocol over HTTP, so that the same adapter runs in test mode without an
 * account at the provider.
 */
export interface ProviderSimulator {
  /** The settings of a sandbox connection. `seed` is secret, stable and its own for each connection. */
  config(at: { apiBase: string; seed: string }): ConfigValues
  /** The provider's API, served on its own loopback port. Refuses malformed credentials as the provider does. */
  api(request: SimulatorRequest, sim: SimulatorContext): Promise<SimulatorResponse>
  /**
   * Its pages, below `/sandbox/{provider}`: plain forms, sent by POST, whose submit buttons are named `outcome`.
   *
   * - On an open checkout: `succeed`, `decline`, `cancel` (the payer leaves), and `cash_later` if
   *   `delayedMethods` are offered: from then on the same address shows the voucher.
   * - On a voucher: `succeed` (paid at the store), `expire`.
   * - On a paid checkout, if refunds are reported: `refund`, which the merchant would make in the provider's dashboard.
   *   An optional field `amount` is in minor units; without it the rest is refunded.
   * - On a paid checkout, if disputes are reported: `dispute`, as opened by the cardholder's bank; on a disputed one
   *   `dispute_won`, `dispute_lost`.
   * - A method that does not accept the total is not offered: no `cash_later` if no delayed method accepts it.
   *
   * An outcome that comes too late changes nothing.
   */
  page(request: SimulatorRequest, sim: SimulatorContext): Promise<SimulatorResponse>
}

export interface SimulatorRequest {
  method: string
  /** Without the query; for pages, without `/sandbox/{provider}`. */
  path: string
  query: URLSearchParams
  /** Names in lower case. */
  headers: Record<string, string>
  rawBody: Uint8Array
}

export interface SimulatorResponse {
  status: number
  headers?: Record<string, string>
  body?: string | Uint8Array
}

export interface SimulatorContext {
  /** Kept in the appliance's database; private to this simulator. */
  store: PluginStore
  /** `{base_url}/sandbox/{provider}`. */
  pageBase: string
  /** The language of the page. */
  locale: 'es-MX' | 'en'
  now(): Date
  /** Unguessable, lower-case letters and digits. */
  randomId(length: number): string
  /** Sends a notification to an address that was registered through the API. Resolves when it has been delivered. */
  notify(notification: { url: string; headers: Record<string, string>; body: string }): Promise<void>
}
