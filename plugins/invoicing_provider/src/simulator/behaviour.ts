import type { PluginStore, SimulatorContext } from '@paylink/plugin-api'

/** How the sandbox stamps and cancels for all its organizations, set on its page. */
export interface Behaviour {
  /** Stamps in the current lot; null: unlimited. */
  stamps: number | null
  /** Name of the lot: stamps taken from an earlier lot do not count. */
  lot: string
  /** How long stamping takes. 0: immediate. */
  stampSeconds: number
  /** Stamping fails after that time. */
  stampingFails: boolean
  /** How long the SAT takes to acknowledge a cancellation. */
  cancelSeconds: number
  /** The receiver refuses cancellations. */
  cancelRefused: boolean
}

export const DEFAULT_BEHAVIOUR: Behaviour = {
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
  return kept === null ? DEFAULT_BEHAVIOUR : { ...DEFAULT_BEHAVIOUR, ...(JSON.parse(kept) as Partial<Behaviour>) }
}

/** Every change starts a new lot. */
export async function setBehaviour(chosen: Omit<Behaviour, 'lot'>, sim: SimulatorContext): Promise<void> {
  await sim.store.set(KEY, JSON.stringify({ ...chosen, lot: sim.randomId(12) }))
}
