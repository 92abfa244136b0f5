import { SECOND_MS } from '../kernel/clock.js'
import type { Wanted } from './deliveries.repository.js'

/** At a time, to one endpoint that answers well. */
export const MOST_OF_ENDPOINT = 4
/** Begun within the last second: what takes longer holds nobody else up, and gives its place away (I29). */
export const MOST_YOUNG = 32
export const YOUNG_MS = SECOND_MS
/** In all: what waits for silent receivers costs memory. */
export const MOST_IN_FLIGHT = 512

interface Lane {
  /** When each attempt that is under way began. */
  readonly flights: Set<{ begunMs: number }>
  /** Something may be due. */
  isCalled: boolean
  /** Its last attempt failed. */
  isFailing: boolean
}

/**
 * Which endpoint may be sent to now. Each has a lane of its own, so that a slow or dead one waits for itself alone: as
 * long as it fails, or one of its attempts takes more than a second, it gets one at a time.
 */
export class Lanes {
  private readonly lanes = new Map<string, Lane>()
  private inFlight = 0

  /** Something may be due for these. */
  call(endpointIds: readonly string[]): void {
    for (const id of endpointIds) this.laneOf(id).isCalled = true
  }

  /**
   * What to claim now: one for each lane that was called, then a second … Those that answer come first, of them
   * those with the least under way; among those that fail, who has waited longest.
   *
   * @param recording how many are delivered and not yet written down: each still has its place among all
   */
  take(nowMs: number, recording = 0): Wanted[] {
    const called = [...this.lanes].filter(([, { isCalled }]) => isCalled)
    let places = Math.min(MOST_YOUNG - this.young(nowMs), MOST_IN_FLIGHT - this.inFlight) - recording
    const wanted = called
      .map(([endpointId, lane]) => ({ endpointId, room: 0, most: roomIn(lane, nowMs), lane }))
      .sort((a, b) => Number(a.lane.isFailing) - Number(b.lane.isFailing) || a.lane.flights.size - b.lane.flights.size)
    for (let round = 0; round < MOST_OF_ENDPOINT; round++) {
      for (const one of wanted) {
        if (places <= 0 || one.room > round || one.room >= one.most) continue
        one.room++
        places--
      }
    }
    return wanted.flatMap(({ endpointId, room }) => {
      if (room === 0) return []
      // Whoever calls while we claim is heard again.
      this.laneOf(endpointId).isCalled = false
      return { endpointId, room }
    })
  }

  /** A lane that gave all that was asked for may have more that is due. Returns whether one gave less. */
  claimed(wanted: readonly Wanted[], countOf: (endpointId: string) => number): boolean {
    let isLacking = false
    for (const { endpointId, room } of wanted) {
      const lane = this.laneOf(endpointId)
      const count = countOf(endpointId)
      if (count >= room) lane.isCalled = true
      else isLacking = true
      if (count === 0) this.forget(endpointId, lane)
    }
    return isLacking
  }

  /** Returns what ends the attempt, told how it went; the first word counts. */
  begin(endpointId: string, nowMs: number): (isFailing: boolean) => void {
    const lane = this.laneOf(endpointId)
    // To the end of the row: however many fail, each has its turn.
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

  /** When an attempt that is young now is so no longer, and gives its place away; null: none is. */
  nextPlaceInMs(nowMs: number): number | null {
    const ages = this.ages(nowMs).filter((age) => age < YOUNG_MS)
    return ages.length === 0 ? null : YOUNG_MS - Math.max(...ages)
  }

  private young(nowMs: number): number {
    return this.ages(nowMs).filter((age) => age < YOUNG_MS).length
  }

  private ages(nowMs: number): number[] {
    return [...this.lanes.values()].flatMap(({ flights }) => [...flights].map(({ begunMs }) => nowMs - begunMs))
  }

  /** Unless there is something to remember of it. */
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
  const isSlow = [...flights].some(({ begunMs }) => nowMs - begunMs >= YOUNG_MS)
  return Math.max(0, (isFailing || isSlow ? 1 : MOST_OF_ENDPOINT) - flights.size)
}
