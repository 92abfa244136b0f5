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

  it('show files and sockets that stay open, and connections to the database beyond the pools', () => {
    const isOk = (left: readonly number[], connections: readonly number[]): boolean => {
      const taken = connections.map((toDatabase) => ({ files: 80 + toDatabase, toDatabase }))
      const atRest = left.map((files, at) => ({ files: files + (at % 2) * 4, toDatabase: (at % 2) * 4 }))
      return filesVerdict({ taken, atRest }).isOk
    }
    expect(isOk([40, 45, 43, 39, 43], [4, 18])).to.equal(true)
    expect(isOk([40, 41, 42, 43, 44], [4, 18]), 'more after each quarter').to.equal(false)
    expect(isOk([40, 40, 40, 40, 40], [4, 19]), 'connections beyond the limit of the pools').to.equal(false)
  })

  it('take the 99th of a hundred', () => {
    const times = Array.from({ length: 100 }, (_, at) => 100 - at)
    expect(quantile(times, 0.99)).to.equal(100)
    expect(quantile(times, 0.5)).to.equal(51)
  })
})
