import type { PaymentProviderPlugin, ProviderCapabilities } from '@paylink/plugin-api'
import type { Bench } from './bench/bench.js'
import type { Witness } from './bench/witness.js'

/** What a case examines. */
export interface Subject {
  plugin: PaymentProviderPlugin
  /** The parsed package.json, if the caller has one. */
  packageJson?: Record<string, unknown>
  /** Records everything that the plugin outputs in all cases. */
  witness: Witness
  /** Opens a simulated provider for this case alone. */
  openBench: () => Promise<Bench>
}

export interface ConformanceCase {
  /** Stable: reports of different versions can be compared. */
  id: string
  /** Finishes a sentence about the plugin. */
  title: string
  /** Why the case does not apply, judging by what the plugin declares; null if it does. */
  missing?: (plugin: PaymentProviderPlugin) => string | null
  /** @throws Finding the plugin fails the case */
  run: (subject: Subject) => Promise<void>
}

type Needs = (capabilities: ProviderCapabilities, plugin: PaymentProviderPlugin) => string | null

type Play = (bench: Bench) => Promise<void>

/** A case that runs against the plugin's own simulator. */
export const live = (id: string, title: string, play: Play): ConformanceCase => liveIf(() => null, id, title, play)

/** The same, for plugins that offer what it needs. */
export function liveIf(needs: Needs, id: string, title: string, play: Play): ConformanceCase {
  return {
    id,
    title,
    missing: (plugin) =>
      plugin.simulator ? needs(plugin.manifest.capabilities, plugin) : 'there is no simulator to run it on',
    run: async ({ openBench }) => {
      const bench = await openBench()
      try {
        await play(bench)
      } finally {
        await bench.close()
      }
    },
  }
}

export const findsByReference: Needs = (can) => (can.findByReference ? null : 'capabilities.findByReference is false')
export const listsCheckouts: Needs = (can) => (can.listCheckouts ? null : 'capabilities.listCheckouts is not true')
export const expires: Needs = (can) => (can.expireCheckout ? null : 'capabilities.expireCheckout is false')
export const honoursKeys: Needs = (can) => (can.idempotentCreate ? null : 'capabilities.idempotentCreate is false')
export const hasVouchers: Needs = (can) =>
  can.delayedMethods.length > 0 ? null : 'capabilities.delayedMethods is empty'
export const reportsRefunds: Needs = (can) => (can.refunds === 'reported' ? null : "capabilities.refunds is 'none'")
export const reportsDisputes: Needs = (can) => (can.disputes === 'reported' ? null : "capabilities.disputes is 'none'")
export const takesNotifications: Needs = (can) => (can.webhooks === 'none' ? "capabilities.webhooks is 'none'" : null)
/** The simulator learns the kit's address only if the plugin registers it. */
export const notifies: Needs = (can) =>
  can.webhooks === 'auto'
    ? null
    : `capabilities.webhooks is '${can.webhooks}'${can.webhooks === 'manual' ? ': the simulator cannot be given the kit’s URL, so it sends no notifications' : ''}`

/** Both must be offered; otherwise the first reason. */
export const both =
  (...needs: Needs[]): Needs =>
  (capabilities, plugin) => {
    for (const need of needs) {
      const reason = need(capabilities, plugin)
      if (reason !== null) return reason
    }
    return null
  }

/** One must be offered; otherwise both reasons. */
export const either =
  (one: Needs, other: Needs): Needs =>
  (capabilities, plugin) => {
    const reasons = [one, other].map((need) => need(capabilities, plugin))
    return reasons.includes(null) ? null : reasons.join(', and ')
  }
