import { pathToFileURL } from 'node:url'
import { PLUGIN_API_VERSION } from '@paylink/plugin-api'
import type { FoundPlugin } from './discover.js'

/** The default export of a built-in plugin, or why it is not used. `does` is what plugins of its kind do, for the reason. */
export async function loadBuiltIn<Plugin extends { manifest: { id: string } }>(
  found: FoundPlugin,
  does: string,
): Promise<Plugin | string> {
  if (found.fault !== null) return found.fault
  // A third-party one would have to be isolated, as payment providers are.
  if (found.origin !== 'built-in') return `this version ${does} only with plugins of its own`
  if (found.apiVersion !== PLUGIN_API_VERSION) return `it is made for plugin-api ${String(found.apiVersion)}`
  try {
    const { default: plugin } = (await import(pathToFileURL(found.main).href)) as { default?: Plugin }
    if (plugin?.manifest.id !== found.id) return 'its main module has no plugin of this id as its default export'
    return plugin
  } catch (error) {
    return `it does not load: ${error instanceof Error ? error.message : String(error)}`
  }
}
