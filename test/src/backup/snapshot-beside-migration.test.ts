import { inPostgresSnapshot } from '@paylink/core/backup/postgres-snapshot'
import { connect, MIGRATION_LIMITS } from '@paylink/core/database/connect'
import type { DatabaseConnection } from '@paylink/core/database/database-connection'
import { Migrator } from '@paylink/core/database/migrator'
import { expect } from 'chai'
import { eventually } from '../support/appliance.js'
import { migratedDatabase, type TestDatabase } from '../support/databases.js'

const WAITING = `select count(*)::int as waiting from pg_locks where locktype = 'advisory' and not granted
  and database = (select oid from pg_database where datname = current_database())`

describe('a snapshot beside a migration on postgres (I53)', () => {
  let database: TestDatabase
  let reading: DatabaseConnection
  let migrating: DatabaseConnection
  beforeEach(async () => {
    database = await migratedDatabase('postgres')
    reading = connect(database.url, MIGRATION_LIMITS)
    migrating = connect(database.url, MIGRATION_LIMITS)
  })
  afterEach(async () => {
    await Promise.all([reading.close(), migrating.close()])
    await database.drop()
  })

  it('reads the former schema to its end, while the migration waits', async () => {
    let down: Promise<string | null> | undefined
    const read: string[] = []
    await inPostgresSnapshot(reading.writer, async (snapshot) => {
      down = new Migrator(migrating).down()
      await eventually(
        async () => (await reading.reader.raw<{ rows: { waiting: number }[] }>(WAITING)).rows[0]?.waiting,
        (waiting) => waiting === 1,
      )
      for (const table of snapshot.tables) {
        for await (const _ of snapshot.lines(table)) read.push(table.name)
      }
      expect(snapshot.tables.length).to.be.greaterThan(30)
    })
    expect(read).to.include('schema_migrations')
    const reverted = await down
    const [newest] = (await new Migrator(migrating).status()).filter(({ applied }) => !applied)
    expect(reverted).to.equal(newest?.name)
  })
})
