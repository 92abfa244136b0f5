import { rmSync } from 'node:fs'
import { expect } from 'chai'
import { eventually } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { TestPostgres } from '../support/postgres.js'
import { quickFolder } from '../support/quick-folder.js'
import { ServerProcess } from '../support/server-process.js'
import { Site } from '../support/site.js'
import { killTheDatabase } from './random.js'

const KILLS = Number(process.env['KILLS'] ?? 3)
const SEED = Number(process.env['SEED'] ?? 1)

if (ENGINES.includes('postgres')) {
  describe('kill -9 of the processes beside the server, on postgres (F1)', () => {
    // Of its own: when one of its processes is killed, all who are connected are cut off.
    const postgres = new TestPostgres({ isDurable: true })
    let site: Site
    before(async () => {
      const url = await postgres.createDatabase()
      const folder = quickFolder('test')
      const drop = async (): Promise<void> => rmSync(folder, { recursive: true, force: true })
      site = await Site.start('postgres', { database: { url, folder, drop } })
    })
    after(async () => {
      await site.stop()
      await postgres.stop()
    })

    it(`survives a killed Postgres process ${KILLS} times under load, seed ${SEED}`, async () => {
      const killed = await killTheDatabase(site, KILLS, SEED)
      expect(killed.faults.join('\n')).to.equal('')
      expect(site.server.isDown).to.equal(false)
    })

    it('finishes the jobs of a killed worker', async () => {
      const link = await site.createLink()
      const address = await site.openCheckout(link)
      await site.server.kill('SIGTERM')
      const { url, folder } = site.database
      const baseUrl = site.server.url
      const port = Number(new URL(baseUrl).port)
      const serve = await ServerProcess.create(url, folder, { role: 'serve', baseUrl, port })
      const workers = [0, 1].map(() => ServerProcess.create(url, folder, { role: 'worker', baseUrl }))
      const [first, second] = (await Promise.all(workers)) as [ServerProcess, ServerProcess]
      try {
        await Promise.all([serve.start(), first.start()])
        const paid = site.pay(address)
        await first.kill()
        await paid
        await second.start()
        // A claim lasts less than a minute.
        await eventually(
          () => site.payments(link.id),
          ([{ status }]) => status === 'succeeded',
          100_000,
        )
        expect((await site.link(link.id)).status).to.equal('paid')
      } finally {
        await Promise.all([serve, first, second].map((process) => process.stop()))
      }
    })
  })
}
