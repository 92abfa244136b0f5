import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { connect, MIGRATION_LIMITS } from '@paylink/core/database/connect'
import type { DatabaseConnection } from '@paylink/core/database/database-connection'
import { MIGRATIONS } from '@paylink/core/database/migrations/index'
import { SESSION_LOCKS } from '@paylink/core/database/session-lock'
import { expect } from 'chai'
import { eventually } from '../support/appliance.js'
import { childrenOf, isRunning } from '../support/child-processes.js'
import { Installation, keyIn, spawnCommand } from '../support/command.js'
import { ENGINES } from '../support/engines.js'
import { freePort } from '../support/free-port.js'
import { expectProblem } from '../support/problems.js'
import { Client } from '../http/clients.js'

const VERSION = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')).version
const NAMES = MIGRATIONS.map(({ name }) => name)
const FORMER = NAMES.at(-3) ?? ''
const PENDING = NAMES.slice(-2)

for (const engine of ENGINES) {
  describe(`a start on ${engine}`, () => {
    let site: Installation
    let key: string
    let up: ChildProcess | undefined
    let output = ''

    before(async () => {
      site = await Installation.make(engine)
      const server = await site.start('up')
      key = keyIn(server.said.stdout) ?? ''
      await server.stop()
    })
    beforeEach(async () => void (await site.ask('migrate', 'down', '--to', FORMER)))
    afterEach(async () => {
      if (up?.exitCode === null && up.signalCode === null) {
        up.kill('SIGKILL')
        await once(up, 'exit')
      }
      await site.ask('migrate', 'up')
    })
    after(() => site.remove())

    const ask = async (path: string, headers: Record<string, string> = {}) => {
      const response = await fetch(site.url + path, { headers })
      const text = await response.text()
      return { status: response.status, headers: response.headers, text, body: parsed(text) }
    }
    const answered = (path: string) =>
      eventually(
        () => ask(path).catch(() => null),
        (answer) => answer !== null,
      )
    const start = (env: Record<string, string> = {}): void => {
      output = ''
      up = spawnCommand(['up'], { ...site.env, ...env })
      for (const stream of [up.stdout, up.stderr]) stream?.on('data', (text) => (output += String(text)))
    }
    const ended = async (): Promise<number | null> => ((await once(up as ChildProcess, 'exit')) as [number | null])[0]
    const appliedNames = async (): Promise<string[]> =>
      (await site.ask('migrate', 'status')).filter((step: any) => step.applied).map(({ name }: any) => name)

    /** Holds what each step needs, and the backup doesn't: the first step takes until the returned function is called. */
    async function holdMigration(): Promise<() => Promise<void>> {
      const database: DatabaseConnection = connect(site.env['PAYLINK_DATABASE_URL'] ?? '', MIGRATION_LIMITS)
      const tx = await database.writer.transaction()
      if (engine === 'postgres') {
        await tx.raw('set local idle_in_transaction_session_timeout = 0')
        await tx.raw('select pg_advisory_xact_lock_shared(?)', [SESSION_LOCKS.schema])
      }
      return async () => {
        await tx.rollback()
        await database.close()
      }
    }
    const untilMigrating = () =>
      eventually(
        () => ask('/readyz').catch(() => null),
        (answer) => answer?.body.reason === 'migrating' && answer.body.detail.step === 1,
      )

    it('answers probes while it migrates, says how far it is, and asks all others to come back', async () => {
      const release = await holdMigration()
      try {
        start()
        const health = await answered('/healthz')
        expect([health?.status, health?.body]).to.deep.equal([200, { status: 'ok', version: VERSION }])
        const ready = await untilMigrating()
        expect([ready?.status, ready?.headers.get('retry-after')]).to.deep.equal([503, '5'])
        expect(ready?.body).to.deep.equal({
          status: 'not ready',
          reason: 'migrating',
          detail: { migration: PENDING[0], step: 1, of: 2 },
        })
        expect((await ask('/healthz')).status, 'during a step').to.equal(200)
        // On SQLite the step would not wait for as long as the doctor may take.
        if (engine === 'postgres') {
          const doctor = await site.run('doctor')
          expect(doctor.stdout).to.match(/not ready \(migrating, step 1 of 2\)/)
        }
        const refused = await ask('/v1/payment_links', { Authorization: `Bearer ${key}` })
        expect([refused.status, refused.headers.get('retry-after')]).to.deep.equal([503, '5'])
        expect(refused.headers.get('x-request-id')).to.match(/^[0-9a-f-]{36}$/)
        expectProblem(refused, 503, 'service_unavailable')
        const page = await ask('/p/any', { Accept: 'text/html', 'Accept-Language': 'en' })
        expect([page.status, page.headers.get('refresh')]).to.deep.equal([503, '5'])
        expect(page.text).to.include('your payment is not lost')
        expect((await ask('/p/any', { Accept: 'text/html' })).text).to.include('tu pago no se pierde')
      } finally {
        await release()
      }
      await eventually(
        () => ask('/readyz'),
        ({ status }) => status === 200,
      )
      expect(await appliedNames()).to.deep.equal(NAMES)
      up?.kill('SIGTERM')
      expect(await ended()).to.equal(0)
    })

    // On SQLite the step would not wait for as long as it takes to open them.
    if (engine === 'postgres') {
      it('answers probes while it migrates, also beside more connections than it may have', async () => {
        const healthPort = await freePort()
        const release = await holdMigration()
        const idle: Client[] = []
        try {
          start({ PAYLINK_HEALTH_PORT: String(healthPort), PAYLINK_LOG_LEVEL: 'warn' })
          await untilMigrating()
          for (let batch = 0; batch < 6; batch++) {
            idle.push(...(await Promise.all(Array.from({ length: 200 }, () => Client.connect(site.url)))))
          }
          // Not on a connection of `fetch`, which may be closed at that moment.
          const probe = await Client.connect(site.url)
          idle.push(probe)
          await probe.get('/healthz').get('/readyz').waitForResponses(2)
          expect(probe.statuses).to.deep.equal([200, 503])
          expect(probe.received).to.include('"reason":"migrating"')
          const apart = await fetch(`http://127.0.0.1:${healthPort}/readyz`)
          expect([apart.status, (await apart.json()).reason]).to.deep.equal([503, 'migrating'])
          await eventually(
            () => Promise.resolve(output),
            (text) => text.includes('connection limit reached'),
          )
        } finally {
          idle.forEach((client) => client.end())
          await release()
        }
        await eventually(
          () => fetch(`http://127.0.0.1:${healthPort}/readyz`),
          ({ status }) => status === 200,
        )
      })
    }

    it('keeps requests until the application is there, if nothing is migrated', async () => {
      await site.ask('migrate', 'up')
      start()
      const listed = await eventually(
        () => ask('/v1/payment_links', { Authorization: `Bearer ${key}` }).catch(() => null),
        (answer) => answer !== null,
      )
      expect(listed?.status).to.equal(200)
    })

    it('answers no probe of a first run before the key is printed', async () => {
      const fresh = await Installation.make(engine)
      const startedAt = performance.now()
      try {
        up = spawnCommand(['up'], fresh.env)
        let printed = ''
        up.stdout?.on('data', (text) => (printed += String(text)))
        const health = await eventually(
          () => fetch(`${fresh.url}/healthz`).catch(() => null),
          (answer) => answer !== null,
        )
        expect(health?.status).to.equal(200)
        // The listener holds probes for so long: a busy machine may need longer.
        const isLate = performance.now() - startedAt >= 10_000
        const shown = (): Promise<string | undefined> => Promise.resolve(keyIn(printed))
        await eventually(shown, Boolean)
        const headers = { Authorization: `Bearer ${keyIn(printed)}` }
        const list = () => fetch(`${fresh.url}/v1/payment_links`, { headers }).then(({ status }) => status)
        expect(isLate ? await eventually(list, (status) => status === 200) : await list()).to.equal(200)
        up.kill('SIGTERM')
        expect(await ended()).to.equal(0)
      } finally {
        await fresh.remove()
      }
    })

    it('hands its connections over: one that was open, or waiting in the middle of a request, is served', async () => {
      const release = await holdMigration()
      let idle: Client
      let waiting: Client
      try {
        start()
        await untilMigrating()
        idle = await Client.connect(site.url)
        await idle.get('/healthz').waitForResponses()
        waiting = await Client.connect(site.url)
        waiting.send('GET /v1/payment_links HTTP/1.1\r\nHost: localhost\r\n')
      } finally {
        await release()
      }
      await eventually(
        () => Promise.resolve(output),
        (text) => text.includes('is running'),
      )
      waiting.send(`Authorization: Bearer ${key}\r\n\r\n`)
      await waiting.waitForResponses()
      expect(waiting.received).to.match(/^HTTP\/1.1 200 OK/)
      await idle.get('/readyz').waitForResponses(2)
      expect(idle.received).to.include('{"status":"ready"}')
      for (const client of [idle, waiting]) client.end()
    })

    it('ends with 0 at SIGTERM in the middle of a migration, which leaves the schema as it was', async () => {
      const release = await holdMigration()
      try {
        start()
        await untilMigrating()
        const [migrator] = childrenOf(up?.pid ?? 0)
        up?.kill('SIGTERM')
        expect(await ended()).to.equal(0)
        expect(isRunning(migrator ?? 0), 'the migrating process').to.equal(false)
      } finally {
        await release()
      }
      expect((await appliedNames()).at(-1)).to.equal(FORMER)
    })

    it('killed in the middle of a migration takes the migrating process with it; the next start finishes', async () => {
      const release = await holdMigration()
      try {
        start()
        await untilMigrating()
        const [migrator] = childrenOf(up?.pid ?? 0)
        expect(migrator).to.be.a('number')
        up?.kill('SIGKILL')
        await ended()
        await eventually(
          () => Promise.resolve(isRunning(migrator ?? 0)),
          (runs) => !runs,
        )
      } finally {
        await release()
      }
      expect((await appliedNames()).at(-1)).to.equal(FORMER)
      const server = await site.start('up')
      expect(await appliedNames()).to.deep.equal(NAMES)
      expect(await server.stop()).to.equal(0)
    })

    it('fails in one sentence when a step does, and stops listening', async () => {
      const database = connect(site.env['PAYLINK_DATABASE_URL'] ?? '', MIGRATION_LIMITS)
      await site.ask('migrate', 'down', '--to', '0028-agents')
      await database.writer.raw('create view oauth_clients as select 1 as one')
      start()
      expect(await ended()).to.equal(1)
      const reason = output.trim().split('\n').at(-1)
      expect(reason).to.match(
        /^Migration 0029-oauth failed and was rolled back: .*[.]backup[.] The schema is as it was/,
      )
      await database.writer.raw('drop view oauth_clients')
      await database.close()
    })

    it('on a port in use names the port and what to do, before it touches the database', async () => {
      const other = createServer().listen(Number(site.env['PAYLINK_PORT']), '127.0.0.1')
      await once(other, 'listening')
      start()
      expect(await ended()).to.equal(1)
      expect(output).to.match(
        new RegExp(`^Port ${site.env['PAYLINK_PORT']} on 127.0.0.1 is in use.*PAYLINK_PORT[.]\n$`),
      )
      other.close()
      expect((await appliedNames()).at(-1)).to.equal(FORMER)
    })
  })
}

describe('the version', () => {
  it('is printed by --version', async () => {
    const site = await Installation.make('sqlite')
    const { code, stdout } = await site.run('--version')
    await site.remove()
    expect([code, stdout]).to.deep.equal([0, `${VERSION}\n`])
  })
})

function parsed(text: string): any {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
