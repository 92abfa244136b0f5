import {
  agreementFaults,
  capabilityFaults,
  configFaults,
  type Faults,
  hostFaults,
  namingFaults,
  packageFaults,
} from '@paylink/plugin-api/rules'
import type { FoundPlugin } from './discover.js'
import type { OpenedPlugin } from './opened-plugin.js'

/** Why a plugin that loaded still cannot be used, or null: its first fault, worded as in the conformance kit. */
export function faultOfPlugin({ id, packageJson }: FoundPlugin, opened: OpenedPlugin): string | null {
  const { manifest } = opened.plugin
  // Most likely a copy of another plugin: every other difference follows from this one.
  if (manifest.id !== id) return `its manifest says ${String(manifest.id)}, its package.json ${id}`
  for (const fault of faultsOf(packageJson, opened)) return fault
  return opened.limitsFault
}

function* faultsOf(packageJson: unknown, { plugin, methods }: OpenedPlugin): Faults {
  const { manifest, config, webhookSecretKey, simulator } = plugin
  yield* namingFaults(manifest)
  yield* hostFaults(manifest)
  yield* capabilityFaults(manifest)
  yield* agreementFaults(manifest, methods, simulator !== undefined)
  yield* packageFaults(packageJson, manifest)
  yield* configFaults(config, webhookSecretKey)
}
