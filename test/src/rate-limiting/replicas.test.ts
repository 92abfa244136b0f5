import { expect } from 'chai'
import { Appliance } from '@paylink/core/composition/appliance'
import { SystemRandom } from '@paylink/core/kernel/random'
import { eventually, TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { freePort } from '../support/free-port.js'
import { setTripwire } from '../support/tripwire.js'

const LIMIT = 300
const HTTP_ONLY = { http: true, jobs: false }

if (ENGINES.includes('postgres')) {
  describe('the rate limit of two processes on one Postgres', () => {
    let paylink: TestAppliance
    let replica: Appliance
    let origins: [string, string]
    before(async () => {
      paylink = await TestAppliance.start('postgres', { rateLimitPerMinute: LIMIT }, HTTP_ONLY)
      const { settings, clock, log, timer } = paylink
      const port = await freePort()
      replica = await Appliance.start({ ...settings, port }, HTTP_ONLY, {
        clock,
        log,
        timer,
        random: new SystemRandom(),
      })
      setTripwire(replica.composition)
      origins = [`http://localhost:${settings.port}`, `http://localhost:${port}`]
      // From here on, each has heard of the other.
      await counted(await newKey(), origins[0], origins[1])
      await counted(await newKey(), origins[1], origins[0])
    })
    beforeEach(() => paylink.clock.advance(120_000))
    after(async () => {
      await replica.stop()
      await paylink.stop()
    })

    const newKey = async (): Promise<string> => (await paylink.newKey({})).text
    const ask = (origin: string, key: string): Promise<Response> =>
      fetch(`${origin}/v1/connections`, { headers: { Authorization: `Bearer ${key}` } })
    const remaining = async (origin: string, key: string): Promise<number> =>
      Number((await ask(origin, key)).headers.get('x-ratelimit-remaining'))
    /** Asks at one until the other knows of it. */
    const counted = async (key: string, at: string, by: string): Promise<void> => {
      let own = 0
      await eventually(
        async () => {
          await ask(at, key)
          own++
          return remaining(by, key)
        },
        (left) => left < LIMIT - own,
      )
    }

    it('counts what the other one accepted, within a second (R175)', async () => {
      const key = await newKey()
      await Promise.all(Array.from({ length: 200 }, () => ask(origins[0], key)))
      let own = 0
      const left = await eventually(
        async () => {
          own++
          return remaining(origins[1], key)
        },
        (seen) => seen <= LIMIT - 200 - own,
      )
      expect(left).to.equal(LIMIT - 200 - own)
    })

    it('is exceeded by little, however requests are spread (R175)', async () => {
      const key = await newKey()
      let accepted = 0
      const statuses: number[] = []
      for (let count = 0; count < 2 * LIMIT; count++) {
        const { status } = await ask(origins[count % 2] ?? '', key)
        statuses.push(status)
        if (status === 200) accepted++
      }
      expect(accepted).to.be.within(LIMIT, LIMIT * 1.2)
      expect(statuses.slice(-2)).to.deep.equal([429, 429])
      const refused = await ask(origins[1], key)
      paylink.clock.advance(Number(refused.headers.get('retry-after')) * 1000)
      expect((await ask(origins[1], key)).status).to.equal(200)
    })

    it('holds for the checkouts of a link, too', async () => {
      const link = await paylink.createLink()
      const startOver = (origin: string): Promise<Response> =>
        fetch(`${origin}${new URL(link.url).pathname}/checkout`, {
          method: 'POST',
          redirect: 'manual',
          body: new URLSearchParams({ provider: 'provider_a', startOver: '1' }),
        })
      await eventually(
        () => startOver(origins[0]),
        ({ status }) => status === 429,
      )
      let accepted = 0
      await eventually(
        () => startOver(origins[1]),
        ({ status }) => {
          if (status !== 429) accepted++
          return status === 429
        },
      )
      // By itself it would have opened five.
      expect(accepted).to.be.at.most(2)
    })
  })
}
