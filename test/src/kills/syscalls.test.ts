import { expect } from 'chai'
import { Site } from '../support/site.js'
import { chance, oneOf } from './chance.js'
import { countPoints, killAt } from './points.js'
import { type Scenario, SCENARIOS } from './scenarios.js'
import { hasStrace, type Point, TO_INSTALL } from './strace.js'
import { TO_LOOPBACK } from './webhook-scenario.js'

const SEED = Number(process.env['SEED'] ?? 1)
const POINTS = 3
/** A scenario may end before it comes to a point. */
const MAX_TRIES = 40

describe('kill -9 at a syscall (I30, I54)', () => {
  if (!hasStrace()) {
    it(`was not tried: ${TO_INSTALL}`)
    return
  }

  let site: Site
  before(async () => (site = await Site.start('sqlite', TO_LOOPBACK)))
  after(() => site.stop())

  it(`loses and duplicates nothing at ${POINTS} points of all scenarios, seed ${SEED}`, async () => {
    const next = chance(SEED)
    const points: { scenario: Scenario; point: Point }[] = []
    for (const scenario of SCENARIOS.filter(({ isSlow }) => !isSlow)) {
      for (const [syscall, most] of await countPoints(site, scenario)) {
        for (let count = 1; count <= most; count++) points.push({ scenario, point: { syscall, count } })
      }
    }
    let killed = 0
    for (let tries = 0; tries < MAX_TRIES && killed < POINTS; tries++) {
      const { scenario, point } = oneOf(next, points)
      if ((await killAt(site, scenario, point)).wasKilled) killed++
    }
    expect(killed).to.equal(POINTS)
  })
})
