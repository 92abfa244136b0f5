import { pathToFileURL } from 'node:url'
import { type PaymentProvider, type PaymentProviderPlugin, PLUGIN_API_VERSION } from '@paylink/plugin-api'
import type { FoundPlugin } from './discover.js'

export interface LoadedProvider {
  found: FoundPlugin
  plugin: PaymentProviderPlugin
  provider: PaymentProvider
}

/** Found, but not to be used. */
export interface RefusedPlugin {
  found: FoundPlugin
  reason: string
}

const ID = /^[a-z][a-z0-9_]{1,31}$/

/** Loads one plugin. One that is broken or made for another contract is refused with a reason; the others go on. */
export async function load(found: FoundPlugin): Promise<LoadedProvider | RefusedPlugin> {
  const early = refusalOf(found)
  if (early) return { found, reason: early }
  try {
    const module = (await import(pathToFileURL(found.main).href)) as { default?: PaymentProviderPlugin }
    const plugin = module.default
    if (!plugin?.manifest || typeof plugin.create !== 'function') {
      return { found, reason: 'its main module has no plugin as its default export' }
    }
    const provider = plugin.create()
    const late = refusalOfManifest(found, plugin, provider)
    return late ? { found, reason: late } : { found, plugin, provider }
  } catch (error) {
    return { found, reason: `it does not load: ${error instanceof Error ? error.message : String(error)}` }
  }
}

function refusalOf(found: FoundPlugin): string | null {
  if (found.kind !== 'payment-provider') return `this version does not know plugins of the kind ${found.kind}`
  if (found.apiVersion !== PLUGIN_API_VERSION) {
    return `it is made for plugin-api ${String(found.apiVersion)}; this version speaks ${PLUGIN_API_VERSION}`
  }
  return ID.test(found.id) && found.id !== 'manual' ? null : `${found.id} cannot be the id of a provider`
}

function refusalOfManifest(
  found: FoundPlugin,
  { manifest }: PaymentProviderPlugin,
  provider: PaymentProvider,
): string | null {
  if (manifest.id !== found.id) return `its manifest says ${manifest.id}, its package.json ${found.id}`
  if (manifest.apiVersion !== PLUGIN_API_VERSION)
    return `its manifest is made for plugin-api ${String(manifest.apiVersion)}`
  const { idempotentCreate, findByReference, expireCheckout } = manifest.capabilities
  if (!idempotentCreate && !findByReference) {
    return 'a provider without idempotent creation must be able to find a checkout by reference'
  }
  if (findByReference !== (provider.findByReference !== undefined)) {
    return 'capabilities.findByReference and the method findByReference must agree'
  }
  if (expireCheckout !== (provider.expireCheckout !== undefined)) {
    return 'capabilities.expireCheckout and the method expireCheckout must agree'
  }
  return null
}
