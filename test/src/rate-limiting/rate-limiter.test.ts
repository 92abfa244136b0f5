import { addressGroup } from '@paylink/core/rate-limiting/address-group'
import { LogTable } from '@paylink/core/rate-limiting/log-table'
import { RateLimiter } from '@paylink/core/rate-limiting/rate-limiter'
import { expect } from 'chai'
import { TestClock } from '../support/ports.js'

const LIMIT = 3
/** More than the limiter keeps. */
const MANY = 25_000
const addressOf = (nr: number): string => `10.${nr >> 16}.${(nr >> 8) & 255}.${nr & 255}`

const groups = [
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', ''],
] as const

describe('the rate limiter', () => {
  for (const [address, group] of groups) {
    it(`counts ${address || 'no address'} as ${group || 'a group of its own'}`, () => {
      expect(addressGroup(address)).to.equal(group)
    })
  }

  const exhaust = (take: () => { allowed: boolean }): void => {
    for (let count = 0; count < LIMIT; count++) expect(take().allowed).to.equal(true)
    expect(take().allowed).to.equal(false)
  }

  it('keeps a throttled client and every key throttled through a flood of addresses', () => {
    const limiter = new RateLimiter(new TestClock(), LIMIT)
    exhaust(() => limiter.takeAddress('203.0.113.7'))
    exhaust(() => limiter.take('key_1', null))
    for (let nr = 0; nr < MANY; nr++) limiter.takeAddress(addressOf(nr))
    expect(limiter.takeAddress('203.0.113.7').allowed).to.equal(false)
    expect(limiter.take('key_1', null).allowed).to.equal(false)
  })

  it('evicts idle clients first', () => {
    const clock = new TestClock()
    const limiter = new RateLimiter(clock, LIMIT)
    for (let nr = 0; nr < MANY; nr++) limiter.takeAddress(addressOf(nr))
    clock.advance(61_000)
    expect(limiter.takeAddress('203.0.113.7').remaining).to.equal(LIMIT - 1)
    for (let nr = 0; nr < 15_000; nr++) limiter.takeAddress(addressOf(nr))
    expect(limiter.takeAddress('203.0.113.7').remaining).to.equal(LIMIT - 2)
  })

  it('forgets clients that made no request for a minute', () => {
    const table = new LogTable(MANY)
    for (let nr = 0; nr < 1000; nr++) table.take(addressOf(nr), nr % 2 === 0 ? 1 : LIMIT, 0)
    table.take('late', LIMIT, 59_000)
    expect(table.size).to.equal(1001)
    table.take('new', LIMIT, 61_000)
    expect(table.size).to.equal(2)
    expect(table.take('late', LIMIT, 61_000).remaining).to.equal(LIMIT - 2)
  })

  it('counts exactly while its logs grow', () => {
    const clock = new TestClock()
    const limiter = new RateLimiter(clock, 100)
    const allowed = (times: number): number =>
      Array.from({ length: times }, () => limiter.take('key_1', null)).filter((taken) => taken.allowed).length
    expect(allowed(5)).to.equal(5)
    clock.advance(30_000)
    expect(allowed(200)).to.equal(95)
    clock.advance(31_000)
    expect(allowed(200)).to.equal(5)
    clock.advance(30_000)
    expect(allowed(200)).to.equal(95)
  })
})
