import type { Tx } from '../database/engine.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { Bell, type Topic } from './bell.js'

type Listener = (names: readonly string[]) => void

/** On SQLite, where one process does the work: what another one rings is found by the next look. */
export class LocalBell extends Bell {
  private readonly listeners = new Map<Listener, Topic>()

  constructor(private readonly unitOfWork: UnitOfWork) {
    super()
  }

  ring(tx: Tx, topic: Topic, names: readonly string[] = []): Promise<void> {
    this.unitOfWork.whenCommitted(tx, () => {
      for (const [heard, about] of this.listeners) if (about === topic) heard(names)
    })
    return Promise.resolve()
  }

  listen(topic: Topic, heard: Listener): () => Promise<void> {
    this.listeners.set(heard, topic)
    return () => {
      this.listeners.delete(heard)
      return Promise.resolve()
    }
  }
}
