import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Engine } from '@paylink/core/database/engine'
import { expect } from 'chai'
import { runBesideOthers } from '../support/command.js'
import { DatabaseView } from '../support/database-view.js'
import { emptyDatabase, migratedDatabase } from '../support/databases.js'
import type { CommandScenario } from './commands.js'
import type { Site } from '../support/site.js'

/** Commands that copy a database, while the server runs. */
export function copyCommands(running: (engine: Engine) => Promise<Site>): CommandScenario[] {
  let count = 0

  async function serverWith(engine: Engine) {
    const site = await running(engine)
    await site.createLink()
    const folder = site.server.env['PAYLINK_DATA_DIR'] ?? ''
    return { site, env: site.server.env, folder }
  }

  /** Restores it, and looks for what the server has. */
  async function expectRestorable(file: string, env: NodeJS.ProcessEnv, engine: Engine): Promise<void> {
    const target = await emptyDatabase(engine)
    try {
      const { code, stderr } = await runBesideOthers(['restore', file, '--into', target.url], env)
      expect(code, stderr).to.equal(0)
    } finally {
      await target.drop()
    }
  }

  const backup: CommandScenario = {
    name: 'backup while the server runs',
    isThinned: true,
    doneBefore: /exists\. Choose another name/,
    prepare: async (engine) => {
      const { site, env, folder } = await serverWith(engine)
      const file = join(folder, `kill-${++count}.backup`)
      return {
        args: ['backup', file],
        env,
        view: site.view,
        check: async () => {
          await expectRestorable(file, env, engine)
          const left = readdirSync(dirname(file)).filter((name) => /partial|backup-check/.test(name))
          expect(left).to.deep.equal([])
        },
        end: async () => rmSync(file, { force: true }),
      }
    },
  }

  const restore: CommandScenario = {
    name: 'restore into an empty database',
    isThinned: true,
    doneBefore: /is not empty/,
    prepare: async (engine) => {
      const { env, folder } = await serverWith(engine)
      const file = join(folder, 'kill.backup')
      if (!existsSync(file)) expect((await runBesideOthers(['backup', file], env)).code).to.equal(0)
      const target = await emptyDatabase(engine)
      const view = new DatabaseView(target.url)
      const ofTarget = { ...env, PAYLINK_DATABASE_URL: target.url }
      return {
        args: ['restore', file],
        env: ofTarget,
        view,
        check: async () => {
          expect((await runBesideOthers(['migrate', 'up'], ofTarget)).code).to.equal(0)
          const { stdout } = await runBesideOthers(['accounts', 'list', '--json'], ofTarget)
          expect(JSON.parse(stdout)).to.have.length(1)
        },
        end: async () => {
          await view.close()
          await target.drop()
        },
      }
    },
  }

  const rotate: CommandScenario = {
    name: 'rotate the secret key',
    isThinned: true,
    prepare: async (engine) => {
      const database = await emptyDatabase(engine)
      const folder = join(database.folder, 'data')
      const env = { PATH: process.env['PATH'], PAYLINK_DATABASE_URL: database.url, PAYLINK_DATA_DIR: folder }
      const run = async (...args: string[]): Promise<string> => {
        const { code, stdout, stderr } = await runBesideOthers(args, env)
        expect(code, stderr).to.equal(0)
        return stdout
      }
      await run('migrate', 'up')
      await run('accounts', 'create', '--name', 'Tienda')
      const connect = ['connections', 'connect', 'provider_a', '--mode', 'test']
      const { id } = JSON.parse(await run(...connect, '--sandbox', '--json')) as { id: string }
      const before = readFileSync(join(folder, 'secret.key'), 'utf8')
      const view = new DatabaseView(database.url)
      return {
        ...{ args: ['secrets', 'rotate'], env, view },
        check: async () => {
          expect(readdirSync(folder).filter((name) => name.startsWith('secret'))).to.deep.equal(['secret.key'])
          expect(readFileSync(join(folder, 'secret.key'), 'utf8')).to.not.equal(before)
          await run('connections', 'check', id)
          await run('audit', 'verify')
        },
        end: async () => {
          await view.close()
          await database.drop()
        },
      }
    },
  }

  const move: CommandScenario = {
    name: 'move into the other kind of database',
    isThinned: true,
    doneBefore: /This database was moved to/,
    prepare: async (engine) => {
      const [source, target] = [
        await migratedDatabase(engine),
        await emptyDatabase(engine === 'sqlite' ? 'postgres' : 'sqlite'),
      ]
      const env = {
        PATH: process.env['PATH'],
        PAYLINK_DATABASE_URL: source.url,
        PAYLINK_DATA_DIR: source.folder,
        PAYLINK_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
      }
      expect((await runBesideOthers(['accounts', 'create', '--name', 'Panadería'], env)).code).to.equal(0)
      const view = new DatabaseView(target.url)
      return {
        args: ['move', '--to', target.url],
        env,
        view,
        check: async () => {
          const moved = { ...env, PAYLINK_DATABASE_URL: target.url }
          const { stdout, stderr } = await runBesideOthers(['accounts', 'list', '--json'], moved)
          expect(JSON.parse(stdout || '[]'), stderr).to.have.length(1)
          const refused = await runBesideOthers(['accounts', 'create', '--name', 'Otra'], env)
          expect([refused.code, refused.stdout]).to.deep.equal([1, ''])
          expect(refused.stderr).to.match(/This database was moved to/)
        },
        end: async () => {
          await view.close()
          await Promise.all([source.drop(), target.drop()])
        },
      }
    },
  }

  return [backup, restore, move, rotate]
}
