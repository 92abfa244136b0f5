import type { PluginContext } from '@paylink/plugin-api'
import type { Stripe } from 'stripe'
import { apiBaseOf, secretKeyOf } from './settings.js'
import { failureOf, providerErrorOf, type Effect } from './stripe-errors.js'
import { StripeTransport } from './stripe-transport.js'

/** Pinned, so that an account's default version can't change what we read. Moves together with the SDK. */
export const STRIPE_VERSION = '2026-10-28.endive'

/** The SDK takes a tenth of a second and some megabytes to load: at the first question, not at start-up. */
export async function loadStripe(): Promise<typeof Stripe> {
  return (await import('stripe')).Stripe
}

/** Runs `question` with the official SDK over `ctx.http`, and tells every failure in the contract's errors. */
export async function askStripe<T>(
  ctx: PluginContext,
  effect: Effect,
  question: (stripe: Stripe) => Promise<T>,
): Promise<T> {
  const transport = new StripeTransport(ctx.http)
  const stripe = await openStripe(ctx, transport)
  try {
    return await question(stripe)
  } catch (error) {
    const reason = transport.fault ?? error
    const failure = failureOf(reason)
    throw failure ? providerErrorOf(failure, effect) : reason
  }
}

async function openStripe(ctx: PluginContext, httpClient: StripeTransport): Promise<Stripe> {
  const StripeSdk = await loadStripe()
  const { protocol, hostname, port } = apiBaseOf(ctx.config)
  const scheme = protocol === 'http:' ? 'http' : 'https'
  return new StripeSdk(secretKeyOf(ctx.config), {
    apiVersion: STRIPE_VERSION,
    httpClient,
    host: hostname,
    port: port || (scheme === 'http' ? '80' : '443'),
    protocol: scheme,
    maxNetworkRetries: 0,
    telemetry: false,
  })
}
