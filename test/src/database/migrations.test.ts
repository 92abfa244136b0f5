import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Appliance } from '@paylink/core/composition/appliance'
import { systemPorts } from '@paylink/core/composition/ports'
import { connect, MIGRATION_LIMITS } from '@paylink/core/database/connect'
import type { DatabaseConnection } from '@paylink/core/database/database-connection'
import type { Migration } from '@paylink/core/database/migration'
import { MIGRATIONS } from '@paylink/core/database/migrations/index'
import { Migrator } from '@paylink/core/database/migrator'
import { SchemaMismatchError } from '@paylink/core/database/schema-mismatch'
import { expect } from 'chai'
import { emptyDatabase, type TestDatabase } from '../support/databases.js'
import { ENGINES } from '../support/engines.js'
import { SilentLog } from '../support/ports.js'
import { tablesOf } from '../support/rows.js'
import { schemaShape } from '../support/schema-shape.js'
import { settingsFor } from '../support/settings.js'

const NAMES = MIGRATIONS.map(({ name }) => name)
const NEWER: Migration = {
  name: '9999-of-a-newer-version',
  up: async (on) => on.schema.createTable('newer', (table) => void table.text('id').primary()),
  down: async (on) => on.schema.dropTable('newer'),
}

const KEYLESS = {
  sqlite: `select name from sqlite_master as made where type = 'table' and name not like 'sqlite_%'
           and not exists (select 1 from pragma_table_info(made.name) where pk > 0)`,
  postgres: `select relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
             where relkind = 'r' and nspname = 'public'
             and not exists (select 1 from pg_index where indrelid = pg_class.oid and indisprimary)`,
}

for (const engine of ENGINES) {
  describe(`migrations on ${engine}`, () => {
    let database: TestDatabase
    let connected: DatabaseConnection
    beforeEach(async () => {
      database = await emptyDatabase(engine)
      connected = connect(database.url)
    })
    afterEach(async () => {
      await connected.close()
      await database.drop()
    })

    const rows = async (sql: string): Promise<any[]> => {
      const answer: any = await connected.reader.raw(sql)
      return (engine === 'postgres' ? answer.rows : answer) as any[]
    }
    const tables = (): Promise<string[]> => tablesOf({ engine, db: connected.reader })
    const start = () => {
      const settings = settingsFor(database.url, { dataDir: database.folder })
      return Appliance.start(settings, { http: false, jobs: false }, { ...systemPorts(settings), log: new SilentLog() })
    }
    const refusalOf = async (act: () => Promise<unknown>): Promise<SchemaMismatchError> => {
      const refusal = await act().catch((error: unknown) => error)
      expect(refusal).to.be.instanceOf(SchemaMismatchError)
      return refusal as SchemaMismatchError
    }

    it('are applied in order, once', async () => {
      const migrator = new Migrator(connected)
      expect((await migrator.status()).map(({ name, applied }) => [name, applied])).to.deep.equal(
        NAMES.map((name) => [name, false]),
      )
      expect(await migrator.up()).to.deep.equal(NAMES)
      expect(await migrator.up()).to.deep.equal([])
      await migrator.assertCurrent()
      for (const { applied, appliedAt } of await migrator.status()) {
        expect(applied).to.equal(true)
        expect(appliedAt).to.match(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
      }
    })

    it('have unique names, numbered in order', () => {
      expect([...NAMES].sort()).to.deep.equal(NAMES)
      expect(new Set(NAMES).size).to.equal(NAMES.length)
      for (const name of NAMES) expect(name).to.match(/^\d{4}-[a-z0-9-]+$/)
    })

    it('can be reverted to an empty schema and applied again', async () => {
      const migrator = new Migrator(connected)
      await migrator.up()
      const shape = await schemaShape(engine, connected.reader)
      for (const name of [...NAMES].reverse()) expect(await migrator.down()).to.equal(name)
      expect(await migrator.down()).to.equal(null)
      expect(await tables()).to.deep.equal([])
      expect(await migrator.up()).to.deep.equal(NAMES)
      expect(await schemaShape(engine, connected.reader)).to.deep.equal(shape)
    })

    it('are applied once when several migrators start together', async () => {
      const applied = await Promise.all(
        Array.from({ length: 3 }, async (): Promise<string[]> => {
          const worker = new Worker(new URL('../support/migrate-worker.js', import.meta.url), {
            workerData: database.url,
          })
          const [names] = await once(worker, 'message')
          return names
        }),
      )
      expect(applied.flat().sort()).to.deep.equal(NAMES)
      await new Migrator(connected).assertCurrent()
    })

    it('are required: a server refuses to start on a database that is behind', async () => {
      expect((await refusalOf(start)).pending).to.deep.equal(NAMES)
      const migrator = new Migrator(connected)
      await migrator.up()
      await migrator.down()
      const refusal = await refusalOf(start)
      expect(refusal.pending).to.deep.equal(NAMES.slice(-1))
      expect(refusal.message).to.match(/behind this version/)
      await migrator.up()
      await (await start()).stop()
    })

    it('that are unknown stop a server and a migrator', async () => {
      await new Migrator(connected, [...MIGRATIONS, NEWER]).up()
      const older = new Migrator(connected)
      for (const act of [start, () => older.up(), () => older.down(), () => older.assertCurrent()]) {
        const refusal = await refusalOf(act)
        expect(refusal.unknown).to.deep.equal([NEWER.name])
        expect(refusal.message).to.match(/ahead of this version/)
      }
      expect((await older.status()).at(-1)).to.include({ name: NEWER.name, applied: true })
    })

    it('leave nothing behind when one fails', async () => {
      const broken: Migration = {
        name: '9998-broken',
        up: async (on) => {
          await on.schema.createTable('half', (table) => void table.text('id').primary())
          await on.raw('drop table nowhere')
        },
        down: async () => undefined,
      }
      const withBroken = [...MIGRATIONS, broken, NEWER]
      const onEmpty = await new Migrator(connected, withBroken).up().catch((error: Error) => error.message)
      expect(onEmpty).to.match(/9998-broken failed .*nowhere.* The database is empty, as it was\./)
      expect(await tables()).to.deep.equal([])
      await new Migrator(connected).up()
      const migrator = new Migrator(connected, withBroken)
      const failure = await migrator.up().catch((error: Error) => error.message)
      expect(failure).to.match(/nowhere/)
      expect(await tables()).to.not.include('half')
      await new Migrator(connected).assertCurrent()
      const repaired = new Migrator(connected, [...MIGRATIONS, { ...broken, up: async () => undefined }])
      expect(await repaired.up()).to.deep.equal([broken.name])
    })

    it('are named in a failure before they begin', async () => {
      expect(await tables()).to.deep.equal([])
      const readOnly = connect(database.url, MIGRATION_LIMITS, { readOnly: true })
      try {
        const failure = await new Migrator(readOnly).up().catch((error: Error) => error.message)
        expect(failure).to.include(`Migration ${NAMES[0]} failed`)
      } finally {
        await readOnly.close()
      }
    })

    it('give every table a primary key', async () => {
      await new Migrator(connected).up()
      expect((await tables()).length).to.be.greaterThan(8)
      expect(await rows(KEYLESS[engine])).to.deep.equal([])
    })
  })
}
