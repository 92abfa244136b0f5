import { expect } from 'chai'
import { type Composition, compose } from '@paylink/core/composition/compose'
import { connectFirstSandboxes } from '@paylink/core/composition/connect-sandboxes'
import { offerSetUp } from '@paylink/core/composition/offer-set-up'
import { systemPorts } from '@paylink/core/composition/ports'
import { Installation, keyIn } from '../support/command.js'
import { migratedDatabase, type TestDatabase } from '../support/databases.js'
import { ENGINES } from '../support/engines.js'
import { freePort } from '../support/free-port.js'
import { settingsFor } from '../support/settings.js'

const PROCESSES = 4

for (const engine of ENGINES) {
  describe(`processes that set up a new ${engine} database at once`, () => {
    let database: TestDatabase
    let opened: Composition[]
    before(async () => {
      database = await migratedDatabase(engine)
      const settings = settingsFor(database.url, { dataDir: database.folder })
      const open = () => compose(settings, systemPorts({ ...settings, logLevel: 'silent' }))
      opened = await Promise.all(Array.from({ length: PROCESSES }, open))
    })
    after(async () => {
      await Promise.all(opened.map((one) => one.close()))
      await database.drop()
    })

    it('make one account with one key, and offer one address', async () => {
      const offers = await Promise.all(opened.map((one) => offerSetUp(one)))
      expect(offers.filter(({ key }) => key !== null)).to.have.length(1)
      expect(new Set(offers.map(({ address }) => address)).size).to.equal(1)
      const rows = opened[0]?.database.reader
      for (const table of ['accounts', 'api_keys', 'invitations']) {
        expect(await rows?.(table).select('id'), table).to.have.length(1)
      }
    })

    it('connect each sandbox once', async () => {
      await Promise.all(opened.map((one) => connectFirstSandboxes(one)))
      const connected = await opened[0]?.database.reader('connections').orderBy('provider').pluck('provider')
      expect(connected).to.deep.equal(['provider_a', 'provider_b'])
    })
  })
}

if (ENGINES.includes('postgres')) {
  describe('servers that start for the first time at once, on one Postgres', () => {
    let site: Installation
    before(async () => void (site = await Installation.make('postgres')))
    after(() => site.remove())

    it('all serve; one prints the key, and each sandbox is connected once', async () => {
      const ports = await Promise.all([freePort(), freePort()])
      const others = ports.map((port) => ({ PAYLINK_PORT: String(port), PAYLINK_BASE_URL: site.url }))
      const servers = await Promise.all([{}, ...others].map((env) => site.start('up', env)))
      const keys = servers.map(({ said }) => keyIn(said.stdout)).filter((key) => key !== undefined)
      expect(keys).to.have.length(1)
      const connected: { provider: string; status: string }[] = await site.ask('connections', 'list')
      expect(connected.map(({ provider, status }) => `${provider} ${status}`).sort()).to.deep.equal([
        'provider_a active',
        'provider_b active',
      ])
      expect((await site.createLink(keys[0] ?? '')).status).to.equal(201)
    })
  })
}
