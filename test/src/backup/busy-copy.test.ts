import { join } from 'node:path'
import { connect } from '@paylink/core/database/connect'
import { expect } from 'chai'
import { linkBody, TestAppliance } from '../support/appliance.js'
import { runBesideOthers } from '../support/command.js'
import { emptyDatabase, type TestDatabase } from '../support/databases.js'
import { ENGINES } from '../support/engines.js'

const CLIENTS = 4

for (const engine of ENGINES) {
  describe(`a backup while the shop is used, on ${engine} (I53)`, () => {
    let paylink: TestAppliance
    let target: TestDatabase
    before(async () => {
      paylink = await TestAppliance.start(engine, {}, { http: true, jobs: false })
      target = await emptyDatabase(engine)
    })
    after(async () => {
      await paylink.stop()
      await target.drop()
    })

    const run = (...args: string[]) =>
      runBesideOthers(args, {
        PAYLINK_DATABASE_URL: paylink.settings.databaseUrl,
        PAYLINK_DATA_DIR: paylink.settings.dataDir,
        PAYLINK_SECRET_KEY: Buffer.from(paylink.settings.secretKey).toString('base64'),
      })

    it('has everything that was acknowledged before it began, and each payment with its link', async () => {
      let isOver = false
      let count = 0
      const paid: string[] = []
      const client = async (): Promise<void> => {
        while (!isOver) {
          const made = await paylink.post('/v1/payment_links', linkBody(), { idempotencyKey: `busy-${++count}` })
          const reply = await paylink.post(`/v1/payment_links/${made.body.id}/mark_paid`, {})
          expect([made.status, reply.status]).to.deep.equal([201, 200])
          paid.push(made.body.id)
        }
      }
      const clients = Promise.all(Array.from({ length: CLIENTS }, client))
      while (paid.length < 50) await Promise.race([clients, new Promise(setImmediate)])
      const before = [...paid]
      const file = join(paylink.settings.dataDir, 'busy.backup')
      const backup = await run('backup', file, '--json')
      isOver = true
      await clients
      expect(backup.code, backup.stderr).to.equal(0)
      expect(backup.json.verified).to.equal(true)

      const restored = await run('restore', file, '--into', target.url, '--json')
      expect(restored.code, restored.stderr).to.equal(0)
      expect(restored.json).to.deep.include({ sha256: backup.json.sha256, verified: true })
      const copy = connect(target.url)
      try {
        const kept = await copy.reader('payment_links').where({ status: 'paid' }).pluck('paid_payment_id')
        const ids = await copy.reader('payment_links').where({ status: 'paid' }).pluck('id')
        expect(ids).to.include.members(before)
        expect(paid.length, 'links paid while it was made').to.be.greaterThan(before.length)
        const succeeded = await copy.reader('payments').where({ status: 'succeeded' }).pluck('id')
        expect(succeeded).to.have.members(kept)
      } finally {
        await copy.close()
      }
    })
  })
}
