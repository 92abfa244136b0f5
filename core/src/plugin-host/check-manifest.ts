import {
  agreementFaults,
  allowedHostFaults,
  capabilityFaults,
  configFaults,
  type Faults,
  hostFaults,
  invoicingAgreementFaults,
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

function* faultsOf(packageJson: unknown, opened: OpenedPlugin): Faults {
  const { manifest, config } = opened.plugin
  yield* namingFaults(manifest, opened.kind)
  yield* kindFaults(opened)
  yield* packageFaults(packageJson, manifest)
  yield* configFaults(config, opened.kind === 'email' ? undefined : opened.plugin.webhookSecretKey)
}

function* kindFaults({ kind, plugin, methods }: OpenedPlugin): Faults {
  switch (kind) {
    case 'payment-provider':
      yield* hostFaults(plugin.manifest)
      yield* capabilityFaults(plugin.manifest)
      return yield* agreementFaults(plugin.manifest, methods, plugin.simulator !== undefined)
    case 'invoicing':
      yield* allowedHostFaults(plugin.manifest)
      return yield* invoicingAgreementFaults(plugin.manifest, methods)
    case 'email':
      return
  }
}
