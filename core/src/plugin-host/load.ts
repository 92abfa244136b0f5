import { type PaymentProvider, PLUGIN_API_VERSION } from '@paylink/plugin-api'
import { isProviderId, PROVIDER_ID, shown } from '@paylink/plugin-api/rules'
import { withCheckedAnswers, withCheckedSimulator } from './check-answers.js'
import { faultOfPlugin } from './check-manifest.js'
import type { FoundPlugin } from './discover.js'
import type { InstalledPlugin } from './installed-plugin.js'
import { openIsolated } from './isolation/isolated-plugin.js'
import type { WorkerHost } from './isolation/plugin-worker.js'
import { type OpenedPlugin, openInProcess } from './opened-plugin.js'

export interface LoadedProvider extends Omit<OpenedPlugin, 'limitsFault'> {
  found: FoundPlugin
}

/** A plugin that was found but cannot be used. */
export interface RefusedPlugin {
  found: FoundPlugin
  reason: string
}

/**
 * Loads one plugin: a built-in one into this process, a third-party one into a process of its own. One that is broken or
 * made for another contract is refused with a reason; the others still load.
 */
export async function load(found: FoundPlugin, host: WorkerHost): Promise<LoadedProvider | RefusedPlugin> {
  const refusal = refusalOf(found)
  if (refusal) return { found, reason: refusal }
  try {
    const opened = await (found.origin === 'built-in' ? openInProcess(found) : openIsolated(found, host))
    const fault = faultOfPlugin(found, opened)
    if (fault === null) return { found, ...opened, ...checked(opened) }
    await opened.close()
    return { found, reason: fault }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { found, reason: `it does not load: ${reason}` }
  }
}

function checked({ plugin, provider }: OpenedPlugin): { plugin: InstalledPlugin; provider: PaymentProvider } {
  const { simulator } = plugin
  return {
    plugin: { ...plugin, ...(simulator && { simulator: withCheckedSimulator(simulator) }) },
    provider: withCheckedAnswers(provider),
  }
}

function refusalOf(found: FoundPlugin): string | null {
  if (found.fault !== null) return found.fault
  if (found.kind !== 'payment-provider') return `this version does not know plugins of the kind ${found.kind}`
  if (found.apiVersion !== PLUGIN_API_VERSION) {
    const isNumber = typeof found.apiVersion === 'number'
    return isNumber
      ? `it is made for plugin-api ${String(found.apiVersion)}; this version speaks ${PLUGIN_API_VERSION}`
      : `package.json: paylink.apiVersion is ${shown(found.apiVersion)}: it must be the number ${PLUGIN_API_VERSION}`
  }
  return isProviderId(found.id) ? null : `${found.id} cannot be the id of a provider: it must be ${PROVIDER_ID}`
}
