import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { connect } from '@paylink/core/database/connect'
import { expect } from 'chai'
import { Installation, runningInstallation } from '../support/command.js'
import { ENGINES } from '../support/engines.js'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

for (const engine of ENGINES) {
  describe(`paylink links, plugins, openapi and doctor on ${engine}, while the server runs`, () => {
    let site: Installation
    let key: string

    before(async () => ({ site, key } = await runningInstallation(engine)))
    after(() => site.remove())

    it('links create, show and list answer what the API answers', async () => {
      const created = await site.ask(
        ...['links', 'create', '--mode', 'test', '--title', 'Dos cosas'],
        ...['--item', 'Taza: azul:2:15000', '--item', 'Plato:1:500'],
      )
      expect(created).to.include({ object: 'payment_link', livemode: false, status: 'active', amountCentavos: 30_500 })
      expect((await fetch(created.url)).status).to.equal(200)
      const { body } = await site.call('GET', `/v1/payment_links/${created.id}`, key)
      expect(body.items.map(({ name }: { name: string }) => name)).to.deep.equal(['Taza: azul', 'Plato'])
      const [shown, listed, missing] = await Promise.all([
        site.ask('links', 'show', created.id),
        site.ask('links', 'list', '--limit', '1'),
        site.run('links', 'show', 'plink_nope', '--json'),
      ])
      expect(shown).to.deep.equal(body)
      expect(listed).to.be.an('array')
      expect(listed[0]).to.deep.equal(body)
      expect(missing).to.include({ code: 1, stdout: '' })
      const tooDear = ['--item', 'Oro:999:999999999']
      expect((await site.run('links', 'create', '--mode', 'test', '--title', 'T', ...tooDear)).code).to.equal(1)
    })

    it('text of customers cannot control the terminal', async () => {
      const title = 'A\u001b]0;owned\u0007\u001b[31m\u009b2J\u202eB\nC'
      const body = { title, items: [{ name: 'Plato', quantity: 1, unitPriceCentavos: 5000 }] }
      const { id } = (await site.call('POST', '/v1/payment_links', key, body)).body
      const [table, card, json] = await Promise.all([
        site.run('links', 'list', '--limit', '1'),
        site.run('links', 'show', id),
        site.run('links', 'show', id, '--json'),
      ])
      for (const { stdout } of [table, card, json]) {
        expect(stdout.replaceAll('\n', '')).to.not.match(/[\p{Cc}\u202e]/u)
        expect(stdout).to.include('\\u001b[31m')
      }
      expect(JSON.parse(json.stdout).title).to.equal(title)
    })

    it('payments list and show: with the refunded amount, which the API does not have (R234)', async () => {
      const link = await site.ask('links', 'create', '--mode', 'test', '--title', 'T', '--item', 'Plato:1:5000')
      await site.call('POST', `/v1/payment_links/${link.id}/mark_paid`, key)
      const { id } = (await site.call('GET', '/v1/payments', key)).body.data[0]
      const { body } = await site.call('GET', `/v1/payments/${id}`, key)
      expect(await site.ask('payments', 'show', id)).to.deep.equal({ ...body, amountRefunded: 0 })
      expect((await site.ask('payments', 'list', '--limit', '1'))[0]).to.deep.equal({ ...body, amountRefunded: 0 })
      expect((await site.run('payments', 'list')).stdout).to.match(/^id .* amountRefunded/)
      expect(await site.run('payments', 'show', 'pay_nope', '--json')).to.include({ code: 1, stdout: '' })
    })

    it('plugins list', async () => {
      const plugins = (await site.ask('plugins', 'list')) as { id: string; status: string }[]
      expect(plugins.find(({ id }) => id === 'provider_a')?.status).to.equal('active')
    })

    it('review list and audit: print the rows; an invalid decision is refused', async () => {
      const [waiting, entries, chain, missing, two, none] = await Promise.all([
        site.ask('review', 'list'),
        site.ask('audit', 'list'),
        site.ask('audit', 'verify'),
        site.run('review', 'resolve', 'pay_nope', '--as', 'keep', '--reason', 'why not', '--json'),
        site.run('review', 'resolve', 'pay_nope', '--as', 'keep', '--accept', '--reason', 'both'),
        site.run('review', 'resolve', 'pay_nope', '--as', 'keep'),
      ])
      expect(waiting).to.deep.equal([])
      expect(entries.map(({ action }: { action: string }) => action)).to.include('connection.connected')
      expect(chain).to.include({ ok: true })
      expect(missing).to.include({ code: 1, stdout: '' })
      expect(missing.stderr).to.match(/no such payment/)
      expect([two.code, none.code]).to.deep.equal([2, 2])
    })

    it('openapi prints the served contract', async () => {
      const served: unknown = await (await fetch(`${site.url}/openapi.json`)).json()
      const [plain, json] = await Promise.all([site.run('openapi'), site.run('openapi', '--json')])
      expect([plain.json, json.json]).to.deep.equal([served, served])
    })

    it('openapi is whole at the end of a pipe, which holds less than it', async () => {
      const plain = (await site.run('openapi')).stdout
      expect(plain.length).to.be.greaterThan(2 * 65_536)
      const env = { ...process.env, ...site.env }
      const { stdout } = await promisify(execFile)('sh', ['-c', `"${process.execPath}" bin/paylink openapi | cat`], {
        ...{ cwd: ROOT, env, maxBuffer: 10 * plain.length },
      })
      expect(stdout).to.equal(plain)
    })

    it('openapi needs and creates neither a database nor a key', async () => {
      const folder = site.file('nothing-here')
      const where = { PAYLINK_DATA_DIR: folder, PAYLINK_SECRET_KEY_FILE: join(folder, 'none') }
      for (const url of ['', `sqlite:${join(folder, 'none.db')}`]) {
        const { code, json } = await site.runWith({ ...where, PAYLINK_DATABASE_URL: url }, ['openapi'])
        expect(code).to.equal(0)
        expect(json.components.schemas.ProviderId.enum).to.deep.equal(['provider_a', 'provider_b'])
        expect(existsSync(folder)).to.be.false
      }
    })

    it('doctor: exits 0 when all is well, and names a wrong secret key with exit code 1', async () => {
      const [well, ill] = await Promise.all([
        site.run('doctor', '--json'),
        site.runWith({ PAYLINK_SECRET_KEY: randomBytes(32).toString('base64') }, ['doctor', '--json']),
      ])
      expect(well.code, well.stdout).to.equal(0)
      expect(well.json.every(({ ok }: { ok: boolean }) => ok)).to.be.true
      expect(ill.code).to.equal(1)
      expect(ill.json.find(({ ok }: { ok: boolean }) => !ok).check).to.equal('secret key')
      expect(ill.stderr).to.include('secret key')
    })

    it('doctor writes nothing, wherever it runs', async () => {
      const blind = await site.runWith({ PAYLINK_SANDBOX: '0' }, ['doctor', '--json'])
      expect(blind.code).to.equal(1)
      const { data } = (await site.call('GET', '/v1/connections', key)).body
      for (const connection of data) expect(connection).to.include({ status: 'active', lastError: null })
      expect((await site.createLink(key)).status).to.equal(201)
    })

    it('doctor: exits 1, and names the violated invariant and the row', async () => {
      const { writer, close } = connect(site.env['PAYLINK_DATABASE_URL'] ?? '')
      const { id: account_id } = (await writer<{ id: string }>('accounts').first()) ?? { id: '' }
      const odd = { id: 'evt_odd', account_id, livemode: false, type: 'payment.succeeded', object_id: 'pay_none' }
      try {
        await writer('events').insert({ ...odd, payload: '{}', created_at: '2026-01-01T00:00:00.000Z' })
        const { code, json, stderr } = await site.run('doctor', '--json')
        expect(code).to.equal(1)
        expect(stderr).to.equal('problems found: I26\n')
        expect(json.find(({ ok }: { ok: boolean }) => !ok)).to.deep.include({ check: 'I26', ok: false })
        expect(json.find(({ ok }: { ok: boolean }) => !ok).detail).to.include('evt_odd')
      } finally {
        await writer('events').where({ id: 'evt_odd' }).delete()
        await close()
      }
    })

    it('a command with a wrong secret key is refused, and says so', async () => {
      const other = { PAYLINK_SECRET_KEY: randomBytes(32).toString('base64') }
      const { code, stdout, stderr } = await site.runWith(other, ['keys', 'list', '--json'])
      expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' })
      expect(stderr).to.match(/secret key|PAYLINK_SECRET_KEY/i)
    })

    it('logs go to standard error: with --json, standard output is one document, even at trace', async () => {
      const commands = [
        ['accounts', 'list'],
        ['connections', 'list'],
        ['plugins', 'list'],
        ['migrate', 'up'],
      ]
      for (const command of commands) {
        const { code, json, stdout } = await site.runAlone([...command, '--json'], { PAYLINK_LOG_LEVEL: 'trace' })
        expect(json, command.join(' ')).to.be.an(command[0] === 'migrate' ? 'object' : 'array')
        expect(stdout.trim().split('\n')).to.have.length(1)
        expect(code).to.equal(0)
      }
    })
  })

  describe(`paylink migrate on ${engine}`, () => {
    let site: Installation

    before(async () => (site = await Installation.make(engine)))
    after(() => site.remove())

    it('refuses to serve, to work and to answer before there is a schema', async () => {
      const answers = await Promise.all([
        site.runAlone(['serve']),
        site.runAlone(['worker']),
        site.run('keys', 'list', '--json'),
      ])
      for (const { code, stdout, stderr } of answers) {
        expect({ code, stdout }, stderr).to.deep.equal({ code: 1, stdout: '' })
        expect(stderr.trim()).to.match(
          engine === 'sqlite'
            ? /^There is no database at .*, or run paylink up[.]$/
            : /^The database is empty[.] Run: paylink migrate up$/,
        )
      }
    })

    it('up twice at once applies every migration once; status and down agree', async () => {
      const both = await Promise.all([['migrate', 'up'], ['migrate']].map((args) => site.runAlone([...args, '--json'])))
      for (const { code, stderr } of both) expect(code, stderr).to.equal(0)
      const applied = both.flatMap(({ json }) => json.applied as string[]).sort()
      const status = (await site.ask('migrate', 'status')) as { name: string; applied: boolean }[]
      expect(applied).to.deep.equal(status.map(({ name }) => name))
      expect(status.every((step) => step.applied)).to.be.true

      const { reverted } = await site.ask('migrate', 'down')
      expect(reverted).to.equal(applied.at(-1))
      const behind = await site.runAlone(['serve'])
      expect(behind.code).to.equal(1)
      expect(behind.stderr).to.include(reverted)
      const pending = (await site.ask('migrate', 'status')) as { name: string; applied: boolean }[]
      expect(pending.filter((step) => !step.applied).map(({ name }) => name)).to.deep.equal([reverted])
      expect((await site.ask('migrate', 'up')).applied).to.deep.equal([reverted])
    })
  })
}
