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

/** The SDK, with a way to Stripe that it knows nothing about: where to, and as whom, is each question's own. */
interface Instance {
  stripe: Stripe
  transport: StripeTransport
}

const MOST_IDLE = 8
/** Making an instance takes a millisecond: whoever asks next takes one that is idle. Each serves one question at a time. */
const idle: Instance[] = []

/** Runs `question` with the official SDK over `ctx.http`, and tells every failure in the contract's errors. */
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
    // Not after a failure: it could still be at work on what failed.
    transport.end()
    if (idle.length < MOST_IDLE) idle.push(instance)
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
