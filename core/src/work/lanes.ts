import { SECOND_MS } from '../kernel/clock.js'

/** A call that takes longer is slow. */
export const SLOW_AFTER_MS = SECOND_MS

/** Calls begun within the last second, of all lanes. A slow call gives up its slot, so it holds up no other lane (I29). */
export const MAX_RECENT = 32
/** All calls: each one that waits for an answer costs memory. */
export const MAX_IN_FLIGHT = 512
/** Of either limit, how much calls of lanes that are slow or fail may take: the rest is for lanes that work. */
const HINDERED_SHARE = 1 / 2

export interface LaneLimits {
  /** Concurrent calls of a healthy lane, or of all lanes of one server. */
  perLane: number
  /** Of a lane with a slow call; 1 unless given. */
  perSlowLane?: number
  /** The server that a lane calls, if other lanes call it, too: they have these limits together, and take turns. */
  serverOf?: (lane: string) => string
}

/** How many of a lane's due rows to claim. */
export interface LaneQuota {
  lane: string
  quota: number
}

interface Lane {
  inFlight: number
  /** It may have due rows. */
  isCalled: boolean
}

/** What one lane calls, or several. */
interface Server {
  /** When each call in flight began. */
  readonly flights: Set<{ begunMs: number }>
  /** Its last call failed. */
  isFailing: boolean
}

interface ServerState {
  inFlight: number
  recent: number
  isHindered: boolean
  /** How many more calls it may have. */
  room: number
}

/**
 * Decides whose due rows are worked now. Each endpoint, connection or account's mail has a lane of its own, so that a slow
 * or dead one holds up only itself: while a lane fails it gets one call at a time. A lane is hindered while it fails or has
 * a slow call; however many hindered ones there are, lanes that work are served. Lanes of one server are alike in this:
 * what one of them finds out holds for all.
 */
export class Lanes {
  private readonly lanes = new Map<string, Lane>()
  private readonly servers = new Map<string, Server>()

  constructor(private readonly limits: LaneLimits) {}

  /** These lanes may have due rows. */
  call(lanes: readonly string[]): void {
    for (const lane of lanes) this.laneOf(lane).isCalled = true
  }

  /**
   * How many rows to claim per lane: one for each called lane, then a second one, and so on. Hindered lanes come last; of
   * the others, those with the fewest calls in flight come first, then the longest waiting.
   *
   * @param recording calls that have ended but are not yet recorded: each still takes a slot
   */
  plan(nowMs: number, recording = 0): LaneQuota[] {
    const called = [...this.lanes].filter(([, lane]) => lane.isCalled)
    const names = new Set([...this.servers.keys(), ...called.map(([name]) => this.serverOf(name))])
    const servers = new Map([...names].map((name) => [name, this.stateOf(name, nowMs)]))
    const states = [...servers.values()]
    let slots = freeSlots(states, 1) - recording
    let hinderedSlots = freeSlots(
      states.filter(({ isHindered }) => isHindered),
      HINDERED_SHARE,
    )
    const plans = called
      .map(([name, lane]) => ({ name, lane, server: servers.get(this.serverOf(name))!, quota: 0 }))
      .sort((a, b) => Number(a.server.isHindered) - Number(b.server.isHindered) || a.lane.inFlight - b.lane.inFlight)
    for (let round = 0; round < this.limits.perLane; round++) {
      for (const plan of plans) {
        if (slots <= 0 || plan.server.room <= 0) continue
        if (plan.server.isHindered && hinderedSlots-- <= 0) continue
        plan.quota++
        plan.server.room--
        slots--
      }
    }
    return plans.flatMap(({ name, lane, quota }) => {
      if (quota === 0) return []
      // A call during the claim marks the lane again.
      lane.isCalled = false
      return { lane: name, quota }
    })
  }

  /** A lane that filled its quota may have more due rows. Returns whether a lane had fewer. */
  recordClaims(quotas: readonly LaneQuota[], countOf: (lane: string) => number): boolean {
    let hasUnused = false
    for (const { lane: name, quota } of quotas) {
      const lane = this.laneOf(name)
      const count = countOf(name)
      if (count >= quota) lane.isCalled = true
      else hasUnused = true
      if (count === 0) this.forget(name, lane)
    }
    return hasUnused
  }

  /** Returns a function that ends the call; only its first use counts. */
  begin(name: string, nowMs: number): (isFailing: boolean) => void {
    const lane = this.laneOf(name)
    // To the end of the queue, so that lanes take turns.
    this.lanes.delete(name)
    this.lanes.set(name, lane)
    lane.inFlight++
    const serverName = this.serverOf(name)
    const server = this.servers.get(serverName) ?? { flights: new Set(), isFailing: false }
    this.servers.set(serverName, server)
    const flight = { begunMs: nowMs }
    server.flights.add(flight)
    return (isFailing) => {
      if (!server.flights.delete(flight)) return
      server.isFailing = isFailing
      if (!isFailing && server.flights.size === 0) this.servers.delete(serverName)
      lane.inFlight--
      this.forget(name, lane)
    }
  }

  /** Time until a call becomes slow and gives up its slot; null: none will. */
  nextSlotInMs(nowMs: number): number | null {
    const begun = [...this.servers.values()].flatMap(({ flights }) => [...flights].map(({ begunMs }) => begunMs))
    const recent = begun.filter((begunMs) => nowMs - begunMs < SLOW_AFTER_MS)
    return recent.length === 0 ? null : SLOW_AFTER_MS + Math.min(...recent) - nowMs
  }

  private stateOf(serverName: string, nowMs: number): ServerState {
    const { flights, isFailing } = this.servers.get(serverName) ?? IDLE
    const { perLane, perSlowLane = 1 } = this.limits
    const recent = [...flights].filter(({ begunMs }) => nowMs - begunMs < SLOW_AFTER_MS).length
    const isSlow = recent < flights.size
    const room = (isFailing ? 1 : isSlow ? perSlowLane : perLane) - flights.size
    return { inFlight: flights.size, recent, isHindered: isFailing || isSlow, room }
  }

  private serverOf(lane: string): string {
    return this.limits.serverOf?.(lane) ?? lane
  }

  /** Unless it has something to do. */
  private forget(name: string, { isCalled, inFlight }: Lane): void {
    if (!isCalled && inFlight === 0) this.lanes.delete(name)
  }

  private laneOf(name: string): Lane {
    let lane = this.lanes.get(name)
    if (!lane) this.lanes.set(name, (lane = { inFlight: 0, isCalled: false }))
    return lane
  }
}

const IDLE: Server = { flights: new Set(), isFailing: false }

/** How many more calls these servers may get together, of a share of the limits on all calls. */
const freeSlots = (servers: readonly ServerState[], share: number): number =>
  Math.min(
    MAX_RECENT * share - servers.reduce((sum, { recent }) => sum + recent, 0),
    MAX_IN_FLIGHT * share - servers.reduce((sum, { inFlight }) => sum + inFlight, 0),
  )
