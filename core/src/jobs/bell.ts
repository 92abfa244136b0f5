import type { Tx } from '../database/engine.js'

/** What there is to do. */
export type Topic = 'webhooks' | 'emails'

/**
 * Tells whoever works, in this process or another, that something is due now. A ring may be lost, and may come in
 * vain: what is due stands in our own rows, and whoever listens looks there now and then anyway.
 */
export abstract class Bell {
  /** Rings when the transaction commits. `names`: what it is about. */
  abstract ring(tx: Tx, topic: Topic, names?: readonly string[]): Promise<void>

  /** `heard` with no names: something may have been missed, look at everything. Returns what ends the listening. */
  abstract listen(topic: Topic, heard: (names: readonly string[]) => void): () => Promise<void>
}
