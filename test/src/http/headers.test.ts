import { Appliance } from '@paylink/core/composition/appliance'
import { systemPorts } from '@paylink/core/composition/ports'
import { expect } from 'chai'
import { migratedDatabase, type TestDatabase } from '../support/databases.js'
import { SilentLog } from '../support/ports.js'
import { settingsFor } from '../support/settings.js'
import { wire } from '../support/wire.js'

const HSTS = 'strict-transport-security'

describe('headers of every response', () => {
  let database: TestDatabase
  before(async () => (database = await migratedDatabase('sqlite')))
  after(() => database.drop())

  for (const [baseUrl, hsts] of [
    ['https://pagos.example', 'max-age=31536000'],
    ['http://pagos.example', undefined],
  ] as const) {
    it(`${hsts ? 'include' : 'do not include'} HSTS when the service is at ${baseUrl}`, async () => {
      const settings = settingsFor(database.url, { dataDir: database.folder, baseUrl })
      const ports = { ...systemPorts(settings), log: new SilentLog() }
      const appliance = await Appliance.start(settings, { http: true, jobs: false }, ports)
      try {
        const at = `http://localhost:${appliance.port}`
        for (const head of [
          ['GET /docs HTTP/1.1'],
          ['GET /v1/payments HTTP/1.1'],
          ['GET /none HTTP/1.1'],
          ['GARBAGE'],
        ]) {
          const { headers } = await wire(at, head)
          expect(headers.get(HSTS), head[0]).to.equal(hsts)
          expect(headers.get('x-request-id')).to.match(/^[0-9a-f-]{36}$/)
          expect(headers.get('x-content-type-options')).to.equal('nosniff')
          if (!/docs|none/.test(head[0] ?? '')) {
            expect(headers.get('cache-control')).to.equal('no-store')
            expect(headers.get('x-ratelimit-remaining')).to.match(/^\d+$/)
          }
        }
      } finally {
        await appliance.stop()
      }
    })
  }
})
