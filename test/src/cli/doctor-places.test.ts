import { closeSync, copyFileSync, cpSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { connect } from '@paylink/core/database/connect'
import type { DatabaseConnection } from '@paylink/core/database/database-connection'
import { Installation } from '../support/command.js'
import { ENGINES } from '../support/engines.js'
import { itFinds, type Misconfiguration } from '../support/misconfigurations.js'
import { testPostgres } from '../support/postgres.js'
import { SmallDisk, TO_MOUNT } from '../support/small-disk.js'

const KEYS = ['secretKey=sk_live_0123456789abcdef', 'webhookSecret=whsec_0123456789']
const PAGE_BYTES = 4096
const OUT_OF_WAY = { PAYLINK_OUTBOUND_ALLOW_PRIVATE: '1' }

for (const engine of ENGINES) {
  describe(`what doctor finds on ${engine} in folders, files and at other hosts, each made for real`, () => {
    let site: Installation
    let empty: Installation
    let database: DatabaseConnection
    let provider: Server
    let providerUrl: string
    let status = 200
    before(async () => {
      site = await Installation.make(engine)
      await site.start('up')
      await site.ask('invoicing', 'connect', '--mode', 'test', '--sandbox')
      empty = await Installation.make(engine)
      await empty.ask('migrate', 'up')
      database = connect(site.env['PAYLINK_DATABASE_URL'] ?? '')
      provider = createServer((_, response) => {
        const body = status === 200 ? { id: 'acct_1', object: 'account' } : { error: { message: 'No such key' } }
        response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
      })
      await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
      providerUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
      const set = [...KEYS, `apiBase=${providerUrl}`].flatMap((one) => ['--set', one])
      await site.runWith(OUT_OF_WAY, ['connections', 'connect', 'provider_a', '--mode', 'live', ...set])
    })
    after(async () => {
      provider.close()
      await database.close()
      await Promise.all([site.remove(), empty.remove()])
    })

    const connections = (where: object) => database.writer('connections').where(where)
    const everywhere: Misconfiguration[] = [
      { code: 'address.local', remedy: /set PAYLINK_BASE_URL to the public address/, isHint: true },
      {
        ...{ code: 'address.elsewhere', remedy: /HTTP 404.*set PAYLINK_BASE_URL/ },
        // 127.0.0.1 in another notation: doctor does not ask what it recognizes as loopback.
        env: () => ({ PAYLINK_BASE_URL: providerUrl.replace('127.0.0.1', '[::ffff:127.0.0.1]') }),
        make: () => (status = 404),
        undo: () => (status = 200),
      },
      {
        ...{ code: 'folder.is_a_file', remedy: /secret\.key \(PAYLINK_BACKUP_DIR\) is not a folder/ },
        env: () => ({ PAYLINK_BACKUP_DIR: join(site.env['PAYLINK_DATA_DIR'] ?? '', 'secret.key/deep') }),
      },
      {
        ...{ code: 'backup.never', remedy: /makes the first one in .*backups/, isHint: true },
        env: () => ({ PAYLINK_BACKUP_DIR: site.file('backups') }),
      },
      { code: 'mail.not_set_up', remedy: /set PAYLINK_SMTP_URL and PAYLINK_MAIL_FROM/, isHint: true },
      {
        ...{ code: 'mail.plugin_missing', remedy: /email_pigeon.*paylink plugins list/ },
        env: { PAYLINK_EMAIL_PLUGIN: 'email_pigeon', PAYLINK_MAIL_FROM: 'cobros@example.com' },
      },
      {
        ...{ code: 'connection.refused', remedy: /paylink connections connect provider_a --mode live/ },
        env: OUT_OF_WAY,
        make: () => (status = 401),
        undo: () => (status = 200),
      },
      {
        ...{ code: 'connection.unreadable', remedy: /paylink connections connect provider_a --mode test/ },
        make: () => connections({ livemode: false, provider: 'provider_a' }).update({ sealed_settings: 'torn' }),
      },
      {
        ...{ code: 'invoicing.issuer_missing', remedy: /paylink invoicing merchants/, isHint: true },
        make: () => database.writer('invoicing_connections').update({ issuer: null }),
      },
    ]
    itFinds(() => site, everywhere)
    itFinds(() => empty, [{ code: 'account.missing', remedy: /paylink accounts create/ }])

    if (engine === 'postgres') {
      describe('in a database that cannot store every name', () => {
        let other: string
        before(async () => {
          other = await testPostgres.createDatabase('template0', "encoding 'LATIN1' lc_collate 'C' lc_ctype 'C'")
          await site.runWith({ PAYLINK_DATABASE_URL: other }, ['migrate', 'up'])
        })
        after(() => testPostgres.dropDatabase(other))
        itFinds(
          () => site,
          [
            {
              ...{ code: 'database_settings.encoding', remedy: /LATIN1.*UTF8.*paylink move --to/ },
              env: () => ({ PAYLINK_DATABASE_URL: other }),
            },
          ],
        )
      })
    } else {
      const copy = () => site.file('torn/paylink.db')
      itFinds(
        () => site,
        [
          {
            ...{ code: 'database.damaged', remedy: /paylink restore FILE.*SQLite: /s },
            env: () => ({ PAYLINK_DATABASE_URL: `sqlite:${copy()}` }),
            make: async () => {
              await database.writer.raw('pragma wal_checkpoint(truncate)')
              mkdirSync(site.file('torn'))
              copyFileSync((site.env['PAYLINK_DATABASE_URL'] ?? '').replace(/^sqlite:/, ''), copy())
              const [table] = await database.reader('sqlite_master').where({ name: 'payment_links' })
              tearPage(copy(), Number(table.rootpage))
            },
          },
        ],
      )
    }

    describe('on a disk that takes no writes', () => {
      if (!SmallDisk.isAllowed()) {
        it(`was not tried: ${TO_MOUNT}`)
        return
      }
      let disk: SmallDisk
      before(() => {
        disk = SmallDisk.mount()
        cpSync(site.env['PAYLINK_DATA_DIR'] ?? '', join(disk.folder, 'data'), { recursive: true })
        mkdirSync(join(disk.folder, 'backups'))
        if (engine === 'sqlite') {
          const from = (site.env['PAYLINK_DATABASE_URL'] ?? '').replace(/^sqlite:/, '')
          copyFileSync(from, join(disk.folder, 'paylink.db'))
        }
        disk.refuseWrites()
      })
      after(() => disk.remove())
      itFinds(
        () => site,
        [
          {
            ...{ code: 'folder.not_writable', remedy: /PAYLINK_BACKUP_DIR.*takes no writes/ },
            env: () => ({ PAYLINK_BACKUP_DIR: join(disk.folder, 'backups') }),
          },
          ...(engine === 'postgres'
            ? []
            : [
                {
                  ...{ code: 'database.not_permitted', remedy: /paylink\.db cannot be .*chown/ },
                  env: () => ({ PAYLINK_DATABASE_URL: `sqlite:${join(disk.folder, 'paylink.db')}` }),
                },
              ]),
        ],
      )
    })
  })
}

/** Counted from 1. */
function tearPage(path: string, page: number): void {
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(PAGE_BYTES, 0xa5), 0, PAGE_BYTES, (page - 1) * PAGE_BYTES)
  closeSync(file)
}
