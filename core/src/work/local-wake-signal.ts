import type { Tx } from '../database/engine.js'
import { outsideRequests } from '../kernel/current-request.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import type { Topic, WakeSignal } from './wake-signal.js'

type Listener = (names: readonly string[]) => void

/** On SQLite, where one process works: rows written by another process, such as a command, wait for the next poll. */
export class LocalWakeSignal implements WakeSignal {
  private readonly listeners = new Map<Listener, Topic>()

  constructor(private readonly unitOfWork: UnitOfWork) {}

  notify(tx: Tx, topic: Topic, names: readonly string[] = []): Promise<void> {
    const wake = (): void => {
      for (const [onWake, about] of this.listeners) if (about === topic) onWake(names)
    }
    this.unitOfWork.afterCommit(tx, () => outsideRequests(wake))
    return Promise.resolve()
  }

  listen(topic: Topic, onWake: Listener): () => Promise<void> {
    this.listeners.set(onWake, topic)
    return () => {
      this.listeners.delete(onWake)
      return Promise.resolve()
    }
  }
}
