import type { ConfigValues } from './config-field.js'
import type { PluginStore } from './context.js'

/**
 * A stand-in for the provider, inside the appliance, that speaks the provider's own protocol over HTTP,
 * so that the very same adapter runs in test mode without an outside account.
 */
export interface ProviderSimulator {
  /** The settings of a sandbox connection. `seed` is secret, stable and its own for each connection. */
  config(at: { apiBase: string; seed: string }): ConfigValues
  /** The provider's API, served on a loopback port of its own. Refuses credentials of another form as the provider does. */
  api(request: SimulatorRequest, sim: SimulatorContext): Promise<SimulatorResponse>
  /**
   * Its pages, below `/sandbox/{provider}`: plain forms, sent by POST, whose submit buttons are named `outcome`.
   *
   * - On an open checkout: `succeed`, `decline`, `cancel` (the payer leaves), and `cash_later` where
   *   `delayedMethods` are offered: from then on the same address shows the voucher.
   * - On a voucher: `succeed` (paid at the counter), `expire`.
   * - On a paid checkout, where refunds are reported: `refund`, as the merchant makes it in the provider's dashboard.
   *   An optional field `amount` is in minor units; without it everything left is given back.
   * - On a paid checkout, where disputes are reported: `dispute`, as the cardholder's bank opens one; on a disputed one
   *   `dispute_won`, `dispute_lost`.
   * - A method that does not fit the total is not offered: no `cash_later` where no delayed method does.
   *
   * A press that comes too late changes nothing.
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
  /** Kept in the appliance's database, seen by this simulator alone. */
  store: PluginStore
  /** `{base_url}/sandbox/{provider}`. */
  pageBase: string
  /** The language of the reader of a page. */
  locale: 'es-MX' | 'en'
  now(): Date
  /** Unguessable, lower-case letters and digits. */
  randomId(length: number): string
  /** Sends a notification to an address that was registered through the API. Comes back when it was handed over. */
  notify(notification: { url: string; headers: Record<string, string>; body: string }): Promise<void>
}
