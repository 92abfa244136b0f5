import { rmSync } from 'node:fs'
import { expect } from 'chai'
import { ENGINES } from '../support/engines.js'
import { PostgresCluster } from '../support/postgres-cluster.js'
import { quickFolder } from '../support/quick-folder.js'
import { Site } from '../support/site.js'
import { failOver } from './random.js'

const SEED = Number(process.env['SEED'] ?? 1)
const MAX_LINES_A_SECOND = 10
/** The last line that is no log. */
const RUNNING = /^PayLink is running at .*$/m

if (ENGINES.includes('postgres')) {
  describe('the failover of Postgres to a synchronous standby', () => {
    let cluster: PostgresCluster
    let site: Site
    before(async () => {
      cluster = await PostgresCluster.start('paylink')
      const folder = quickFolder('test')
      const drop = async (): Promise<void> => rmSync(folder, { recursive: true, force: true })
      const database = { url: cluster.url('paylink'), folder, drop }
      site = await Site.start('postgres', { database, env: { PAYLINK_LOG_LEVEL: 'warn' } })
    })
    after(async () => {
      await site.stop()
      await cluster.stop()
    })

    it(`loses and doubles nothing that was acknowledged, and answers 503 meanwhile, seed ${SEED}`, async () => {
      const { faults, starts } = await failOver(site, cluster, SEED)
      expect(faults.join('\n')).to.equal('')
      expect(site.server.isDown).to.equal(false)
      if (process.env['FIGURES']) process.stdout.write(`served ${starts[0]} ms after the promotion\n`)
    })

    it('logs at most ten lines a second, each of them JSON', () => {
      const [, log = ''] = site.server.output.split(RUNNING)
      const lines = log.split('\n').filter((line) => line !== '')
      const seconds = lines.map((line) => Math.floor((JSON.parse(line) as { time: number }).time / 1000))
      const most = Math.max(...seconds.map((second) => seconds.filter((other) => other === second).length))
      expect(lines.length).to.be.greaterThan(0)
      expect(most).to.be.at.most(MAX_LINES_A_SECOND)
    })
  })
}
