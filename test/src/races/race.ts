import type { Site } from '../support/site.js'

/** Two or more requests for one link at the same moment. */
export interface Race {
  readonly name: string
  /** One start to the finish, on a link of its own. Throws what must not be. */
  run(site: Site, next: () => number): Promise<void>
}

const MAX_DELAY_MS = 12

/** Starts after a random delay, so that racers never start in the same order. */
export function delayed<T>(next: () => number, act: () => Promise<T>): Promise<T> {
  return new Promise((resolve) => setTimeout(resolve, next() * MAX_DELAY_MS)).then(act)
}
