import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdirSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSettings } from '@paylink/config'
import { connect } from '@paylink/core/database/connect'
import { keepSecretKey, SecretKeyMissingError } from '@paylink/core/secrets/keep-secret-key'
import { expect } from 'chai'
import { Installation } from '../support/command.js'
import { ENGINES } from '../support/engines.js'
import { entryFor } from '../support/entry.js'
import { nameOf, testPostgres } from '../support/postgres.js'

describe('a command at the wrong place', () => {
  let site: Installation
  beforeEach(async () => void (site = await Installation.make('sqlite')))
  afterEach(() => site.remove())

  it('makes no database of a mistyped folder', async () => {
    const folder = site.file('mistyped')
    const env = { PAYLINK_DATA_DIR: folder, PAYLINK_DATABASE_URL: undefined }
    for (const args of [
      ['accounts', 'list'],
      ['migrate', 'down'],
      ['secrets', 'rotate'],
      ['audit', 'verify'],
      ['backup', site.file('a.backup')],
      ['move', '--to', `sqlite:${site.file('b.db')}`],
      ['doctor', '--resume'],
    ]) {
      const { code, stdout, stderr } = await site.runWith(env, args)
      expect([code, stdout], args.join(' ')).to.deep.equal([1, ''])
      expect(stderr).to.match(/^There is no database at \S+mistyped\/paylink.db: correct PAYLINK_DATA_DIR.*[.]\n$/)
      expect(existsSync(folder), args.join(' ')).to.equal(false)
    }
    const { code, json } = await site.runWith(env, ['migrate', 'status', '--json'])
    expect([code, json.every(({ applied }: any) => !applied), existsSync(folder)]).to.deep.equal([0, true, false])
    for (const role of ['serve', 'worker']) {
      const { code, stderr } = await site.runAlone([role], env)
      expect([code, existsSync(folder)], role).to.deep.equal([1, false])
      expect(stderr).to.include('There is no database at')
    }
  })

  it('names a target that is no empty database', async () => {
    await site.ask('migrate', 'up')
    await site.ask('backup', site.file('a.backup'))
    const [folder, text] = [site.file('folder'), site.file('text')]
    mkdirSync(folder)
    writeFileSync(text, 'not a database')
    for (const path of [folder, text]) {
      for (const args of [
        ['restore', site.file('a.backup'), '--into', `sqlite:${path}`],
        ['move', '--to', `sqlite:${path}`],
      ]) {
        const { code, stderr } = await site.run(...args)
        expect([code, stderr.startsWith(`${path} is no empty database (`)], stderr).to.deep.equal([1, true])
      }
    }
    expect(await site.ask('accounts', 'list')).to.deep.equal([])
  })

  it('fails if its output cannot be written', async () => {
    const full = openSync('/dev/full', 'w')
    const script = `import { run, endProcess } from ${JSON.stringify(entryFor(['openapi']))}; await run(['openapi']); await endProcess()`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', full, 'pipe'] })
    let reason = ''
    child.stderr?.on('data', (text: Buffer) => (reason += text.toString()))
    const [code] = (await once(child, 'close')) as [number]
    closeSync(full)
    expect(code).to.equal(1)
    expect(reason).to.match(/^The output could not be written [(]ENOSPC.*\n$/)
  })
})

describe('two processes that start for the first time', () => {
  let site: Installation
  beforeEach(async () => void (site = await Installation.make('sqlite')))
  afterEach(() => site.remove())

  it('use one key, also if the second has read its settings before there was one', async () => {
    const early = readSettings({ ...site.env, PAYLINK_DATA_DIR: site.env['PAYLINK_DATA_DIR'] })
    await site.ask('migrate', 'up')
    expect(() => keepSecretKey(early, true, false)).to.throw(SecretKeyMissingError)
    await site.ask('accounts', 'create', '--name', 'Tienda')
    const { secretKey, newSecretKeyFile } = keepSecretKey(early, true, false)
    expect(Buffer.from(secretKey)).to.deep.equal(Buffer.from(readSettings(site.env).secretKey))
    expect(newSecretKeyFile).to.equal(null)
  })
})

if (ENGINES.includes('postgres')) {
  describe('Postgres that is set up wrongly', () => {
    let site: Installation
    let other: string
    beforeEach(async () => {
      site = await Installation.make('postgres')
      other = await testPostgres.createDatabase()
    })
    afterEach(async () => {
      await site.remove()
      await testPostgres.dropDatabase(other)
    })
    const own = () => site.env['PAYLINK_DATABASE_URL'] ?? ''
    const sql = async (url: string, statement: string): Promise<void> => {
      const database = connect(url)
      await database.writer.raw(statement)
      await database.close()
    }

    it('with two addresses of two databases is not served, migrated, backed up or moved', async () => {
      const env = { PAYLINK_DATABASE_DIRECT_URL: other }
      const reason = `PAYLINK_DATABASE_URL and PAYLINK_DATABASE_DIRECT_URL lead to the databases ${nameOf(own())} and ${nameOf(other)}: set both to the same one.`
      const refuse = async (...args: string[]): Promise<void> => {
        const { code, stderr } = await site.runWith(env, args)
        expect([code, stderr], args.join(' ')).to.deep.equal([1, `${reason}\n`])
      }
      await refuse('migrate', 'up')
      await site.ask('migrate', 'up')
      // As earlier versions let it come to this.
      await site.runWith({ PAYLINK_DATABASE_URL: other }, ['migrate', 'up'])
      await refuse('accounts', 'list')
      await refuse('backup', site.file('a.backup'))
      await refuse('move', '--to', `sqlite:${site.file('b.db')}`)
      expect([existsSync(site.file('a.backup')), existsSync(join(site.file('b.db')))]).to.deep.equal([false, false])
      const { json } = await site.runWith(env, ['doctor', '--json'])
      expect(json.find(({ code }: any) => code === 'database.two')).to.deep.include({ ok: false, detail: reason })
      const served = await site.runAlone(['serve'], env)
      expect([served.code, served.stderr.includes(reason)]).to.deep.equal([1, true])
      const twice = await site.runWith({ PAYLINK_DATABASE_DIRECT_URL: own() }, ['accounts', 'list'])
      expect(twice.code, twice.stderr).to.equal(0)
    })

    it('without the right to make tables is told so, in one sentence', async () => {
      const url = new URL(own())
      const role = `paylink_guest_${process.pid}`
      await testPostgres.run(`create role ${role} login password 'guest'`)
      try {
        await site.ask('migrate', 'up')
        await site.ask('backup', site.file('a.backup'))
        const guest = new URL(other)
        Object.assign(guest, { username: role, password: 'guest', host: url.host })
        const env = { PAYLINK_DATABASE_URL: guest.href }
        const empty = await site.runWith(env, ['accounts', 'list'])
        expect([empty.code, empty.stderr]).to.deep.equal([1, 'The database is empty. Run: paylink migrate up\n'])
        // As a managed Postgres may have it.
        await sql(own(), 'revoke execute on function pg_control_system() from public')
        await sql(own(), `grant all on all tables in schema public to ${role}`)
        const asGuest = Object.assign(new URL(own()), { username: role, password: 'guest' }).href
        const managed = { PAYLINK_DATABASE_URL: asGuest, PAYLINK_DATABASE_DIRECT_URL: asGuest }
        const listed = await site.runWith(managed, ['accounts', 'list'])
        expect(listed.code, listed.stderr).to.equal(0)
        await sql(own(), `revoke all on all tables in schema public from ${role}`)
        const there = { PAYLINK_DATABASE_URL: asGuest }
        const unreadable = await site.runWith(there, ['accounts', 'list'])
        expect([unreadable.code, unreadable.stderr]).to.deep.equal([
          1,
          'The database does not let this user do that (permission denied for table schema_migrations): make it the owner of the database (alter database NAME owner to USER).\n',
        ])
        for (const args of [
          ['migrate', 'up'],
          ['restore', site.file('a.backup')],
        ]) {
          const { code, stderr } = await site.runWith(env, args)
          expect(code).to.equal(1)
          expect(stderr).to.include(
            'does not let this user do that (permission denied for schema public): make it the owner',
          )
          expect(stderr).to.not.match(/create table/)
        }
      } finally {
        await sql(own(), `drop owned by ${role}`)
        await testPostgres.run(`drop role ${role}`)
      }
    })
  })
}
