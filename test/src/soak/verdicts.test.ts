import { expect } from 'chai'
import { slopePerHour } from './samples.js'
import { quantile } from './stopwatch.js'
import { filesVerdict } from './verdicts.js'

describe('the figures of a soak', () => {
  const minutes = Array.from({ length: 60 }, (_, minute) => minute)

  it('show a leak under a saw-tooth, and what grows by nothing as nothing', () => {
    const sawTooth = (minute: number): number => (minute % 5) * 3
    const leaking = slopePerHour(minutes.map((minute) => [minute, 60 + minute / 15 + sawTooth(minute)]))
    expect(leaking).to.be.within(3, 5)
    expect(Math.abs(slopePerHour(minutes.map((minute) => [minute, 60 + sawTooth(minute)])))).to.be.below(0.5)
  })

  it('ignore a moment in which a cache was full', () => {
    expect(slopePerHour(minutes.map((minute) => [minute, minute === 59 ? 500 : 60]))).to.equal(0)
  })

  it('show sockets that stay open, and not those of requests under way', () => {
    const filesOf = (left: (minute: number) => number, toDatabase: (minute: number) => number = () => 0) =>
      filesVerdict(
        minutes.map((minute) => ({
          quarter: Math.floor(minute / 15),
          fewestFiles: left(minute) + (minute % 3) * 8,
          toDatabase: toDatabase(minute),
        })),
      )
    expect(filesOf(() => 40).isOk).to.equal(true)
    expect(filesOf((minute) => 40 + minute / 10).isOk).to.equal(false)
    expect(
      filesOf(
        () => 40,
        (minute) => Math.floor(minute / 5),
      ).isOk,
      'a pool that grows to its limit',
    ).to.equal(true)
    expect(
      filesOf(
        () => 40,
        (minute) => Math.floor(minute / 3),
      ).isOk,
      'connections beyond the limit of the pool',
    ).to.equal(false)
  })

  it('take the 99th of a hundred', () => {
    const times = Array.from({ length: 100 }, (_, at) => 100 - at)
    expect(quantile(times, 0.99)).to.equal(100)
    expect(quantile(times, 0.5)).to.equal(51)
  })
})
