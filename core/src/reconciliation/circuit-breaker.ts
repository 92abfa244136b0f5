import { type Clock, MINUTE_MS, SECOND_MS } from '../kernel/clock.js'

const MAX_FAILURES = 5
const FIRST_INTERVAL_MS = 30 * SECOND_MS
/** Bounded, so that money paid during an outage is known within two minutes of its end (I12). */
const MAX_INTERVAL_MS = MINUTE_MS

interface Circuit {
  /** Consecutive. */
  failures: number
  intervalMs: number
  /** Null: still closed. */
  openUntil: number | null
  /** One verification is being tried to see whether the provider is back. */
  isProbing: boolean
}

/**
 * Opens after five consecutive failures of a connection: its scheduled verifications stop, for 30 s at first and then for
 * a minute; after each interval a single probe is sent. `sync` and notifications always pass.
 */
export class CircuitBreaker {
  private readonly circuits = new Map<string, Circuit>()

  constructor(private readonly clock: Clock) {}

  openConnections(): string[] {
    return [...this.circuits].flatMap(([id, circuit]) => (this.remainingMs(circuit) > 0 ? [id] : []))
  }

  /** Whether a verification may be tried now: null if not. Once the interval is over, one probe at a time. */
  admit(connectionId: string): 'usual' | 'probe' | null {
    const circuit = this.circuits.get(connectionId)
    if (!circuit || circuit.openUntil === null) return 'usual'
    if (circuit.isProbing || this.remainingMs(circuit) > 0) return null
    circuit.isProbing = true
    return 'probe'
  }

  /** Asks unless the circuit is open; the outcome closes or opens it. Null: not asked. */
  async guard<T extends { isKnown: boolean }>(
    connectionId: string,
    ask: () => Promise<T | undefined>,
  ): Promise<T | undefined | null> {
    const turn = this.admit(connectionId)
    if (turn === null) return null
    try {
      const verified = await ask()
      if (verified?.isKnown) this.recordSuccess(connectionId)
      else if (verified) this.recordFailure(connectionId)
      return verified
    } finally {
      if (turn === 'probe') this.releaseProbe(connectionId)
    }
  }

  recordSuccess(connectionId: string): void {
    this.circuits.delete(connectionId)
  }

  recordFailure(connectionId: string): void {
    const circuit = this.circuits.get(connectionId) ?? {
      failures: 0,
      intervalMs: FIRST_INTERVAL_MS / 2,
      openUntil: null,
      isProbing: false,
    }
    this.circuits.set(connectionId, circuit)
    circuit.failures += 1
    const wasOpen = circuit.openUntil !== null
    // Calls that were in flight when the circuit opened add no information.
    if (wasOpen ? !circuit.isProbing : circuit.failures < MAX_FAILURES) return
    circuit.intervalMs = Math.min(MAX_INTERVAL_MS, circuit.intervalMs * 2)
    circuit.openUntil = this.clock.now().getTime() + circuit.intervalMs
    circuit.isProbing = false
  }

  /** The probe had no outcome. */
  releaseProbe(connectionId: string): void {
    const circuit = this.circuits.get(connectionId)
    if (circuit) circuit.isProbing = false
  }

  private remainingMs({ openUntil }: Circuit): number {
    const leftMs = (openUntil ?? 0) - this.clock.now().getTime()
    // Longer than any interval: the clock was set back.
    return leftMs > MAX_INTERVAL_MS ? 0 : leftMs
  }
}
