import { migrateApart } from '@paylink/core/composition/migrate-apart'
import { connect } from '@paylink/core/database/connect'
import type { DatabaseConnection } from '@paylink/core/database/database-connection'
import { GRAPHILE_MIGRATION, isGraphileMigrated } from '@paylink/core/work/graphile-schema'
import { expect } from 'chai'
import { migratedDatabase, type TestDatabase } from '../support/databases.js'
import { ENGINES } from '../support/engines.js'
import { quietPorts } from '../support/ports.js'
import { settingsFor } from '../support/settings.js'

if (ENGINES.includes('postgres')) {
  describe('the schema of graphile-worker', () => {
    let test: TestDatabase
    let database: DatabaseConnection
    beforeEach(async () => {
      test = await migratedDatabase('postgres')
      database = connect(test.url)
    })
    afterEach(async () => {
      await database.close()
      await test.drop()
    })

    const newest = async (): Promise<unknown> =>
      (await database.reader.raw('select max(id) as id from graphile_worker.migrations')).rows[0].id
    const migrateFirst = () => {
      const settings = settingsFor(test.url, {})
      const { signal } = new AbortController()
      return migrateApart(settings, quietPorts(), {
        signal,
        onStep: () => undefined,
        onSetUp: () => undefined,
      })
    }

    it('is the one of the version that is installed', async () => {
      expect(await newest()).to.equal(GRAPHILE_MIGRATION)
      expect(await isGraphileMigrated(database.reader)).to.equal(true)
    })

    it('is brought up to date by a start that has nothing else to migrate', async () => {
      await database.writer.raw('drop schema graphile_worker cascade')
      expect(await isGraphileMigrated(database.reader)).to.equal(false)
      expect(await migrateFirst()).to.deep.equal({ applied: [], snapshot: null })
      expect(await newest()).to.equal(GRAPHILE_MIGRATION)
    })

    it('is behind when a migration is missing, and may be ahead', async () => {
      await database.writer.raw('delete from graphile_worker.migrations where id = ?', [GRAPHILE_MIGRATION])
      expect(await isGraphileMigrated(database.reader)).to.equal(false)
      await database.writer.raw('insert into graphile_worker.migrations (id) values (?)', [GRAPHILE_MIGRATION + 1])
      expect(await isGraphileMigrated(database.reader)).to.equal(true)
    })
  })
}
