import { SECOND_MS } from '../kernel/clock.js'

/** A call that takes longer is slow. */
export const SLOW_AFTER_MS = SECOND_MS

export interface LaneLimits {
  /** Concurrent calls of a healthy lane. */
  perLane: number
  /** Of a lane with a slow call; 1 unless given. */
  perSlowLane?: number
  /** Calls begun within the last second, of all lanes. A slow call gives up its slot, so it holds up no other lane (I29). */
  recent: number
  /** All calls: each one that waits for an answer costs memory. */
  inFlight: number
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

/**
 * Decides whose due rows are worked now. Each endpoint, connection or mail server has a lane of its own, so that a slow
 * or dead one holds up only itself: while a lane fails it gets one call at a time.
 */
export class Lanes {
  private readonly lanes = new Map<string, Lane>()
  private inFlight = 0

  constructor(private readonly limits: LaneLimits) {}

  /** These lanes may have due rows. */
  call(lanes: readonly string[]): void {
    for (const lane of lanes) this.laneOf(lane).isCalled = true
  }

  /**
   * How many rows to claim per lane: one for each called lane, then a second one, and so on. Healthy lanes come first, of
   * them those with the fewest calls in flight; among failing ones, the longest waiting.
   *
   * @param recording calls that have ended but are not yet recorded: each still takes a slot
   */
  plan(nowMs: number, recording = 0): LaneQuota[] {
    const { perLane, recent, inFlight } = this.limits
    let slots = Math.min(recent - this.countRecent(nowMs), inFlight - this.inFlight) - recording
    const plans = [...this.lanes]
      .filter(([, { isCalled }]) => isCalled)
      .map(([name, lane]) => ({ name, lane, quota: 0, room: this.roomIn(lane, nowMs) }))
      .sort((a, b) => Number(a.lane.isFailing) - Number(b.lane.isFailing) || a.lane.flights.size - b.lane.flights.size)
    for (let round = 0; round < perLane; round++) {
      for (const plan of plans) {
        if (slots <= 0 || plan.quota > round || plan.quota >= plan.room) continue
        plan.quota++
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
    // To the end of the queue, so that failing lanes take turns.
    this.lanes.delete(name)
    this.lanes.set(name, lane)
    const flight = { begunMs: nowMs }
    lane.flights.add(flight)
    this.inFlight++
    return (isFailing) => {
      if (!lane.flights.delete(flight)) return
      this.inFlight--
      lane.isFailing = isFailing
      this.forget(name, lane)
    }
  }

  /** Time until a call becomes slow and gives up its slot; null: none will. */
  nextSlotInMs(nowMs: number): number | null {
    const ages = this.ages(nowMs).filter((age) => age < SLOW_AFTER_MS)
    return ages.length === 0 ? null : SLOW_AFTER_MS - Math.max(...ages)
  }

  private roomIn({ flights, isFailing }: Lane, nowMs: number): number {
    const { perLane, perSlowLane = 1 } = this.limits
    const isSlow = [...flights].some(({ begunMs }) => nowMs - begunMs >= SLOW_AFTER_MS)
    return Math.max(0, (isFailing ? 1 : isSlow ? perSlowLane : perLane) - flights.size)
  }

  private countRecent(nowMs: number): number {
    return this.ages(nowMs).filter((age) => age < SLOW_AFTER_MS).length
  }

  private ages(nowMs: number): number[] {
    return [...this.lanes.values()].flatMap(({ flights }) => [...flights].map(({ begunMs }) => nowMs - begunMs))
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
