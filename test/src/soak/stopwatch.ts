import diagnostics from 'node:diagnostics_channel'
import type { Socket } from 'node:net'

/** Kinds of requests that are judged together. `checkout` waits for a provider that has faults; `floor` is not ours. */
export type Kind = 'api' | 'page' | 'dashboard' | 'checkout' | 'floor'

interface Sent {
  origin: string
  path: string
  method: string
}

/** Times every request that this process sends, until its response has come whole, by kind and quarter. */
export class Stopwatch {
  private readonly begun = new WeakMap<Sent, number>()
  private readonly times: Record<Kind, number[]>[] = [none(), none(), none(), none()]
  private quarter = 0
  private isRunning = false
  private enteredAt = 0
  dropped = 0

  /** `drops`: whether the connection of this request breaks. */
  constructor(
    private readonly ourOrigin: string,
    private readonly floorOrigin: string,
    private readonly drops: () => boolean,
  ) {
    diagnostics.subscribe('undici:request:create', (message) => {
      const { request } = message as { request: Sent }
      this.begun.set(request, performance.now())
    })
    diagnostics.subscribe('undici:client:sendHeaders', (message) => {
      const { request, socket } = message as { request: Sent; socket: Socket }
      if (!this.isRunning || request.origin !== this.ourOrigin || !this.drops()) return
      this.dropped++
      this.begun.delete(request)
      setTimeout(() => socket.destroy(), Math.random() * MAX_DROP_MS)
    })
    diagnostics.subscribe('undici:request:trailers', (message) => {
      const { request } = message as { request: Sent }
      const begun = this.begun.get(request)
      if (begun === undefined || begun < this.enteredAt || !this.isRunning) return
      const kind = this.kindOf(request)
      if (kind) this.times[this.quarter]?.[kind].push(performance.now() - begun)
    })
  }

  /** Requests from here on belong to this quarter, from 0. */
  enter(quarter: number): void {
    this.quarter = quarter
    this.enteredAt = performance.now()
    this.isRunning = true
  }

  /** Until the next quarter, no times are taken. */
  stop(): void {
    this.isRunning = false
  }

  of(quarter: number, ...kinds: Kind[]): number[] {
    return kinds.flatMap((kind) => this.times[quarter]?.[kind] ?? [])
  }

  private kindOf({ origin, path }: Sent): Kind | null {
    if (origin === this.floorOrigin) return 'floor'
    if (origin !== this.ourOrigin) return null
    if (path.startsWith('/v1')) return 'api'
    if (path.startsWith('/dashboard')) return 'dashboard'
    return path.startsWith('/sandbox') || path.endsWith('/checkout') ? 'checkout' : 'page'
  }
}

const MAX_DROP_MS = 5
const none = (): Record<Kind, number[]> => ({ api: [], page: [], dashboard: [], checkout: [], floor: [] })

export function quantile(times: readonly number[], part: number): number {
  const sorted = [...times].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
