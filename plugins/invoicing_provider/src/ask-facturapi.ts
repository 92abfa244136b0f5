import { isProviderError, type PluginContext } from '@paylink/plugin-api'
import type Facturapi from 'facturapi'
import { type Effect, providerErrorOf, withoutSecrets } from './facturapi-errors.js'
import { FacturapiFailure } from './facturapi-failure.js'
import { transportOver } from './facturapi-transport.js'

interface Question {
  effect: Effect
  key: string
  /** What no error may repeat. */
  hidden?: readonly string[]
}

/**
 * Runs `ask` with the official SDK over `ctx.http`, and tells every failure in the contract's errors.
 *
 * No error of the SDK gets out: what Facturapi answers may repeat the customer's data.
 */
export async function askFacturapi<T>(
  ctx: PluginContext,
  { effect, key, hidden }: Question,
  ask: (facturapi: Facturapi.default) => Promise<T>,
): Promise<T> {
  const facturapi = await openFacturapi(ctx, key)
  try {
    return await ask(facturapi)
  } catch (error) {
    if (isProviderError(error)) throw error
    if (error instanceof FacturapiFailure) throw providerErrorOf(error, effect, hidden)
    throw new Error(withoutSecrets(error instanceof Error ? error.message : 'the SDK failed', hidden))
  }
}

/** Loaded at the first question, not at start-up. All parts of one instance share the client that is redirected here. */
async function openFacturapi(ctx: PluginContext, key: string): Promise<Facturapi.default> {
  const { default: sdk } = await import('facturapi')
  const facturapi = new sdk.default(key)
  facturapi.invoices.client.request = transportOver(ctx, key)
  return facturapi
}
