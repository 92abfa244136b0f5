import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { promisify } from 'node:util'
import { connect as connectDatabase } from '@paylink/core/database/connect'
import { expect } from 'chai'
import { eventually } from '../support/appliance.js'
import { Installation, keyIn, runCommand, type RunningServer } from '../support/command.js'
import { ENGINES } from '../support/engines.js'
import { freePort } from '../support/free-port.js'

const form = (url: string, fields: Record<string, string>): Promise<Response> =>
  fetch(url, { method: 'POST', redirect: 'manual', headers: { Origin: 'null' }, body: new URLSearchParams(fields) })

for (const engine of ENGINES) {
  describe(`paylink up on ${engine}`, () => {
    let site: Installation
    let server: RunningServer
    let key: string

    before(async () => {
      site = await Installation.make(engine)
      server = await site.start('up')
    })
    after(() => site.remove())

    it('prints a key and a curl that creates a link, on the first run', async () => {
      key = keyIn(server.said.stdout) ?? ''
      expect(key).to.match(/^sk_test_\w{40,}$/)
      const curl = /^ +curl (?:.*\\\n)*.*/m.exec(server.said.stdout)?.[0] ?? ''
      const { stdout } = await promisify(execFile)('sh', ['-c', `${curl.trim()} -s`])
      expect(JSON.parse(stdout)).to.include({ object: 'payment_link', status: 'active', amountCentavos: 15_000 })
    })

    it('ends with 1 when it fails once it has served and worked', async () => {
      const port = await freePort()
      const taken = createServer().listen(port, '127.0.0.1')
      await once(taken, 'listening')
      const settings = { PAYLINK_METRICS_PORT: String(port), PAYLINK_METRICS_TOKEN: 'a-token-of-16-or-more' }
      const failed = await runCommand(['up'], { ...site.env, PAYLINK_PORT: String(await freePort()), ...settings })
      taken.close()
      expect(failed.code).to.equal(1)
      expect(failed.stderr).to.include(`Port ${port} on 127.0.0.1 is in use`)
    })

    if (engine === 'postgres') {
      it('ends with 1, and takes its workers off the list, when the schedule fails after they began', async () => {
        const database = connectDatabase(site.env['PAYLINK_DATABASE_URL'] ?? '')
        // As a later version of graphile-worker leaves it, with which this one must not work.
        await database.writer.raw('insert into graphile_worker.migrations (id, breaking) values (1000, true)')
        const before = await database.reader('workers').select('id')
        const failed = await runCommand(['up'], { ...site.env, PAYLINK_PORT: String(await freePort()) })
        await database.writer.raw('delete from graphile_worker.migrations where id = 1000')
        expect(failed.code).to.equal(1)
        expect(failed.stderr).to.include('breaking migration 1000')
        expect(await database.reader('workers').select('id')).to.deep.equal(before)
        await database.close()
      })
    }

    it('generates the secret key with mode 0600', () => {
      const { mode, size } = statSync(`${site.env['PAYLINK_DATA_DIR']}/secret.key`)
      expect(mode & 0o777).to.equal(0o600)
      expect(size).to.equal(45)
    })

    const statusOf = async ({ id }: { id: string }, as: string): Promise<string> =>
      (await site.call('GET', `/v1/payment_links/${id}`, as)).body.status

    it('lets a running request end at SIGTERM, and exits 0', async () => {
      await site.ask('sandbox', 'fault', 'provider_a', 'delay_before', '--ms', '1500')
      const { body: link } = await site.createLink(key)
      const pressed = form(`${link.url}/checkout`, { provider: 'provider_a' })
      await eventually(
        () => statusOf(link, key),
        (status) => status === 'processing',
      )
      const stopping = server.stop()
      expect((await pressed).status).to.equal(303)
      expect(await stopping).to.equal(0)
    })

    it('prints no key at the second start, and keeps what there was', async () => {
      server = await site.start('up')
      expect(server.said.stdout).not.to.include('sk_')
      expect((await site.createLink(key)).status).to.equal(201)
      const connections = (await site.ask('connections', 'list')) as { provider: string }[]
      expect(connections.map(({ provider }) => provider)).to.have.members(['provider_a', 'provider_b'])
      expect(await site.ask('keys', 'list')).to.have.length(1)
    })

    it('takes further accounts, and then requires --account', async () => {
      const created = await site.ask('accounts', 'create', '--name', 'Segundo')
      expect(created).to.have.all.keys('id', 'name', 'verified', 'subscription')
      expect(created).to.include({ name: 'Segundo', verified: false, subscription: 'inactive' })
      const [unnamed, unknown, named, doctor] = await Promise.all([
        site.run('keys', 'list'),
        site.run('keys', 'list', '--account', 'acct_nope'),
        site.ask('keys', 'create', '--mode', 'test', '--account', created.id),
        site.run('doctor', '--json'),
      ])
      expect(unnamed).to.include({ code: 1, stdout: '' })
      expect(unnamed.stderr).to.include('--account')
      expect(unknown.code).to.equal(1)
      expect(unknown.stderr).to.include('acct_nope')
      expect((await site.createLink(named.key)).status, 'its own sandboxes are connected').to.equal(201)
      const connections = await site.ask('connections', 'list', '--account', created.id)
      expect(connections.map(({ provider }: { provider: string }) => provider)).to.have.members([
        'provider_a',
        'provider_b',
      ])
      expect(doctor.code, doctor.stdout).to.equal(0)
    })

    it('connects no sandbox with --no-sandbox', async () => {
      const bare = await site.ask('accounts', 'create', '--name', 'Tercero', '--no-sandbox')
      expect(await site.ask('connections', 'list', '--account', bare.id)).to.deep.equal([])
      const { key: ofBare } = await site.ask('keys', 'create', '--mode', 'test', '--account', bare.id)
      // Connections of other accounts are not listed.
      expect((await site.createLink(ofBare)).body.code).to.equal('no_active_connection')
    })

    it('exits 0 even if a client never ends its request', async () => {
      const socket = connect(Number(site.env['PAYLINK_PORT']), '127.0.0.1').on('error', () => undefined)
      let answer = ''
      socket.on('data', (data) => (answer += String(data)))
      await once(socket, 'connect')
      const head = ['POST /v1/payment_links HTTP/1.1', 'Host: localhost', `Authorization: Bearer ${key}`]
      socket.write(`${head.join('\r\n')}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`)
      expect(await server.stop()).to.equal(0)
      socket.destroy()
      expect(answer, 'the request was over').to.equal('')
    })
  })
}

if (ENGINES.includes('postgres')) {
  describe('paylink serve and paylink worker as two processes', () => {
    let site: Installation

    before(async () => {
      site = await Installation.make('postgres')
      await site.ask('migrate', 'up')
      await site.ask('accounts', 'create', '--name', 'Réplicas', '--no-sandbox')
    })
    after(() => site.remove())

    it('settle in the worker what was paid through the server', async () => {
      const [key, , serve, worker] = await Promise.all([
        site.ask('keys', 'create', '--mode', 'test'),
        site.ask('connections', 'connect', 'provider_a', '--mode', 'test', '--sandbox'),
        site.start('serve'),
        site.start('worker'),
      ])
      const { body: link } = await site.createLink(key.key)
      const checkout = await form(`${link.url}/checkout`, { provider: 'provider_a' })
      expect(checkout.status).to.equal(303)
      await form(checkout.headers.get('location') ?? '', { outcome: 'succeed' })
      const see = async () => (await site.call('GET', `/v1/payment_links/${link.id}`, key.key)).body.status
      await eventually(see, (status) => status === 'paid')
      expect(await Promise.all([serve.stop(), worker.stop()])).to.deep.equal([0, 0])
    })
  })
}
