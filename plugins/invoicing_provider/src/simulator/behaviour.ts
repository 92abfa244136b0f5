import type { PluginStore, SimulatorContext } from '@paylink/plugin-api'

/** How the sandbox stamps and cancels, as its page sets it. Of all its organizations at once. */
export interface Behaviour {
  /** What is left; null: no end of them. */
  stamps: number | null
  /** Told apart from an earlier lot by its name, so that what was taken from that one is not taken from this. */
  lot: string
  /** Stamping takes as long. 0: at once. */
  stampSeconds: number
  /** What takes a while fails in the end. */
  stampingFails: boolean
  /** The authority acknowledges a cancellation after as long. */
  cancelSeconds: number
  /** The receiver does not agree to a cancellation. */
  cancelRefused: boolean
}

export const USUAL: Behaviour = {
  stamps: null,
  lot: '',
  stampSeconds: 0,
  stampingFails: false,
  cancelSeconds: 2,
  cancelRefused: false,
}

const KEY = 'behaviour'

export async function behaviourIn(store: PluginStore): Promise<Behaviour> {
  const kept = await store.get(KEY)
  return kept === null ? USUAL : { ...USUAL, ...(JSON.parse(kept) as Partial<Behaviour>) }
}

/** Stamps that are set are a new lot. */
export async function setBehaviour(chosen: Omit<Behaviour, 'lot'>, sim: SimulatorContext): Promise<void> {
  await sim.store.set(KEY, JSON.stringify({ ...chosen, lot: sim.randomId(12) }))
}
