import { Readiness } from '@paylink/core/http/readiness'
import { expect } from 'chai'
import { TestClock, TestTimer } from '../support/ports.js'

const nothing = () => Promise.resolve()

describe('readiness', () => {
  it('is found anew once a second, however often it is asked for', async () => {
    const clock = new TestClock()
    let probes = 0
    const probe = () => Promise.resolve(void probes++)
    const readiness = new Readiness(probe, () => false, clock, new TestTimer())
    for (let asked = 0; asked < 3; asked++) await readiness.check(nothing)
    expect(probes).to.equal(1)
    clock.advance(1000)
    await readiness.check(nothing)
    expect(probes).to.equal(2)
  })

  it('is not reused once the database has refused a write', async () => {
    let refused = false
    const probe = () => (refused ? Promise.reject(new Error('the disk is full')) : Promise.resolve())
    const readiness = new Readiness(probe, () => refused, new TestClock(), new TestTimer())
    await readiness.check(nothing)
    refused = true
    const failure = await readiness.check(nothing).catch((error: unknown) => error)
    expect(failure).to.include({ message: 'the disk is full' })
  })
})
