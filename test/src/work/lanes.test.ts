import { type LaneLimits, Lanes, MAX_RECENT, SLOW_AFTER_MS } from '@paylink/core/work/lanes'
import { SECOND_MS } from '@paylink/core/kernel/clock'
import { expect } from 'chai'

const DEADLINE_MS = 10 * SECOND_MS
const ANSWER_MS = 100
const STEP_MS = 50

/** What the loops use. */
const LIMITS: Record<string, LaneLimits> = {
  endpoints: { perLane: 4 },
  connections: { perLane: 4, perSlowLane: 4 },
  'invoicing connections': { perLane: 8, perSlowLane: 4 },
}

/**
 * Lanes that hang until the deadline of every call, all with an endless backlog, beside one that works and gets a row a
 * second. How long the rows of the latter waited, in steps: each in its turn.
 */
function waitsBeside(hanging: number, limits: LaneLimits, seconds: number): number[] {
  const lanes = new Lanes(limits)
  const dead = Array.from({ length: hanging }, (_, index) => `hanging ${index}`)
  const ends: { atMs: number; end: () => void }[] = []
  const waits: number[] = []
  const waiting: number[] = []
  for (let nowMs = 0; nowMs < seconds * SECOND_MS; nowMs += STEP_MS) {
    if (nowMs % SECOND_MS === 0) waiting.push(nowMs)
    for (const ended of ends.filter(({ atMs }) => atMs <= nowMs)) ended.end()
    ends.splice(0, ends.length, ...ends.filter(({ atMs }) => atMs > nowMs))
    lanes.call(dead)
    if (waiting.length > 0) lanes.call(['works'])
    const quotas = lanes.plan(nowMs)
    const claimed = ({ lane, quota }: (typeof quotas)[number]) =>
      lane === 'works'
        ? waiting.splice(0, quota).map((sinceMs) => waits.push((nowMs - sinceMs) / STEP_MS)).length
        : quota
    const counts = new Map(quotas.map((quota) => [quota.lane, claimed(quota)]))
    lanes.recordClaims(quotas, (lane) => counts.get(lane) ?? 0)
    for (const [lane, count] of counts) {
      const isWorking = lane === 'works'
      for (let call = 0; call < count; call++) {
        const end = lanes.begin(lane, nowMs)
        ends.push({ atMs: nowMs + (isWorking ? ANSWER_MS : DEADLINE_MS), end: () => end(!isWorking) })
      }
    }
  }
  return waits
}

describe('a lane that works (I29)', () => {
  for (const [kind, limits] of Object.entries(LIMITS)) {
    for (const hanging of [1, 16, 20, 64, 200]) {
      it(`waits for none of ${hanging} ${kind} that hang, once each was tried`, () => {
        const triedMs = Math.ceil(hanging / MAX_RECENT) * SLOW_AFTER_MS
        const waits = waitsBeside(hanging, limits, 60)
        const later = waits.slice(triedMs / SECOND_MS)
        expect(Math.max(...waits) * STEP_MS).to.be.at.most(triedMs)
        expect(Math.max(...later)).to.equal(0)
        expect(waits).to.have.length(60)
      })
    }
  }
})
