import type { Tx } from '../database/engine.js'

/**
 * Tells whoever works, in this process or another, that something is due now. A ring may be lost, and may come in
 * vain: what is due stands in our own rows, and whoever listens looks there now and then anyway.
 */
export abstract class Bell {
  /** Rings when the transaction commits. `names`: what it is about. */
  abstract ring(tx: Tx, names: readonly string[]): Promise<void>

  /** `heard` with no names: something may have been missed, look at everything. Returns what ends the listening. */
  abstract listen(heard: (names: readonly string[]) => void): () => Promise<void>
}
