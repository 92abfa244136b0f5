import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DAY_MS, MINUTE_MS } from '@paylink/core/kernel/clock'
import { KeepEpoch } from '@paylink/core/quarantine/keep-epoch'
import { readEpoch, readKnown } from '@paylink/core/quarantine/quarantine.repository'
import { UnitOfWork } from '@paylink/core/database/unit-of-work'
import { expect } from 'chai'
import { TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { MachineSnapshot } from './machine-snapshot.js'

for (const engine of ENGINES) {
  describe(`a clock that jumps, on ${engine} (I57)`, () => {
    let paylink: TestAppliance
    beforeEach(async () => {
      paylink = await TestAppliance.start(engine)
    })
    afterEach(() => paylink.stop())

    const epoch = () => paylink.container.get(UnitOfWork).run(readEpoch)
    const jump = (ms: number): Promise<void> => Promise.resolve(paylink.clock.advance(ms))
    const heartbeat = () => paylink.container.get(KeepEpoch).run()

    async function isOpen(): Promise<void> {
      expect((await readKnown(paylink.db)).state).to.equal(null)
      expect((await fetch(`${paylink.url}/readyz`)).status).to.equal(200)
      await paylink.openCheckout(await paylink.createLink(), 'provider_a')
    }

    for (const [name, ms] of [
      ['ahead by a year', 365 * DAY_MS],
      ['back by a year', -365 * DAY_MS],
    ] as const) {
      it(`${name} while it is stopped, and right again at the next start, begins no quarantine`, async () => {
        await isOpen()
        await paylink.restart(() => jump(ms))
        await isOpen()
        await paylink.restart(() => jump(-ms))
        await isOpen()
      })

      it(`${name} while it runs, leaves the epoch growing`, async () => {
        const epochs = [await epoch()]
        for (const step of [ms, 0, -ms, 0]) {
          await jump(step)
          await heartbeat()
          epochs.push(await epoch())
        }
        expect(epochs).to.deep.equal([...new Set(epochs)].sort())
        await isOpen()
      })
    }

    it('back past the copy that was put back: the database is known to be older all the same', async () => {
      const snapshot = await MachineSnapshot.take(paylink)
      paylink.clock.advance(MINUTE_MS)
      await heartbeat()
      const file = join(paylink.settings.dataDir, 'epoch.json')
      const seen = readFileSync(file)
      await snapshot.putBack(() => {
        writeFileSync(file, seen)
        paylink.clock.advance(-30 * DAY_MS)
      })
      expect((await readKnown(paylink.db)).state?.reason).to.equal('older_than_data_directory')
      expect((await fetch(`${paylink.url}/readyz`)).status).to.equal(503)
      await snapshot.drop()
    })
  })
}
