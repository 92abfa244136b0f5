import { PLUGIN_API_VERSION } from '@paylink/plugin-api'
import { isProviderId, PROVIDER_ID, shown } from '@paylink/plugin-api/rules'
import { withCheckedAnswers, withCheckedSimulator } from './check-answers.js'
import { withCheckedTransports } from './check-email-answers.js'
import { withCheckedInvoicing } from './check-invoicing-answers.js'
import { faultOfPlugin } from './check-manifest.js'
import type { FoundPlugin } from './discover.js'
import { isPluginKind, type KindedPlugin, type PluginKind } from './installed-plugin.js'
import { openIsolated } from './isolation/isolated-plugin.js'
import type { WorkerHost } from './isolation/plugin-worker.js'
import { type OpenedPlugin, openInProcess } from './opened-plugin.js'

export type LoadedPlugin = { found: FoundPlugin } & KindedPlugin & Pick<OpenedPlugin, 'stop' | 'close'>

/** A plugin that was found but cannot be used. */
export interface RefusedPlugin {
  found: FoundPlugin
  reason: string
}

/**
 * Loads one plugin: a built-in one into this process, a third-party one into a process of its own. One that is broken or
 * made for another contract is refused with a reason; the others still load.
 */
export async function load(found: FoundPlugin, host: WorkerHost): Promise<LoadedPlugin | RefusedPlugin> {
  const { kind } = found
  if (found.fault !== null) return { found, reason: found.fault }
  if (!isPluginKind(kind)) return { found, reason: `plugins of kind ${kind} are not supported by this version` }
  const refusal = refusalOf(found)
  if (refusal) return { found, reason: refusal }
  try {
    return await open(found, kind, host)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { found, reason: `it does not load: ${reason}` }
  }
}

async function open(found: FoundPlugin, kind: PluginKind, host: WorkerHost): Promise<LoadedPlugin | RefusedPlugin> {
  const opened = await (found.origin === 'built-in' ? openInProcess(found, kind) : openIsolated(found, kind, host))
  const reason = faultOfPlugin(found, opened)
  if (reason === null)
    return { found, ...checked(opened), stop: (reason) => opened.stop(reason), close: () => opened.close() }
  await opened.close()
  return { found, reason }
}

/** The same plugin, every answer of which core can rely on. */
function checked(opened: OpenedPlugin): KindedPlugin {
  switch (opened.kind) {
    case 'payment-provider':
      return { kind: opened.kind, plugin: withSimulator(opened.plugin), provider: withCheckedAnswers(opened.provider) }
    case 'invoicing':
      return {
        kind: opened.kind,
        plugin: withSimulator(opened.plugin),
        provider: withCheckedInvoicing(opened.provider),
      }
    case 'email':
      return { kind: opened.kind, plugin: opened.plugin, provider: withCheckedTransports(opened.provider) }
  }
}

const withSimulator = <Plugin extends { simulator?: Parameters<typeof withCheckedSimulator>[0] }>(
  plugin: Plugin,
): Plugin => (plugin.simulator ? { ...plugin, simulator: withCheckedSimulator(plugin.simulator) } : plugin)

function refusalOf({ id, apiVersion }: FoundPlugin): string | null {
  if (apiVersion !== PLUGIN_API_VERSION) {
    return typeof apiVersion === 'number'
      ? `it is made for plugin-api ${apiVersion}; this version speaks ${PLUGIN_API_VERSION}`
      : `package.json: paylink.apiVersion is ${shown(apiVersion)}: it must be the number ${PLUGIN_API_VERSION}`
  }
  return isProviderId(id) ? null : `${id} cannot be the id of a provider: it must be ${PROVIDER_ID}`
}
