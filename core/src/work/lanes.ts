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
  /** Concurrent calls of a healthy lane. */
  perLane: number
  /** Of a lane with a slow call; 1 unless given. */
  perSlowLane?: number
}

/** How many of a lane's due rows to claim. */
export interface LaneQuota {
  lane: string
  quota: number
}

interface Lane {
  /** When each call in flight began. */
  readonly flights: Set<{ begunMs: number }>
  /** The lane may have due rows. */
  isCalled: boolean
  /** Its last call failed. */
  isFailing: boolean
}

interface LaneState {
  inFlight: number
  recent: number
  isHindered: boolean
  /** How many more calls it may have. */
  room: number
}

/**
 * Decides whose due rows are worked now. Each endpoint, connection or sender of mail has a lane of its own, so that a slow
 * or dead one holds up only itself: while a lane fails it gets one call at a time. A lane is hindered while it fails or has
 * a slow call; however many hindered ones there are, lanes that work are served.
 */
export class Lanes {
  private readonly lanes = new Map<string, Lane>()

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
    const lanes = [...this.lanes].map(([name, lane]) => ({ name, lane, ...this.stateOf(lane, nowMs), quota: 0 }))
    const hindered = lanes.filter(({ isHindered }) => isHindered)
    let slots = freeSlots(lanes, 1) - recording
    let hinderedSlots = freeSlots(hindered, HINDERED_SHARE)
    const called = lanes
      .filter(({ lane }) => lane.isCalled)
      .sort((a, b) => Number(a.isHindered) - Number(b.isHindered) || a.lane.flights.size - b.lane.flights.size)
    for (let round = 0; round < this.limits.perLane; round++) {
      for (const plan of called) {
        if (slots <= 0 || plan.quota > round || plan.quota >= plan.room) continue
        if (plan.isHindered && hinderedSlots-- <= 0) continue
        plan.quota++
        slots--
      }
    }
    return called.flatMap(({ name, lane, quota }) => {
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
    // To the end of the queue, so that failing lanes take turns.
    this.lanes.delete(name)
    this.lanes.set(name, lane)
    const flight = { begunMs: nowMs }
    lane.flights.add(flight)
    return (isFailing) => {
      if (!lane.flights.delete(flight)) return
      lane.isFailing = isFailing
      this.forget(name, lane)
    }
  }

  /** Time until a call becomes slow and gives up its slot; null: none will. */
  nextSlotInMs(nowMs: number): number | null {
    const begun = [...this.lanes.values()].flatMap(({ flights }) => [...flights].map(({ begunMs }) => begunMs))
    const recent = begun.filter((begunMs) => nowMs - begunMs < SLOW_AFTER_MS)
    return recent.length === 0 ? null : SLOW_AFTER_MS + Math.min(...recent) - nowMs
  }

  private stateOf({ flights, isFailing }: Lane, nowMs: number): LaneState {
    const { perLane, perSlowLane = 1 } = this.limits
    const recent = [...flights].filter(({ begunMs }) => nowMs - begunMs < SLOW_AFTER_MS).length
    const isSlow = recent < flights.size
    const room = (isFailing ? 1 : isSlow ? perSlowLane : perLane) - flights.size
    return { inFlight: flights.size, recent, isHindered: isFailing || isSlow, room }
  }

  /** Unless the lane has state to keep. */
  private forget(name: string, { isFailing, isCalled, flights }: Lane): void {
    if (!isFailing && !isCalled && flights.size === 0) this.lanes.delete(name)
  }

  private laneOf(name: string): Lane {
    let lane = this.lanes.get(name)
    if (!lane) this.lanes.set(name, (lane = { flights: new Set(), isCalled: false, isFailing: false }))
    return lane
  }
}

/** How many more calls these lanes may have together, of a share of the limits on all calls. */
const freeSlots = (lanes: readonly LaneState[], share: number): number =>
  Math.min(
    MAX_RECENT * share - lanes.reduce((sum, { recent }) => sum + recent, 0),
    MAX_IN_FLIGHT * share - lanes.reduce((sum, { inFlight }) => sum + inFlight, 0),
  )
