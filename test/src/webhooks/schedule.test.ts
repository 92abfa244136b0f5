import { expect } from 'chai'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@paylink/core/kernel/clock'
import { delayAfter, parseRetryAfter } from '@paylink/core/webhooks/retry-after'
import { WEBHOOK_BACKOFF } from '@paylink/core/work/backoff'

const NOW = new Date('2026-03-01T12:00:00.000Z')
const ids = Array.from({ length: 2000 }, (_, index) => `dlv_${index}`)

const PAUSES: readonly [after: number, pauseMs: number, mostJitterMs: number][] = [
  [1, 30 * SECOND_MS, 1.5 * SECOND_MS],
  [2, 2 * MINUTE_MS, 6 * SECOND_MS],
  [3, 10 * MINUTE_MS, 30 * SECOND_MS],
  [4, 30 * MINUTE_MS, 1.5 * MINUTE_MS],
  [5, HOUR_MS, 3 * MINUTE_MS],
  [6, 2 * HOUR_MS, 5 * MINUTE_MS],
  [7, 4 * HOUR_MS, 5 * MINUTE_MS],
  [8, 8 * HOUR_MS, 5 * MINUTE_MS],
  [9, 12 * HOUR_MS, 5 * MINUTE_MS],
  [10, 16 * HOUR_MS, 5 * MINUTE_MS],
]

describe('the schedule of a delivery (R154, R209, I27)', () => {
  it('has eleven attempts in 43 h 42 min 30 s', () => {
    expect(WEBHOOK_BACKOFF.maxAttempts).to.equal(11)
    const total = PAUSES.reduce((sum, [, pauseMs]) => sum + pauseMs, 0)
    expect(total).to.equal(43 * HOUR_MS + 42 * MINUTE_MS + 30 * SECOND_MS)
    expect(delayAfter('dlv_1', 11, null)).to.equal(null)
    expect(delayAfter('dlv_1', 11, HOUR_MS)).to.equal(null)
  })

  for (const [after, pauseMs, mostJitterMs] of PAUSES) {
    it(`waits ${pauseMs / SECOND_MS} s after attempt ${after}, up to ${mostJitterMs / SECOND_MS} s more or less`, () => {
      const jitters = ids.map((id) => (delayAfter(id, after, null) ?? 0) - pauseMs)
      expect(Math.max(...jitters)).to.be.within(0.95 * mostJitterMs, mostJitterMs)
      expect(Math.min(...jitters)).to.be.within(-mostJitterMs, -0.95 * mostJitterMs)
    })
  }

  it('is each delivery’s own, and the same whenever it is asked for', () => {
    const schedule = (id: string) => PAUSES.map(([after]) => delayAfter(id, after, null))
    expect(schedule('dlv_1')).to.deep.equal(schedule('dlv_1'))
    expect(new Set(ids.map((id) => schedule(id).join())).size).to.equal(ids.length)
  })
})

const HEADERS: readonly [header: string | undefined, ms: number | null][] = [
  [undefined, null],
  ['0', 0],
  ['120', 120 * SECOND_MS],
  [' 120 ', 120 * SECOND_MS],
  ['999999999', 999_999_999 * SECOND_MS],
  ['9999999999', null],
  ['-5', null],
  ['1.5', null],
  ['1e3', null],
  ['0x10', null],
  ['٣', null],
  ['soon', null],
  ['', null],
  ['Sun, 01 Mar 2026 12:10:00 GMT', 10 * MINUTE_MS],
  ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
  ['Sun, 99 Mar 2026 12:10:00 GMT', null],
  ['2026-03-01T12:10:00Z', null],
  ['120, 240', null],
]

describe('the Retry-After of a receiver (R209)', () => {
  for (const [header, ms] of HEADERS) {
    it(`Retry-After: ${header} = ${ms} ms`, () => expect(parseRetryAfter(header, NOW)).to.equal(ms))
  }

  it('makes a pause longer, up to an hour, and never shorter', () => {
    for (const id of ids.slice(0, 50)) {
      const own = delayAfter(id, 1, null) ?? 0
      expect(delayAfter(id, 1, 20 * SECOND_MS)).to.equal(own)
      expect(delayAfter(id, 1, 10 * MINUTE_MS)).to.equal(10 * MINUTE_MS)
      expect(delayAfter(id, 1, 25 * HOUR_MS)).to.equal(HOUR_MS)
      expect(delayAfter(id, 8, 25 * HOUR_MS)).to.equal(delayAfter(id, 8, null))
    }
  })
})
