import { expect } from 'chai'
import { UnitOfWork } from '@paylink/core/database/unit-of-work'
import { TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'

const TABLES = ['api_keys', 'generation', 'idempotency_keys', 'payment_links', 'payments']

for (const engine of ENGINES) {
  describe(`a schema that grows under a running server, on ${engine}`, () => {
    let paylink: TestAppliance
    before(async () => (paylink = await TestAppliance.start(engine)))
    after(() => paylink.stop())

    it('breaks no query: columns added by another version are not read', async () => {
      const { link, payment } = await paylink.opened()
      const lists = ['payments?status=pending', 'payments?', 'payment_links?', 'payment_links?status=active']
      const more = ['payment_links?status=expired', `payments?starting_after=${payment.id}`]
      const paths = [`payments/${payment.id}`, `payment_links/${link.id}`, ...lists, ...more]
      const statuses = () => Promise.all(paths.map(async (path) => (await paylink.get(`/v1/${path}`)).status))
      const served = paths.map(() => 200)
      for (let round = 0; round < 3; round++) expect(await statuses()).to.deep.equal(served)
      await paylink.container.get(UnitOfWork).run(async (tx) => {
        for (const table of TABLES) await tx.raw(`alter table ${table} add column later text`)
      })
      for (let round = 0; round < 3; round++) expect(await statuses()).to.deep.equal(served)
      expect((await fetch(link.url)).status).to.equal(200)
      await paylink.createLink()
    })
  })
}
