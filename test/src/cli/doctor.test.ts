import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { connect } from '@paylink/core/database/connect'
import type { DatabaseConnection } from '@paylink/core/database/database-connection'
import { type Environment, type Installation, runningInstallation } from '../support/command.js'
import { ENGINES } from '../support/engines.js'
import { freePort } from '../support/free-port.js'
import { nameOf, testPostgres } from '../support/postgres.js'

interface Finding {
  check: string
  ok: boolean
  detail: string
}

/** What is broken, the failed check, and its remedy. */
interface Breakage {
  title: string
  env?: Environment
  breakIt?: () => Promise<unknown> | void
  repair?: () => Promise<unknown> | void
  check: string | RegExp
  remedy: RegExp
}

for (const engine of ENGINES) {
  describe(`paylink doctor on ${engine}`, () => {
    let site: Installation
    let database: DatabaseConnection
    let dataDir: string
    const key = () => join(dataDir, 'secret.key')
    const databasePath = () => (site.env['PAYLINK_DATABASE_URL'] ?? '').replace(/^sqlite:/, '')
    const table = (name: string) => database.writer(name)
    before(async () => {
      site = (await runningInstallation(engine)).site
      dataDir = site.env['PAYLINK_DATA_DIR'] ?? ''
      database = connect(site.env['PAYLINK_DATABASE_URL'] ?? '')
      await site.ask('webhooks', 'create', '--mode', 'test', '--url', 'https://example.com/hooks')
    })
    after(async () => {
      await database.close()
      await site.remove()
    })

    const examine = async (env: Environment = {}): Promise<Finding[]> =>
      (await site.runWith(env, ['doctor', '--json'])).json as Finding[]

    async function expectNamed({ env, breakIt, repair, check, remedy }: Breakage): Promise<void> {
      await breakIt?.()
      try {
        const faults = (await examine(env)).filter(({ ok }) => !ok)
        const named = faults.find((one) => (typeof check === 'string' ? one.check === check : check.test(one.check)))
        expect(named?.detail ?? JSON.stringify(faults)).to.match(remedy)
      } finally {
        await repair?.()
      }
    }

    const everywhere: Breakage[] = [
      {
        title: 'a database behind this version',
        breakIt: () => table('schema_migrations').where('name', 'like', '0001-%').delete(),
        repair: () => table('schema_migrations').insert({ name: '0001-accounts' }),
        check: 'migrations',
        remedy: /paylink migrate up/,
      },
      {
        title: 'a connection whose settings cannot be opened',
        breakIt: async () => {
          await table('connections').where({ provider: 'provider_a' }).update({ sealed_settings: 'nonsense' })
        },
        check: 'provider_a in test mode',
        remedy: /paylink connections connect provider_a --mode test/,
      },
    ]
    const onPostgres: Breakage[] = [
      {
        title: 'a database that cannot be reached',
        env: { PAYLINK_DATABASE_URL: 'postgres://paylink@127.0.0.1:1/none' },
        check: 'database',
        remedy: /ECONNREFUSED.*PAYLINK_DATABASE_URL/,
      },
      {
        title: 'a database that takes no writes',
        breakIt: () => setReadOnly('on'),
        repair: () => setReadOnly('off'),
        check: 'database',
        remedy: /primary/,
      },
    ]
    const onSqlite: Breakage[] = [
      {
        title: 'no database',
        env: { PAYLINK_DATABASE_URL: 'sqlite:/nowhere/paylink.db' },
        check: 'database',
        remedy: /paylink up/,
      },
      {
        title: 'a public address that leads elsewhere',
        env: { PAYLINK_BASE_URL: 'https://nowhere.invalid' },
        check: 'public address',
        remedy: /PAYLINK_BASE_URL.*curl/,
      },
      {
        title: 'a full disk',
        env: { PAYLINK_DATA_DIR: '/proc' },
        check: 'disk',
        remedy: /df -h/,
      },
      {
        title: 'a secret key that others may read',
        breakIt: () => chmodSync(key(), 0o644),
        repair: () => chmodSync(key(), 0o600),
        check: 'files',
        remedy: /chmod 600 .*secret\.key/,
      },
      {
        title: 'a broken plugin',
        breakIt: () => {
          mkdirSync(join(dataDir, 'plugins', 'odd'), { recursive: true })
          writeFileSync(join(dataDir, 'plugins', 'odd', 'package.json'), '{"paylink":{"kind":"payment-provider"}}')
        },
        repair: () => rmSync(join(dataDir, 'plugins', 'odd'), { recursive: true }),
        check: 'plugin odd',
        remedy: /paylink\.id.*paylink plugins check/,
      },
      {
        title: 'an endpoint that fails',
        breakIt: () => table('webhook_endpoints').update({ failing_since: '2026-01-01T00:00:00.000Z' }),
        repair: () => table('webhook_endpoints').update({ failing_since: null }),
        check: /^webhook endpoint/,
        remedy: /paylink webhooks deliveries/,
      },
      {
        title: 'refused credentials',
        breakIt: () => table('connections').where({ provider: 'provider_b' }).update({ status: 'error' }),
        repair: () => table('connections').where({ provider: 'provider_b' }).update({ status: 'active' }),
        check: 'provider_b in test mode',
        remedy: /paylink connections check/,
      },
      {
        title: 'a mail server that is not there',
        env: { PAYLINK_SMTP_URL: 'smtp://127.0.0.1:1', PAYLINK_MAIL_FROM: 'cobros@example.com' },
        check: 'mail',
        remedy: /connection refused.*PAYLINK_SMTP_URL/,
      },
    ]
    for (const breakage of [...(engine === 'sqlite' ? onSqlite : onPostgres), ...everywhere]) {
      it(`names ${breakage.title}, and the remedy`, () => expectNamed(breakage))
    }

    function setReadOnly(value: string): Promise<void> {
      return testPostgres.run(
        `alter database ${nameOf(site.env['PAYLINK_DATABASE_URL'] ?? '')} set default_transaction_read_only = ${value}`,
      )
    }

    if (engine !== 'sqlite') return

    it('names a missing secret key, which no command generates again', async () => {
      renameSync(key(), `${key()}.away`)
      try {
        const before = readdirSync(dataDir).sort()
        const found = (await examine()).find(({ ok }) => !ok)
        expect([found?.check, found?.detail]).to.deep.equal([
          'secret key',
          `The secret key is missing (${key()}), but the database holds secrets sealed with it: restore that file, or set PAYLINK_SECRET_KEY.`,
        ])
        const port = String(await freePort())
        for (const answered of [
          await site.run('keys', 'list'),
          await site.runAlone(['serve'], { PAYLINK_PORT: port }),
        ]) {
          const { code, stderr } = answered
          expect(code).to.equal(1)
          expect(stderr).to.match(/^The secret key is missing [^\n]*PAYLINK_SECRET_KEY\.\n$/)
        }
        expect(readdirSync(dataDir).sort()).to.deep.equal(before)
      } finally {
        renameSync(`${key()}.away`, key())
      }
    })

    if (engine === 'sqlite') {
      it('does not change the file of a killed service', async () => {
        const copy = mkdtempSync(join(tmpdir(), 'paylink-doctor-'))
        const files = ['paylink.db', 'paylink.db-wal']
        for (const end of ['', '-wal']) copyFileSync(databasePath() + end, join(copy, `paylink.db${end}`))
        copyFileSync(key(), join(copy, 'secret.key'))
        const contents = () => files.map((name) => readFileSync(join(copy, name)).toString('base64'))
        const before = contents()
        const path = join(copy, 'paylink.db')
        const findings = await examine({ PAYLINK_DATA_DIR: copy, PAYLINK_DATABASE_URL: `sqlite:${path}` })
        expect(findings.find(({ check }) => check === 'invariants')?.ok).to.equal(true)
        expect(contents()).to.deep.equal(before)
        rmSync(copy, { recursive: true })
      })
    }

    it('names a port that another program uses; so does a server that starts on it', async () => {
      const other = createServer((socket) => socket.end('hello'))
      await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
      const { port } = other.address() as AddressInfo
      const env = { PAYLINK_PORT: String(port) }
      await expectNamed({ title: '', env, check: 'server', remedy: /another program.*PAYLINK_PORT/ })
      const { code, stderr } = await site.runAlone(['serve'], env)
      other.close()
      expect(code).to.equal(1)
      expect(stderr).to.match(new RegExp(`^Port ${port} on 127.0.0.1 is in use[^\n]*PAYLINK_PORT\\.\n$`))
    })

    it('makes files in the data directory private, even if they were readable', async () => {
      const files = engine === 'sqlite' ? ['', '-wal', '-shm'].map((end) => databasePath() + end) : []
      const open = () => [...files, key()].filter((file) => (statSync(file).mode & 0o077) !== 0)
      expect(open()).to.deep.equal([])
      for (const file of [...files, key()]) chmodSync(file, 0o644)
      const again = await site
        .start('serve', { PAYLINK_PORT: String(await freePort()) })
        .catch((error: unknown) => error)
      expect(open(), String(again)).to.deep.equal([])
    })
  })
}
