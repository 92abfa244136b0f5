import { SECOND_MS } from '../kernel/clock.js'
import type { Wanted } from './deliveries.repository.js'

/** Concurrent attempts to one healthy endpoint. */
export const MAX_PER_ENDPOINT = 4
/** Attempts begun within the last second. A slower one gives up its slot, so it holds up no other endpoint (I29). */
export const MAX_RECENT = 32
export const SLOW_AFTER_MS = SECOND_MS
/** In total: every attempt that waits for a silent receiver costs memory. */
export const MAX_IN_FLIGHT = 512

interface Lane {
  /** When each attempt in flight began. */
  readonly flights: Set<{ begunMs: number }>
  /** The endpoint may have due deliveries. */
  isCalled: boolean
  /** Its last attempt failed. */
  isFailing: boolean
}

/**
 * Decides which endpoint may be sent to now. Each has a lane of its own, so that a slow or dead one holds up only
 * itself: while it fails, or one of its attempts takes more than a second, it gets one attempt at a time.
 */
export class Lanes {
  private readonly lanes = new Map<string, Lane>()
  private inFlight = 0

  /** These endpoints may have due deliveries. */
  call(endpointIds: readonly string[]): void {
    for (const id of endpointIds) this.laneOf(id).isCalled = true
  }

  /**
   * How many deliveries to claim per endpoint: one for each called lane, then a second one, and so on. Healthy lanes
   * come first, of them those with the fewest attempts in flight; among failing ones, the longest waiting.
   *
   * @param recording attempts that are delivered but not yet recorded: each still takes a slot
   */
  take(nowMs: number, recording = 0): Wanted[] {
    const called = [...this.lanes].filter(([, { isCalled }]) => isCalled)
    let slots = Math.min(MAX_RECENT - this.young(nowMs), MAX_IN_FLIGHT - this.inFlight) - recording
    const wanted = called
      .map(([endpointId, lane]) => ({ endpointId, room: 0, most: roomIn(lane, nowMs), lane }))
      .sort((a, b) => Number(a.lane.isFailing) - Number(b.lane.isFailing) || a.lane.flights.size - b.lane.flights.size)
    for (let round = 0; round < MAX_PER_ENDPOINT; round++) {
      for (const one of wanted) {
        if (slots <= 0 || one.room > round || one.room >= one.most) continue
        one.room++
        slots--
      }
    }
    return wanted.flatMap(({ endpointId, room }) => {
      if (room === 0) return []
      // A call during the claim marks the lane again.
      this.laneOf(endpointId).isCalled = false
      return { endpointId, room }
    })
  }

  /** A lane that filled its quota may have more due rows. Returns whether a lane had fewer. */
  recordClaims(wanted: readonly Wanted[], countOf: (endpointId: string) => number): boolean {
    let hasUnused = false
    for (const { endpointId, room } of wanted) {
      const lane = this.laneOf(endpointId)
      const count = countOf(endpointId)
      if (count >= room) lane.isCalled = true
      else hasUnused = true
      if (count === 0) this.forget(endpointId, lane)
    }
    return hasUnused
  }

  /** Returns a function that ends the attempt; only its first call counts. */
  begin(endpointId: string, nowMs: number): (isFailing: boolean) => void {
    const lane = this.laneOf(endpointId)
    // To the end of the queue, so that failing lanes take turns.
    this.lanes.delete(endpointId)
    this.lanes.set(endpointId, lane)
    const flight = { begunMs: nowMs }
    lane.flights.add(flight)
    this.inFlight++
    return (isFailing) => {
      if (!lane.flights.delete(flight)) return
      this.inFlight--
      lane.isFailing = isFailing
      this.forget(endpointId, lane)
    }
  }

  /** Time until an attempt becomes slow and gives up its slot; null: none will. */
  nextSlotInMs(nowMs: number): number | null {
    const ages = this.ages(nowMs).filter((age) => age < SLOW_AFTER_MS)
    return ages.length === 0 ? null : SLOW_AFTER_MS - Math.max(...ages)
  }

  private young(nowMs: number): number {
    return this.ages(nowMs).filter((age) => age < SLOW_AFTER_MS).length
  }

  private ages(nowMs: number): number[] {
    return [...this.lanes.values()].flatMap(({ flights }) => [...flights].map(({ begunMs }) => nowMs - begunMs))
  }

  /** Unless the lane has state to keep. */
  private forget(endpointId: string, { isFailing, isCalled, flights }: Lane): void {
    if (!isFailing && !isCalled && flights.size === 0) this.lanes.delete(endpointId)
  }

  private laneOf(endpointId: string): Lane {
    let lane = this.lanes.get(endpointId)
    if (!lane) this.lanes.set(endpointId, (lane = { flights: new Set(), isCalled: false, isFailing: false }))
    return lane
  }
}

function roomIn({ flights, isFailing }: Lane, nowMs: number): number {
  const isSlow = [...flights].some(({ begunMs }) => nowMs - begunMs >= SLOW_AFTER_MS)
  return Math.max(0, (isFailing || isSlow ? 1 : MAX_PER_ENDPOINT) - flights.size)
}
