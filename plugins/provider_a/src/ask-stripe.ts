import type { PluginContext } from '@paylink/plugin-api'
import type { Stripe } from 'stripe'
import { apiBaseOf, secretKeyOf } from './settings.js'
import { failureOf, providerErrorOf, type Effect } from './stripe-errors.js'
import { StripeTransport } from './stripe-transport.js'

/** Pinned, so that an account's default version can't change what we read. Moves together with the SDK. */
export const STRIPE_VERSION = '2026-10-28.endive'

/** Loaded on first use, not at start-up: the SDK takes a tenth of a second and some megabytes. */
export async function loadStripe(): Promise<typeof Stripe> {
  return (await import('stripe')).Stripe
}

/** The SDK over a transport whose address and credentials are set for each call. */
interface Instance {
  stripe: Stripe
  transport: StripeTransport
}

const MAX_IDLE = 8
/** Creating an instance takes a millisecond, so idle ones are reused. Each serves one call at a time. */
const idle: Instance[] = []

/** Runs `question` with the official SDK over `ctx.http`, and throws every failure as an error of the contract. */
export async function askStripe<T>(
  ctx: PluginContext,
  effect: Effect,
  question: (stripe: Stripe) => Promise<T>,
): Promise<T> {
  const instance = idle.pop() ?? (await makeInstance())
  const { stripe, transport } = instance
  transport.begin({ http: ctx.http, apiBase: apiBaseOf(ctx.config), secretKey: secretKeyOf(ctx.config) })
  try {
    const answer = await question(stripe)
    // Not reused after a failure: it could still be working on the failed call.
    transport.end()
    if (idle.length < MAX_IDLE) idle.push(instance)
    return answer
  } catch (error) {
    const reason = transport.fault ?? error
    const failure = failureOf(reason)
    throw failure ? providerErrorOf(failure, effect) : reason
  }
}

async function makeInstance(): Promise<Instance> {
  const StripeSdk = await loadStripe()
  const transport = new StripeTransport()
  const stripe = new StripeSdk('', {
    authenticator: (request) => transport.authenticate(request.headers),
    apiVersion: STRIPE_VERSION,
    httpClient: transport,
    maxNetworkRetries: 0,
    telemetry: false,
  })
  return { stripe, transport }
}
