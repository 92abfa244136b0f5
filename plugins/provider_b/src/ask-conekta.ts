import { isProviderError, type PluginContext } from '@paylink/plugin-api'
import type { CompaniesApi, OrdersApi, WebhookKeysApi, WebhooksApi } from 'conekta'
import { ConektaFailure, providerErrorOf, withoutSecrets, type Effect } from './conekta-errors.js'
import { transportOver } from './conekta-transport.js'
import { apiBaseOf, privateKeyOf } from './settings.js'

/** The parts of the official SDK that we use. */
export interface Conekta {
  orders: OrdersApi
  companies: CompaniesApi
  webhooks: WebhooksApi
  webhookKeys: WebhookKeysApi
}

/**
 * Runs `question` with the official SDK over `ctx.http`, and throws every failure as an error of the contract.
 *
 * An SDK error is never rethrown: it holds the request, with the key and the payer's data.
 */
export async function askConekta<T>(
  ctx: PluginContext,
  effect: Effect,
  question: (conekta: Conekta) => Promise<T>,
): Promise<T> {
  const conekta = await openConekta(ctx)
  try {
    return await question(conekta)
  } catch (error) {
    if (isProviderError(error)) throw error
    if (error instanceof ConektaFailure) throw providerErrorOf(error, effect)
    throw new Error(withoutSecrets(error instanceof Error ? error.message : 'the SDK failed'))
  }
}

/** Loaded on first use, not at start-up: the SDK takes a third of a second and thirty megabytes. */
async function openConekta(ctx: PluginContext): Promise<Conekta> {
  const sdk = await import('conekta')
  const configuration = new sdk.Configuration({
    accessToken: privateKeyOf(ctx.config),
    basePath: apiBaseOf(ctx.config),
    // Never used: it keeps the SDK from building an agent of its own from a certificate file.
    baseOptions: { adapter: transportOver(ctx), httpsAgent: {} },
  })
  return {
    orders: new sdk.OrdersApi(configuration),
    companies: new sdk.CompaniesApi(configuration),
    webhooks: new sdk.WebhooksApi(configuration),
    webhookKeys: new sdk.WebhookKeysApi(configuration),
  }
}
