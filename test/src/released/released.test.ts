import { readFileSync } from 'node:fs'
import { connect, MIGRATION_LIMITS } from '@paylink/core/database/connect'
import type { Engine } from '@paylink/core/database/engine'
import { MIGRATIONS } from '@paylink/core/database/migrations/index'
import { createSchema, Migrator } from '@paylink/core/database/migrator'
import { FindViolations } from '@paylink/core/doctor/find-violations.repository'
import type { Clock } from '@paylink/core/kernel/clock'
import { VERSION } from '@paylink/core/kernel/version'
import { expect } from 'chai'
import { type Environment, runBesideOthers, RunningServer } from '../support/command.js'
import { emptyDatabase, type TestDatabase } from '../support/databases.js'
import { ENGINES } from '../support/engines.js'
import { freePort } from '../support/free-port.js'
import { tablesOf } from '../support/rows.js'
import { dump, dumpSchema, isRecorded, load, recordedVersions } from './releases.js'

const KEY = Buffer.alloc(32, 7).toString('base64')
/** Written by every migration and every start. */
const OF_THE_PROCESS = ['schema_migrations', 'instance', 'generation']
const ROOT = new URL('../../../', import.meta.url)

type Rows = Map<string, Record<string, unknown>[]>

async function inDatabase<T>(url: string, act: (on: ReturnType<typeof connect>) => Promise<T>): Promise<T> {
  const database = connect(url, MIGRATION_LIMITS)
  try {
    return await act(database)
  } finally {
    await database.close()
  }
}

const rowsOf = (url: string, engine: Engine): Promise<Rows> =>
  inDatabase(url, async ({ reader }) => {
    const rows: Rows = new Map()
    for (const table of await tablesOf({ engine, db: reader })) rows.set(table, await reader(table))
    return rows
  })

/** A row of the former schema in the columns that there still are. */
const kept = (row: Record<string, unknown>, columns: ReadonlySet<string>): string =>
  JSON.stringify(Object.entries(row).filter(([name]) => columns.has(name)))

describe('the releases', () => {
  it('are recorded for both engines, each version of the changelog', () => {
    const changelog = readFileSync(new URL('CHANGELOG.md', ROOT), 'utf8')
    const released = [...changelog.matchAll(/^## \[(\d+\.\d+\.\d+)\] – \d{4}-\d{2}-\d{2}$/gm)].map(
      ([, name = '']) => name,
    )
    expect(released).to.include(VERSION)
    for (const version of released)
      for (const engine of ['sqlite', 'postgres'] as const) expect(isRecorded(version, engine), version).to.equal(true)
    expect(recordedVersions()).to.have.members(released)
  })

  it('have one version, in every package of ours', () => {
    const read = (path: string): any => JSON.parse(readFileSync(new URL(path, ROOT), 'utf8'))
    const lock = read('package-lock.json')
    for (const folder of ['', 'config', 'core', 'test']) {
      const path = folder === '' ? 'package.json' : `${folder}/package.json`
      expect(read(path).version, path).to.equal(VERSION)
      expect(lock.packages[folder].version, `${folder} in the lock file`).to.equal(VERSION)
    }
  })
})

for (const engine of ENGINES) {
  for (const version of recordedVersions()) {
    describe(`a database of ${version} on ${engine}`, () => {
      let database: TestDatabase
      let env: Environment
      let text: string
      let clock: Clock

      beforeEach(async () => {
        database = await emptyDatabase(engine)
        const released = await load(database.url, version, engine)
        text = released.text
        clock = { now: () => released.at }
        env = {
          PAYLINK_DATABASE_URL: database.url,
          PAYLINK_DATA_DIR: database.folder,
          PAYLINK_SECRET_KEY: KEY,
          PAYLINK_PORT: String(await freePort()),
          PAYLINK_LOG_LEVEL: 'silent',
        }
      })
      afterEach(() => database.drop())

      const ask = async (...args: string[]): Promise<any> => {
        const { code, stderr, json } = await runBesideOthers([...args, '--json'], env)
        expect(code, stderr).to.equal(0)
        return json
      }

      it('is read as it was written', async () => {
        const { rows } = await dump(database.url, engine)
        expect(rows).to.match(/^insert into/)
        expect(text.includes(rows), 'its rows are those of the file').to.equal(true)
      })

      it('has the schema that its migrations make: none was changed since', async () => {
        const applied = await inDatabase(database.url, async (on) => {
          const steps = await new Migrator(on).status()
          return steps.filter((step) => step.applied).map(({ name }) => name)
        })
        const made = await emptyDatabase(engine)
        try {
          await inDatabase(made.url, (on) => on.writer.transaction((tx) => createSchema(tx, engine, applied)))
          expect(await dumpSchema(made.url, engine)).to.equal(await dumpSchema(database.url, engine))
        } finally {
          await made.drop()
        }
      })

      it('goes back to nothing with its rows, step by step', async () => {
        const applied = await inDatabase(database.url, (on) => new Migrator(on).status())
        const [first = { name: '' }] = applied
        const reverted = await ask('migrate', 'down', '--to', first.name)
        expect(reverted).to.deep.equal({
          reverted: applied
            .slice(1)
            .map(({ name }) => name)
            .reverse(),
        })
        expect(await ask('migrate', 'down')).to.deep.equal({ reverted: first.name })
        const left = await inDatabase(database.url, ({ reader }) => tablesOf({ engine, db: reader }))
        expect(left).to.deep.equal([])
        expect(await ask('migrate', 'down')).to.deep.equal({ reverted: null })
        expect((await ask('migrate', 'up')).applied).to.deep.equal(MIGRATIONS.map(({ name }) => name))
      })

      it('is migrated with every row kept and every invariant held (I53), and is served', async () => {
        const before = await rowsOf(database.url, engine)
        const { applied, snapshot } = await ask('migrate', 'up')
        expect(snapshot === null).to.equal(applied.length === 0)
        expect(await ask('migrate', 'up', '--dry-run')).to.deep.equal([])

        const after = await rowsOf(database.url, engine)
        for (const [table, rows] of before) {
          if (OF_THE_PROCESS.includes(table)) continue
          const present = after.get(table) ?? []
          const columns = new Set(Object.keys(present[0] ?? {}))
          const found = present.map((row) => kept(row, new Set(Object.keys(rows[0] ?? {}))))
          expect(found, table).to.include.members(rows.map((row) => kept(row, columns)))
        }
        const violations = await inDatabase(database.url, ({ reader }) => new FindViolations(reader, clock).run())
        expect(violations).to.deep.equal([])

        const url = `http://localhost:${env['PAYLINK_PORT']}`
        const server = await RunningServer.start('serve', url, env)
        try {
          const { key } = await ask('keys', 'create', '--mode', 'test')
          const answer = await fetch(`${url}/v1/payments?limit=100`, { headers: { Authorization: `Bearer ${key}` } })
          const { data } = (await answer.json()) as { data: { id: string }[] }
          expect(data.map(({ id }) => id)).to.have.members((before.get('payments') ?? []).map(({ id }) => id))
        } finally {
          expect(await server.stop()).to.equal(0)
        }
      })
    })
  }
}
