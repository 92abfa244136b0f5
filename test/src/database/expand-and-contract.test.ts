import { Appliance } from '@paylink/core/composition/appliance'
import { connect, MIGRATION_LIMITS } from '@paylink/core/database/connect'
import type { Migration, MigrationKind } from '@paylink/core/database/migration'
import { MIGRATIONS } from '@paylink/core/database/migrations/index'
import { Migrator } from '@paylink/core/database/migrator'
import { SchemaMismatchError } from '@paylink/core/database/schema-mismatch'
import { SystemRandom } from '@paylink/core/kernel/random'
import { expect } from 'chai'
import { eventually, TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'

/** From here on, each step says what it is. */
const FIRST_WITH_KIND = '0032-migration-kinds'

const addColumn = (name: string, kind: MigrationKind): Migration => ({
  name,
  kind,
  up: async (on) => on.schema.alterTable('payment_links', (table) => void table.text(`of_${kind}`)),
  down: async (on) => on.schema.alterTable('payment_links', (table) => void table.dropColumn(`of_${kind}`)),
})
const EXPANDING = addColumn('9997-adds', 'expand')
const LATER = { ...addColumn('9998-adds-again', 'expand'), up: async () => undefined, down: async () => undefined }
const CONTRACTING = addColumn('9999-removes', 'contract')

describe('every new migration', () => {
  it('says whether it expands or contracts', () => {
    const since = MIGRATIONS.filter(({ name }) => name >= FIRST_WITH_KIND)
    for (const { name, kind } of since) expect(kind, name).to.be.oneOf(['expand', 'contract'])
  })
})

for (const engine of ENGINES) {
  describe(`a version whose schema a newer one has changed, on ${engine}`, () => {
    let paylink: TestAppliance
    /** Why another process of this version would not start; null: it would. */
    const refusalToStart = async (): Promise<unknown> => {
      const { settings, clock, log, timer } = paylink
      const ports = { clock, log, timer, random: new SystemRandom() }
      try {
        await (await Appliance.start(settings, { http: false, jobs: false }, ports)).stop()
        return null
      } catch (error) {
        return error
      }
    }
    const newer = async (steps: Migration[], act: (migrator: Migrator) => Promise<unknown>): Promise<void> => {
      const database = connect(paylink.settings.databaseUrl)
      await act(new Migrator(database, [...MIGRATIONS, ...steps]))
      await database.close()
    }
    const readyz = async (): Promise<unknown> => {
      paylink.clock.advance(2000)
      const { status, body } = await paylink.get('/readyz')
      return [status, body.status, body.detail]
    }

    beforeEach(async () => (paylink = await TestAppliance.start(engine)))
    afterEach(() => paylink.stop())

    it('goes on serving, and starts again, when the newer one only added', async () => {
      const before = await paylink.createLink()
      await newer([EXPANDING, LATER], (migrator) => migrator.up())
      expect(await readyz()).to.deep.equal([200, 'ready', undefined])
      const meanwhile = await paylink.createLink()
      expect(await refusalToStart()).to.equal(null)
      for (const { id } of [before, meanwhile]) expect(await paylink.linkStatus(id)).to.equal('active')

      const database = connect(paylink.settings.databaseUrl)
      const own = new Migrator(database)
      expect(await own.up()).to.deep.equal([])
      expect((await own.status()).at(-1)).to.include({ name: LATER.name, kind: 'expand', applied: true })
      const refusal = await own.down().catch((error: unknown) => error)
      expect(refusal, 'it does not know how to revert them').to.be.instanceOf(SchemaMismatchError)
      await database.close()
    })

    it('is not ready, and does not start, when the newer one also took something away', async () => {
      await newer([EXPANDING, CONTRACTING], (migrator) => migrator.up())
      expect(await readyz()).to.deep.equal([503, 'not ready', 'schema'])
      await newer([EXPANDING, CONTRACTING], (migrator) => migrator.downTo(EXPANDING.name))
      expect(await readyz()).to.deep.equal([200, 'ready', undefined])
      await newer([EXPANDING, CONTRACTING], (migrator) => migrator.up())
      expect(await refusalToStart()).to.be.instanceOf(SchemaMismatchError)
      await newer([EXPANDING, CONTRACTING], (migrator) => migrator.downTo(EXPANDING.name))
      expect(await refusalToStart()).to.equal(null)
    })

    it('that lacks something itself does not touch it', async () => {
      await newer([EXPANDING], (migrator) => migrator.up())
      const database = connect(paylink.settings.databaseUrl)
      const other = new Migrator(database, [...MIGRATIONS, CONTRACTING])
      const refusal = (await other.up().catch((error: unknown) => error)) as SchemaMismatchError
      expect(refusal).to.be.instanceOf(SchemaMismatchError)
      expect(refusal.unknown).to.deep.equal([EXPANDING.name])
      await database.close()
    })
  })
}

if (ENGINES.includes('postgres')) {
  describe('a migration on Postgres that waits for a table', () => {
    it('lets requests pass meanwhile', async () => {
      const paylink = await TestAppliance.start('postgres')
      const { id } = await paylink.createLink()
      const database = connect(paylink.settings.databaseUrl, MIGRATION_LIMITS)
      const reading = await database.writer.transaction()
      await reading.raw('set local idle_in_transaction_session_timeout = 0')
      await reading('payment_links').first()
      let isApplied = false
      const applying = new Migrator(database, [...MIGRATIONS, EXPANDING]).up().then(() => (isApplied = true))
      try {
        const waiting = () =>
          paylink.db('pg_stat_activity').where({ wait_event_type: 'Lock' }).whereILike('query', '%of_expand%')
        await eventually(waiting, ({ length }) => length > 0)
        expect(await paylink.linkStatus(id)).to.equal('active')
        expect((await paylink.createLink()).status).to.equal('active')
        expect(isApplied, 'it still waits').to.equal(false)
      } finally {
        await reading.rollback()
      }
      await applying
      await database.close()
      await paylink.stop()
    })
  })
}
