import { type Clock, MINUTE_MS, SECOND_MS } from '../kernel/clock.js'

const MOST_FAILURES = 5
const FIRST_PAUSE_MS = 30 * SECOND_MS
/** No longer: what was paid during an outage is known within two minutes of its end (I12). */
const LONGEST_PAUSE_MS = MINUTE_MS

interface Circuit {
  /** In a row. */
  failures: number
  pauseMs: number
  /** Null: still closed. */
  openUntil: number | null
  /** One is being tried to see whether it works again. */
  isProbing: boolean
}

/**
 * Spares a provider that does not answer, and us the waiting: after five failures in a row the scheduled
 * verifications of a connection pause, for 30 s at first and for a minute at last; then one alone is tried.
 * What `sync` or a notification asks for always goes through.
 */
export class CircuitBreaker {
  private readonly circuits = new Map<string, Circuit>()

  constructor(private readonly clock: Clock) {}

  /** The connections that pause. */
  paused(): string[] {
    return [...this.circuits].flatMap(([id, circuit]) => (this.pauseLeftMs(circuit) > 0 ? [id] : []))
  }

  /** Whether a verification may be tried now: null if not. After a pause one is, until it is known what came of it. */
  turn(connectionId: string): 'usual' | 'probe' | null {
    const circuit = this.circuits.get(connectionId)
    if (!circuit || circuit.openUntil === null) return 'usual'
    if (circuit.isProbing || this.pauseLeftMs(circuit) > 0) return null
    circuit.isProbing = true
    return 'probe'
  }

  /** Asks unless the circuit is open; what came of it closes or opens the circuit. Null: it was not asked. */
  async guard<T extends { isKnown: boolean }>(
    connectionId: string,
    ask: () => Promise<T | undefined>,
  ): Promise<T | undefined | null> {
    const turn = this.turn(connectionId)
    if (turn === null) return null
    try {
      const verified = await ask()
      if (verified?.isKnown) this.answered(connectionId)
      else if (verified) this.failed(connectionId)
      return verified
    } finally {
      if (turn === 'probe') this.undecided(connectionId)
    }
  }

  answered(connectionId: string): void {
    this.circuits.delete(connectionId)
  }

  failed(connectionId: string): void {
    const circuit = this.circuits.get(connectionId) ?? {
      failures: 0,
      pauseMs: FIRST_PAUSE_MS / 2,
      openUntil: null,
      isProbing: false,
    }
    this.circuits.set(connectionId, circuit)
    circuit.failures += 1
    const wasOpen = circuit.openUntil !== null
    // Those that were under way when it opened say nothing new.
    if (wasOpen ? !circuit.isProbing : circuit.failures < MOST_FAILURES) return
    circuit.pauseMs = Math.min(LONGEST_PAUSE_MS, circuit.pauseMs * 2)
    circuit.openUntil = this.clock.now().getTime() + circuit.pauseMs
    circuit.isProbing = false
  }

  /** Nothing was learnt of the probe: it could not be asked about. */
  undecided(connectionId: string): void {
    const circuit = this.circuits.get(connectionId)
    if (circuit) circuit.isProbing = false
  }

  private pauseLeftMs({ openUntil }: Circuit): number {
    const leftMs = (openUntil ?? 0) - this.clock.now().getTime()
    // So long is no pause: the clock was set back.
    return leftMs > LONGEST_PAUSE_MS ? 0 : leftMs
  }
}
