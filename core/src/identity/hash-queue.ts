import { Problem } from '../kernel/problem.js'

/** Each hash takes 32 MiB and about a third of a second of one core. */
const MAX_AT_ONCE = 2
/** More would wait for longer than people do. */
const MAX_WAITING = 20
const MAX_WAITING_OF_ADDRESS = 3

/** The address group of a stranger; null: someone who is known, and is served first. */
export type Stranger = string | null

interface Waiting {
  stranger: Stranger
  start: () => void
}

/**
 * The queue for hashing passwords. Known people and strangers have places of their own in it, so that no number of
 * strangers keeps a known one waiting; and strangers at one address have a few, so that it alone cannot fill theirs.
 */
export class HashQueue {
  private running = 0
  private readonly known: Waiting[] = []
  private readonly strangers: Waiting[] = []

  /** @throws Problem `rate_limited`: too many wait already */
  async run<T>(act: () => Promise<T>, stranger: Stranger): Promise<T> {
    if (this.running < MAX_AT_ONCE) this.running++
    else await this.wait(stranger)
    try {
      return await act()
    } finally {
      const next = this.known.shift() ?? this.strangers.shift()
      if (next) next.start()
      else this.running--
    }
  }

  private wait(stranger: Stranger): Promise<void> {
    const queue = stranger === null ? this.known : this.strangers
    const ofAddress = stranger === null ? 0 : queue.filter((one) => one.stranger === stranger).length
    if (queue.length >= MAX_WAITING || ofAddress >= MAX_WAITING_OF_ADDRESS) throw new HashQueueFullError()
    return new Promise((start) => queue.push({ stranger, start }))
  }
}

/** Too many wait for a hash. It is over in seconds. */
export class HashQueueFullError extends Problem {
  static readonly RETRY_SECONDS = 10

  constructor() {
    super('rate_limited', {
      detail: 'Too many people are signing in. Try again shortly.',
      headers: { 'Retry-After': String(HashQueueFullError.RETRY_SECONDS) },
    })
    this.name = 'HashQueueFullError'
  }
}
