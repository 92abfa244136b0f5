import { expect } from 'chai'
import { ENDPOINT_LIMITS } from '@paylink/core/webhooks/deliver-webhooks'
import { type LaneQuota, Lanes, MAX_IN_FLIGHT, MAX_RECENT, SLOW_AFTER_MS } from '@paylink/core/work/lanes'

const { perLane: MAX_PER_ENDPOINT } = ENDPOINT_LIMITS

const NOW = 1_000_000

const names = (count: number, prefix = 'e'): string[] => Array.from({ length: count }, (_, index) => prefix + index)
/** As many as were wanted are claimed, and begin. Returns what ends each. */
function begin(lanes: Lanes, nowMs: number): ((isFailing: boolean) => void)[] {
  const wanted = lanes.plan(nowMs)
  lanes.recordClaims(wanted, (id) => wanted.find(({ lane }) => lane === id)?.quota ?? 0)
  return wanted.flatMap(({ lane, quota }) => Array.from({ length: quota }, () => lanes.begin(lane, nowMs)))
}

/** What would be taken now; it is not. */
function look(lanes: Lanes, nowMs: number): LaneQuota[] {
  const wanted = lanes.plan(nowMs)
  lanes.call(wanted.map(({ lane }) => lane))
  return wanted
}

const quotasOf = (lanes: Lanes, nowMs: number): number[] => look(lanes, nowMs).map(({ quota }) => quota)
const endpointsOf = (lanes: Lanes, nowMs: number): string[] => look(lanes, nowMs).map(({ lane }) => lane)

/** So many endpoints have something due; how much of each is claimed. */
const SHARES: readonly [endpoints: number, quotas: number[]][] = [
  [0, []],
  [1, [MAX_PER_ENDPOINT]],
  [2, [4, 4]],
  [8, Array<number>(8).fill(4)],
  [9, [...Array<number>(5).fill(4), ...Array<number>(4).fill(3)]],
  [20, [...Array<number>(12).fill(2), ...Array<number>(8).fill(1)]],
  [32, Array<number>(32).fill(1)],
  [60, Array<number>(32).fill(1)],
]

describe('the lanes of endpoints (I29)', () => {
  for (const [endpoints, quotas] of SHARES) {
    it(`${endpoints} that have something due get ${quotas.length > 0 ? quotas.join(' ') : 'nothing'}`, () => {
      const lanes = new Lanes(ENDPOINT_LIMITS)
      lanes.call(names(endpoints))
      expect(quotasOf(lanes, NOW)).to.deep.equal(quotas)
    })
  }

  it('are empty until they are called, and again when they gave less than was asked for', () => {
    const lanes = new Lanes(ENDPOINT_LIMITS)
    expect(lanes.plan(NOW)).to.deep.equal([])
    lanes.call(['a', 'b'])
    const wanted = lanes.plan(NOW)
    lanes.recordClaims(wanted, (id) => (id === 'a' ? MAX_PER_ENDPOINT : 3))
    expect(endpointsOf(lanes, NOW)).to.deep.equal(['a'])
    lanes.call(['b'])
    expect(endpointsOf(lanes, NOW)).to.deep.equal(['a', 'b'])
  })

  it('serve a wake-up that comes during a claim', () => {
    const lanes = new Lanes(ENDPOINT_LIMITS)
    lanes.call(['a'])
    const wanted = lanes.plan(NOW)
    lanes.call(['a'])
    lanes.recordClaims(wanted, () => 0)
    expect(endpointsOf(lanes, NOW)).to.deep.equal(['a'])
  })

  it('hold four at a time; one, as long as an attempt failed last, or takes more than a second', () => {
    const lanes = new Lanes(ENDPOINT_LIMITS)
    lanes.call(['a'])
    const [first, second, third, fourth] = begin(lanes, NOW)
    expect(lanes.plan(NOW)).to.deep.equal([])
    first!(false)
    expect(quotasOf(lanes, NOW)).to.deep.equal([1])
    second!(true)
    expect(lanes.plan(NOW)).to.deep.equal([])
    third!(true)
    fourth!(true)
    expect(quotasOf(lanes, NOW)).to.deep.equal([1])
    const [retry] = begin(lanes, NOW)
    expect(lanes.plan(NOW)).to.deep.equal([])
    retry!(false)
    expect(quotasOf(lanes, NOW)).to.deep.equal([4])

    lanes.begin('a', NOW)
    expect(quotasOf(lanes, NOW + SLOW_AFTER_MS - 1)).to.deep.equal([3])
    expect(lanes.plan(NOW + SLOW_AFTER_MS)).to.deep.equal([])
  })

  it('share the slots of recent attempts; an attempt that takes a second frees its slot', () => {
    const lanes = new Lanes(ENDPOINT_LIMITS)
    lanes.call(names(40))
    expect(begin(lanes, NOW)).to.have.length(MAX_RECENT)
    expect(lanes.plan(NOW)).to.deep.equal([])
    expect(lanes.nextSlotInMs(NOW + 400)).to.equal(SLOW_AFTER_MS - 400)
    expect(lanes.plan(NOW + SLOW_AFTER_MS - 1)).to.deep.equal([])
    expect(endpointsOf(lanes, NOW + SLOW_AFTER_MS)).to.have.members(names(40).slice(MAX_RECENT))
    expect(lanes.nextSlotInMs(NOW + SLOW_AFTER_MS)).to.equal(null)
  })

  it('never exceed the total limit', () => {
    const lanes = new Lanes(ENDPOINT_LIMITS)
    for (const id of names(MAX_IN_FLIGHT)) lanes.begin(id, NOW - SLOW_AFTER_MS)
    lanes.call(['one more'])
    expect(lanes.plan(NOW)).to.deep.equal([])
  })

  it('of endpoints that answer come before those that fail, however many these are', () => {
    const lanes = new Lanes(ENDPOINT_LIMITS)
    const dead = names(400, 'dead')
    for (const id of dead) lanes.begin(id, NOW)(true)
    lanes.call([...dead, 'healthy'])
    expect(endpointsOf(lanes, NOW)[0]).to.equal('healthy')
  })

  it('that fail take turns, in half of the slots', () => {
    const lanes = new Lanes(ENDPOINT_LIMITS)
    const dead = names(100, 'dead')
    for (const id of dead) lanes.begin(id, NOW)(true)
    const sentTo = new Set<string>()
    for (let round = 0; round < (2 * dead.length) / MAX_RECENT; round++) {
      lanes.call(dead)
      for (const id of endpointsOf(lanes, NOW)) sentTo.add(id)
      for (const end of begin(lanes, NOW)) end(true)
    }
    expect(sentTo.size).to.equal(dead.length)
  })
})
