import { isProviderError, type PluginContext } from '@paylink/plugin-api'
import type Facturapi from 'facturapi'
import { type Effect, providerErrorOf, withoutSecrets } from './facturapi-errors.js'
import { FacturapiFailure } from './facturapi-failure.js'
import { transportOver } from './facturapi-transport.js'

interface Question {
  effect: Effect
  key: string
  /** Texts that no error may repeat. */
  hidden?: readonly string[]
}

/**
 * Runs `ask` with the official SDK over `ctx.http` and turns every failure into a provider error.
 *
 * No error of the SDK gets out: Facturapi's answers may repeat the customer's data.
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

/** Loads the SDK at the first call, not at start-up. All parts of an instance share the client replaced here. */
async function openFacturapi(ctx: PluginContext, key: string): Promise<Facturapi.default> {
  const { default: sdk } = await import('facturapi')
  const facturapi = new sdk.default(key)
  facturapi.invoices.client.request = transportOver(ctx, key)
  return facturapi
}
