import { connect } from '@paylink/core/database/connect'
import { readEpoch, writeEpoch } from '@paylink/core/quarantine/quarantine.repository'
import { expect } from 'chai'
import { migratedDatabase, type TestDatabase } from '../support/databases.js'
import { ENGINES } from '../support/engines.js'

for (const engine of ENGINES) {
  describe(`the epoch on ${engine}, written by two processes at once`, () => {
    let database: TestDatabase
    before(async () => (database = await migratedDatabase(engine)))
    after(() => database.drop())

    it('does not go back: the one who wrote the later moment would take the database for an older copy', async () => {
      const [earlier, later] = ['2030-01-01T00:00:00.000Z', '2030-01-01T00:00:00.003Z']
      const connection = connect(database.url)
      const { writer } = connection
      await writeEpoch(writer, later)
      await writeEpoch(writer, earlier)
      expect(await readEpoch(writer)).to.equal(later)
      await writeEpoch(writer, '2030-01-01T00:00:05.000Z')
      expect(await readEpoch(writer)).to.equal('2030-01-01T00:00:05.000Z')
      await connection.close()
    })
  })
}
