import type { PaymentProviderPlugin } from '../provider.js'
import type { ProviderCapabilities } from '../manifest.js'
import type { Bench } from './bench/bench.js'
import type { Witness } from './bench/witness.js'

/** What a case is run on. */
export interface Subject {
  plugin: PaymentProviderPlugin
  /** The package's package.json, where the caller has one. */
  packageJson?: Record<string, unknown>
  /** Sees everything the plugin says in all cases. */
  witness: Witness
  /** A simulated provider of this case's own. */
  openBench: () => Promise<Bench>
}

export interface ConformanceCase {
  /** Stable: reports of different versions can be compared. */
  id: string
  /** Finishes a sentence about the plugin. */
  title: string
  /** Why there is nothing to try, going by what the plugin declares; null when there is. */
  missing?: (plugin: PaymentProviderPlugin) => string | null
  /** @throws Finding what is wrong */
  run: (subject: Subject) => Promise<void>
}

type Needs = (capabilities: ProviderCapabilities, plugin: PaymentProviderPlugin) => string | null

/** A case that is played against the plugin's own simulator. */
export function live(id: string, title: string, play: (bench: Bench) => Promise<void>, needs?: Needs): ConformanceCase {
  return {
    id,
    title,
    missing: (plugin) => {
      if (!plugin.simulator) return 'there is no simulator to try it on'
      return needs?.(plugin.manifest.capabilities, plugin) ?? null
    },
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
export const expires: Needs = (can) => (can.expireCheckout ? null : 'capabilities.expireCheckout is false')
export const honoursKeys: Needs = (can) => (can.idempotentCreate ? null : 'capabilities.idempotentCreate is false')
export const hasVouchers: Needs = (can) =>
  can.delayedMethods.length > 0 ? null : 'capabilities.delayedMethods is empty'
export const reportsRefunds: Needs = (can) => (can.refunds === 'reported' ? null : "capabilities.refunds is 'none'")
export const reportsDisputes: Needs = (can) => (can.disputes === 'reported' ? null : "capabilities.disputes is 'none'")
export const takesNotifications: Needs = (can) => (can.webhooks === 'none' ? "capabilities.webhooks is 'none'" : null)
/** Only where the plugin registers it does the simulator learn the kit's address. */
export const notifies: Needs = (can) =>
  can.webhooks === 'auto'
    ? null
    : `capabilities.webhooks is '${can.webhooks}'${can.webhooks === 'manual' ? ': nobody types our address into the simulator, so it notifies nobody' : ''}`

/** The first reason of several. */
export const both =
  (...needs: Needs[]): Needs =>
  (capabilities, plugin) => {
    for (const need of needs) {
      const reason = need(capabilities, plugin)
      if (reason !== null) return reason
    }
    return null
  }

/** Null if one of the two is there; else the reasons of both. */
export const either =
  (one: Needs, other: Needs): Needs =>
  (capabilities, plugin) => {
    const reasons = [one, other].map((need) => need(capabilities, plugin))
    return reasons.includes(null) ? null : reasons.join(', and ')
  }
