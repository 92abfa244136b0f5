import { isProviderError, type PluginContext } from '@paylink/plugin-api'
import type {
  CompaniesApi,
  CompanyResponse,
  GetOrdersResponse,
  GetWebhookKeysResponse,
  OrderResponse,
  OrdersApi,
  WebhookKeyCreateResponse,
  WebhookKeysApi,
  WebhookResponse,
  WebhooksApi,
} from 'conekta'
import { ConektaFailure, providerErrorOf, withoutSecrets, type Effect } from './conekta-errors.js'
import { clientOver } from './conekta-client.js'
import { apiBaseOf, privateKeyOf } from './settings.js'

/** Methods of the SDK and what they answer: its own types of answers are those of axios, which is not installed. */
type Answering<Api, Answers extends { [Method in keyof Api]?: unknown }> = {
  [Method in keyof Answers & keyof Api]: (
    ...given: Api[Method] extends (...given: infer Given) => unknown ? Given : never
  ) => Promise<{ data: Answers[Method] }>
}

type OrderMethods = 'createOrder' | 'cancelOrder' | 'getOrderById'

/** The parts of the official SDK that we use. */
export interface Conekta {
  orders: Answering<OrdersApi, Record<OrderMethods, OrderResponse> & { getOrders: GetOrdersResponse }>
  companies: Answering<CompaniesApi, { getCurrentCompany: CompanyResponse }>
  webhooks: Answering<WebhooksApi, Record<'createWebhook' | 'deleteWebhook', WebhookResponse>>
  webhookKeys: Answering<
    WebhookKeysApi,
    { getWebhookKeys: GetWebhookKeysResponse; createWebhookKey: WebhookKeyCreateResponse }
  >
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

/** Loaded on first use, not at start-up: the SDK takes time and memory. */
async function openConekta(ctx: PluginContext): Promise<Conekta> {
  const sdk = await import('conekta')
  const basePath = apiBaseOf(ctx.config)
  const configuration = new sdk.Configuration({
    accessToken: privateKeyOf(ctx.config),
    basePath,
    // Never used: it keeps the SDK from building an agent of its own from a certificate file.
    baseOptions: { httpsAgent: {} },
  })
  const given = [configuration, basePath, clientOver(ctx) as never] as const
  return {
    orders: new sdk.OrdersApi(...given),
    companies: new sdk.CompaniesApi(...given),
    webhooks: new sdk.WebhooksApi(...given),
    webhookKeys: new sdk.WebhookKeysApi(...given),
  }
}
