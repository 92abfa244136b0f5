import type { Tx } from '../database/engine.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { Bell } from './bell.js'

type Listener = (names: readonly string[]) => void

/** On SQLite, where one process does the work: what another one rings is found by the next look. */
export class LocalBell extends Bell {
  private readonly listeners = new Set<Listener>()

  constructor(private readonly unitOfWork: UnitOfWork) {
    super()
  }

  ring(tx: Tx, names: readonly string[]): Promise<void> {
    this.unitOfWork.whenCommitted(tx, () => this.listeners.forEach((heard) => heard(names)))
    return Promise.resolve()
  }

  listen(heard: Listener): () => Promise<void> {
    this.listeners.add(heard)
    return () => {
      this.listeners.delete(heard)
      return Promise.resolve()
    }
  }
}
