import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { backUp } from '@paylink/core/backup/back-up'
import { UnsoundCopyError } from '@paylink/core/backup/check-copy'
import type { Filling } from '@paylink/core/backup/fill-database'
import { fillSqlite } from '@paylink/core/backup/fill-sqlite'
import { restore } from '@paylink/core/backup/restore'
import { SqliteRows } from '@paylink/core/backup/sqlite-rows'
import type { TableShape } from '@paylink/core/backup/snapshot'
import { Sealer } from '@paylink/core/secrets/sealer'
import { expect } from 'chai'
import { TestAppliance } from '../support/appliance.js'
import { emptyDatabase } from '../support/databases.js'
import { ENGINES } from '../support/engines.js'
import { quietPorts } from '../support/ports.js'

const TABLE = 'payment_links'
const PORTS = { ...quietPorts(), onStep: () => () => undefined }

/** What becomes of the rows of one table on their way into a copy. */
const FAULTS: Record<string, (lines: readonly string[]) => string[]> = {
  'has lost a row': (lines) => lines.slice(1),
  'has a row with another value': ([first = '', ...others]) => [first.replace('Pan dulce', 'Pan salado'), ...others],
  'has lost all rows': () => [],
}

for (const engine of ENGINES) {
  describe(`a copy on ${engine} (I53)`, () => {
    let paylink: TestAppliance
    const { load } = SqliteRows.prototype
    before(async () => {
      paylink = await TestAppliance.start(engine, {}, { http: true, jobs: false })
      for (let count = 1; count <= 3; count++) await paylink.createLink({ title: `Pan dulce ${count}` })
      await backUp(paylink.settings, inFolder('good.backup'), PORTS)
    })
    afterEach(() => {
      SqliteRows.prototype.load = load
    })
    after(() => paylink.stop())

    const inFolder = (name: string): string => join(paylink.settings.dataDir, name)
    const failureOf = (work: Promise<unknown>): Promise<Error> =>
      work.then(
        () => new Error('it succeeded'),
        (error: Error) => error,
      )

    for (const [what, change] of Object.entries(FAULTS)) {
      it(`that ${what} is no backup, and none that a restore keeps`, async () => {
        SqliteRows.prototype.load = function (this: SqliteRows, table: TableShape, lines: readonly string[]) {
          return load.call(this, table, table.name === TABLE ? change(lines) : lines)
        }
        const failed = await failureOf(backUp(paylink.settings, inFolder('bad.backup'), PORTS))
        expect(failed).to.be.instanceOf(UnsoundCopyError)
        expect(failed.message).to.include(`rows of ${TABLE} differ`)
        expect(readdirSync(paylink.settings.dataDir).filter((name) => /bad|check/.test(name))).to.deep.equal([])

        const target = await emptyDatabase('sqlite')
        const path = target.url.slice('sqlite:'.length)
        const fill = (filling: Filling): Promise<void> => fillSqlite(path, filling)
        const refused = await failureOf(restore(inFolder('good.backup'), fill, paylink.container.get(Sealer), PORTS))
        expect(refused).to.be.instanceOf(UnsoundCopyError)
        expect(existsSync(path)).to.equal(false)
        await target.drop()
      })
    }
  })
}
