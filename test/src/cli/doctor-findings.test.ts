import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { connect } from '@paylink/core/database/connect'
import type { DatabaseConnection } from '@paylink/core/database/database-connection'
import { eventually } from '../support/appliance.js'
import { type Environment, Installation, keyIn } from '../support/command.js'
import { ENGINES } from '../support/engines.js'
import { itFinds, type Misconfiguration } from '../support/misconfigurations.js'
import { nameOf, testPostgres } from '../support/postgres.js'

const OTHER_KEY = Buffer.alloc(32, 5).toString('base64')
const LONG_AGO = '2026-01-01T00:00:00.000Z'
const PUBLIC = 'https://nowhere.invalid'

for (const engine of ENGINES) {
  describe(`what doctor finds on ${engine}, each made for real`, () => {
    let site: Installation
    let database: DatabaseConnection
    let dataDir: string
    let other: Server
    let otherUrl: string
    const table = (name: string) => database.writer(name)
    const inData = (name: string) => join(dataDir, name)
    const instance = (key: string, value: object) => table('instance').insert({ key, value: JSON.stringify(value) })
    const forget = (key: string) => table('instance').where({ key }).delete()

    const quarantine = () =>
      instance('quarantine', { reason: 'restored', copiedAt: LONG_AGO, knownUntil: LONG_AGO, startedAt: LONG_AGO })

    before(async () => {
      site = await Installation.make(engine)
      dataDir = site.env['PAYLINK_DATA_DIR'] ?? ''
      const up = await site.start('up')
      const key = keyIn(up.said.stdout) ?? ''
      await up.stop()
      // It works nothing, so what is late stays late.
      await site.start('serve')
      database = connect(site.env['PAYLINK_DATABASE_URL'] ?? '')
      await site.ask('webhooks', 'create', '--mode', 'test', '--url', 'https://example.com/hooks')
      for (let count = 0; count < 3; count++) {
        const { body } = await site.createLink(key)
        await fetch(`${body.url}/checkout`, {
          ...{ method: 'POST', redirect: 'manual' },
          body: new URLSearchParams({ provider: 'provider_a' }),
        })
      }
      await table('payments').update({ reconcile_after: null })
      other = createServer((_, response) => {
        // An hour behind.
        response.setHeader('Date', new Date(Date.now() - 3_600_000).toUTCString())
        response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"id":"acct_clock","object":"account"}')
      })
      await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
      otherUrl = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    })
    after(async () => {
      other.close()
      await database.close()
      await site.remove()
    })

    const everywhere: Misconfiguration[] = [
      { code: 'settings.invalid', remedy: /PAYLINK_COLOUR: unknown setting/, env: { PAYLINK_COLOUR: 'red' } },
      { code: 'secret_key.does_not_fit', remedy: /PAYLINK_SECRET_KEY/, env: { PAYLINK_SECRET_KEY: OTHER_KEY } },
      { code: 'production.safe_mode', remedy: /remove it/, env: { PAYLINK_SAFE_MODE: '1' }, isHint: true },
      {
        ...{ code: 'production.private_addresses', remedy: /remove it/ },
        env: { PAYLINK_OUTBOUND_ALLOW_PRIVATE: '1', PAYLINK_BASE_URL: PUBLIC },
      },
      { code: 'address.not_encrypted', remedy: /TLS proxy/, env: { PAYLINK_BASE_URL: 'http://nowhere.invalid' } },
      { code: 'address.unreachable', remedy: /curl/, env: { PAYLINK_BASE_URL: PUBLIC } },
      { code: 'connector.broken', remedy: /curl -i /, env: { PAYLINK_BASE_URL: PUBLIC } },
      {
        code: 'production.metrics_token',
        remedy: /openssl rand/,
        env: { PAYLINK_METRICS_TOKEN: 'abababababababababab' },
      },
      {
        ...{ code: 'folder.is_a_file', remedy: /correct PAYLINK_BACKUP_DIR/ },
        env: () => ({ PAYLINK_BACKUP_DIR: inData('secret.key') }),
      },
      {
        ...{ code: 'folder.open_to_all', remedy: /chmod 700/ },
        make: () => chmodSync(dataDir, 0o777),
        undo: () => chmodSync(dataDir, 0o700),
      },
      {
        ...{ code: 'files.readable', remedy: /chmod 600 .*secret\.key/ },
        make: () => chmodSync(inData('secret.key'), 0o644),
        undo: () => chmodSync(inData('secret.key'), 0o600),
      },
      { code: 'disk.full', remedy: /df -h/, env: { PAYLINK_DATA_DIR: '/proc', PAYLINK_SECRET_KEY: OTHER_KEY } },
      {
        ...{ code: 'rotation.unfinished', remedy: /run it again/ },
        make: () => instance('key_rotation', { startedAt: LONG_AGO, to: 'ab12ab12', finishedAt: null }),
        undo: () => forget('key_rotation'),
      },
      {
        ...{ code: 'rotation.previous_key_left', remedy: /remove it/, isHint: true },
        env: { PAYLINK_PREVIOUS_SECRET_KEY: OTHER_KEY },
      },
      {
        ...{ code: 'rotation.not_begun', remedy: /paylink secrets rotate/, isHint: true },
        env: () => ({
          PAYLINK_SECRET_KEY: OTHER_KEY,
          PAYLINK_PREVIOUS_SECRET_KEY: readFileSync(inData('secret.key'), 'utf8').trim(),
        }),
      },
      {
        ...{ code: 'rotation.key_file_left', remedy: /delete it/, isHint: true },
        make: () => writeFileSync(inData('secret.key.previous'), OTHER_KEY, { mode: 0o600 }),
        undo: () => rmSync(inData('secret.key.previous')),
      },
      {
        ...{ code: 'migrations.mismatched', remedy: /paylink migrate up/ },
        make: () => table('schema_migrations').where('name', 'like', '0001-%').delete(),
        undo: () => table('schema_migrations').insert({ name: '0001-accounts' }),
      },
      {
        ...{ code: 'server.not_ready', remedy: /see its log/ },
        make: async () => {
          await quarantine()
          await table('generation').increment('value', 1)
        },
        undo: async () => {
          await forget('quarantine')
          await table('generation').increment('value', 1)
          await eventually(
            () => fetch(`${site.url}/readyz`),
            ({ status }) => status === 200,
          )
        },
      },
      { code: 'server.port_taken', remedy: /PAYLINK_PORT/, env: () => ({ PAYLINK_PORT: new URL(otherUrl).port }) },
      {
        ...{ code: 'quarantine.on', remedy: /doctor --resume/ },
        make: () => quarantine(),
        undo: () => forget('quarantine'),
      },
      { code: 'backup.never', remedy: /PAYLINK_BACKUP_DIR/, isHint: true },
      {
        ...{ code: 'work.stuck', remedy: /payments to verify since.*restart/ },
        make: () => table('payments').update({ reconcile_after: LONG_AGO }),
        undo: () => table('payments').update({ reconcile_after: null }),
      },
      {
        ...{ code: 'notifications.do_not_arrive', remedy: /\/hooks\/provider_a\/conn_\w+ as the webhook address/ },
        make: () => table('payments').update({ status: 'succeeded', paid_at: LONG_AGO }),
        undo: () => table('payments').update({ status: 'pending', paid_at: null }),
      },
      {
        ...{ code: 'round_trip.goes_elsewhere', remedy: /pass POST \/hooks\// },
        env: () => ({ PAYLINK_BASE_URL: otherUrl }),
      },
      { code: 'round_trip.lost', remedy: /curl -X POST/, env: { PAYLINK_BASE_URL: 'http://127.0.0.1:1' } },
      { code: 'mail.server_missing', remedy: /PAYLINK_SMTP_URL/, env: { PAYLINK_MAIL_FROM: 'cobros@example.com' } },
      { code: 'mail.sender_missing', remedy: /PAYLINK_MAIL_FROM/, env: { PAYLINK_SMTP_URL: 'smtp://127.0.0.1:1' } },
      {
        ...{ code: 'mail.refused', remedy: /correct PAYLINK_SMTP_URL/ },
        env: { PAYLINK_SMTP_URL: 'smtp://127.0.0.1:1', PAYLINK_MAIL_FROM: 'cobros@example.com' },
      },
      {
        ...{ code: 'plugin.refused', remedy: /paylink plugins check/ },
        make: () => {
          mkdirSync(inData('plugins/odd'), { recursive: true })
          writeFileSync(inData('plugins/odd/package.json'), '{"paylink":{"kind":"payment-provider"}}')
        },
        undo: () => rmSync(inData('plugins/odd'), { recursive: true }),
      },
      {
        ...{ code: 'webhook.failing', remedy: /paylink webhooks deliveries/ },
        make: () => table('webhook_endpoints').update({ failing_since: LONG_AGO }),
        undo: () => table('webhook_endpoints').update({ failing_since: null }),
      },
      {
        ...{ code: 'connection.marked', remedy: /paylink connections check/ },
        make: () => table('connections').where({ provider: 'provider_b' }).update({ status: 'error' }),
        undo: () => table('connections').where({ provider: 'provider_b' }).update({ status: 'active' }),
      },
      {
        ...{ code: 'connections.none', remedy: /paylink connections connect/ },
        make: () => table('connections').update({ status: 'disconnected' }),
        undo: () => table('connections').update({ status: 'active' }),
      },
      { code: 'connection.silent', remedy: /sandbox is off/, env: { PAYLINK_SANDBOX: '0' } },
    ]
    const onPostgres: Misconfiguration[] = [
      {
        code: 'database.unusable',
        remedy: /PAYLINK_DATABASE_URL/,
        env: { PAYLINK_DATABASE_URL: 'postgres://x@127.0.0.1:1/x' },
      },
      // The suite's own Postgres has it so.
      { code: 'database_settings.not_durable', remedy: /alter system set fsync = on/, isHint: true },
      {
        ...{ code: 'database_settings.too_few_connections', remedy: /max_connections/ },
        make: () => setConnectionLimit(17),
        undo: () => setConnectionLimit(-1),
      },
    ]
    const copy = () => inData('copy/paylink.db')
    const ofCopy = (): Environment => ({ PAYLINK_DATABASE_URL: `sqlite:${copy()}` })
    const copied = (change: () => void) => () => {
      mkdirSync(inData('copy'))
      copyFileSync(inFile(), copy())
      change()
    }
    const inFile = () => (site.env['PAYLINK_DATABASE_URL'] ?? '').replace(/^sqlite:/, '')
    const uncopied = () => rmSync(inData('copy'), { recursive: true })
    const onSqlite: Misconfiguration[] = [
      { code: 'database.missing', remedy: /paylink up/, env: { PAYLINK_DATABASE_URL: 'sqlite:/nowhere/paylink.db' } },
      {
        ...{ code: 'database.unusable', remedy: /\bset\b|restore|run|repair/i, env: ofCopy, undo: uncopied },
        make: copied(() => writeFileSync(copy(), 'no database at all, and long enough to be one'.repeat(300))),
      },
      {
        ...{ code: 'database_settings.long_wal', remedy: /fuser/, isHint: true, env: ofCopy, undo: uncopied },
        make: async () => {
          await database.writer.raw('pragma wal_checkpoint(truncate)')
          copied(() => {
            writeFileSync(`${copy()}-wal`, '')
            truncateSync(`${copy()}-wal`, 300 * 1024 * 1024)
          })()
        },
      },
      {
        ...{ code: 'backup.on_the_same_disk', remedy: /another machine/, isHint: true },
        env: () => ({ PAYLINK_BACKUP_DIR: dataDir }),
      },
    ]

    function setConnectionLimit(limit: number): Promise<void> {
      return testPostgres.run(
        `alter database ${nameOf(site.env['PAYLINK_DATABASE_URL'] ?? '')} connection limit ${limit}`,
      )
    }

    const SKEWED = { PAYLINK_OUTBOUND_ALLOW_PRIVATE: '1' }
    const last: Misconfiguration = {
      ...{ code: 'clock.differs_from_provider', remedy: /ahead of 127\.0\.0\.1.*timedatectl/, env: SKEWED },
      make: () => {
        const keys = ['secretKey=sk_live_0123456789abcdef', 'webhookSecret=whsec_0123456789', `apiBase=${otherUrl}`]
        const set = keys.flatMap((one) => ['--set', one])
        return site.runWith(SKEWED, ['connections', 'connect', 'provider_a', '--mode', 'live', ...set])
      },
    }

    itFinds(() => site, [...everywhere, ...(engine === 'postgres' ? onPostgres : onSqlite), last])
  })
}
