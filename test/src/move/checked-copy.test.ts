import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from '@paylink/core/database/connect'
import { expect } from 'chai'
import { TestAppliance } from '../support/appliance.js'
import { runBesideOthers } from '../support/command.js'
import { emptyDatabase, migratedDatabase, type TestDatabase } from '../support/databases.js'
import { ENGINES } from '../support/engines.js'
import { schemaShape } from '../support/schema-shape.js'

for (const engine of ENGINES) {
  for (const target of ENGINES) {
    describe(`a copy in ${target} that was moved from ${engine} (I56)`, () => {
      let paylink: TestAppliance
      let copy: TestDatabase
      before(async () => {
        paylink = await TestAppliance.start(engine)
        copy = await emptyDatabase(target)
      })
      after(async () => {
        await paylink.stop()
        await copy.drop()
      })

      const move = () => {
        const { dataDir, databaseUrl } = paylink.settings
        const file = join(dataDir, 'target')
        writeFileSync(file, `${copy.url}\n`)
        return runBesideOthers(['move', '--to', `@${file}`, '--json'], {
          PAYLINK_DATA_DIR: dataDir,
          PAYLINK_DATABASE_URL: databaseUrl,
          PAYLINK_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
        })
      }

      it('names the invariants that its rows break, once it is complete', async () => {
        const { payment } = await paylink.paidQuietly()
        const link = await paylink.createLink()
        await paylink.change('payment_links', link.id, { status: 'processing' })
        const { code, json, stderr } = await move()
        expect(json).to.include({ verified: false })
        expect([code, stderr.trim().split('\n').at(-1)]).to.deep.equal([
          1,
          `What was moved is an exact copy, but the database breaks I2 (a link is processing only while a payment is open, and an open payment keeps its link processing unless late money paid it: ${link.id}). Run: paylink doctor`,
        ])
        const database = connect(copy.url)
        const queued = await database.reader('search_queue').pluck<string[]>('object_id')
        await database.close()
        expect(queued).to.include.members([link.id, payment.id])
        const again = await move()
        expect(again.code).to.equal(1)
        expect(again.stderr).to.include('This database was moved to')
      })

      it('has the schema that a new database has', async () => {
        const fresh = await migratedDatabase(target)
        const shapes = []
        for (const { url } of [copy, fresh]) {
          const database = connect(url)
          shapes.push(await schemaShape(target, database.reader))
          await database.close()
        }
        await fresh.drop()
        expect(shapes[0]).to.deep.equal(shapes[1])
      })
    })
  }
}
