import type { Tx } from '../database/engine.js'

/** The kinds of due rows, and what processes tell each other without a row. */
export type Topic = 'webhooks' | 'emails' | 'notifications' | 'payments' | 'invoices' | 'rate limits'

/**
 * Wakes the workers of this and other processes when rows have become due. A wake-up may be lost or needless: the rows
 * say what is due, and workers poll them besides.
 */
export abstract class WakeSignal {
  /** Takes effect when the transaction commits. `names`: the lanes concerned, any text; without them, all. */
  abstract notify(tx: Tx, topic: Topic, names?: readonly string[]): Promise<void>

  /** `onWake` without names: wake-ups may have been missed, look at everything. Returns a function that unsubscribes. */
  abstract listen(topic: Topic, onWake: (names: readonly string[]) => void): () => Promise<void>
}
