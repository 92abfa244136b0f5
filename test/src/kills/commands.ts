import { readdirSync } from 'node:fs'
import { expect } from 'chai'
import { MIGRATIONS } from '@paylink/core/database/migrations/index'
import type { Engine } from '@paylink/core/database/engine'
import { runBesideOthers } from '../support/command.js'
import { DatabaseView } from '../support/database-view.js'
import { emptyDatabase, migratedDatabase, type TestDatabase } from '../support/databases.js'
import { Site } from '../support/site.js'
import { copyCommands } from './copy-commands.js'
import { eraseCommand } from './erase-command.js'
import { unsoundness } from './soundness.js'
import { type Call, type Point, Strace } from './strace.js'
import { WaitingCommand } from './waiting-command.js'

/** A command that is killed on its way, and then given again. */
export interface CommandScenario {
  readonly name: string
  /** Only where a kill can leave something else than at the points before. */
  readonly isThinned?: boolean
  /** The refusal of a command whose effect was complete before it was killed. */
  readonly doneBefore?: RegExp
  /** Makes ready for one run. */
  prepare(engine: Engine): Promise<{
    args: string[]
    env: NodeJS.ProcessEnv
    view: DatabaseView
    check: () => Promise<void>
    end: () => Promise<void>
  }>
}

const KEY = Buffer.alloc(32, 7).toString('base64')

/** `migrate up` on a database that no server uses. */
function migrating(database: TestDatabase) {
  const env = {
    PATH: process.env['PATH'],
    PAYLINK_DATABASE_URL: database.url,
    PAYLINK_DATA_DIR: database.folder,
    PAYLINK_SECRET_KEY: KEY,
  }
  const view = new DatabaseView(database.url)
  /** Returns the document of a command that must succeed. */
  const ask = async (...args: string[]): Promise<any> => {
    const { code, json, stderr } = await runBesideOthers([...args, '--json'], env)
    expect(code, stderr).to.equal(0)
    return json
  }
  return {
    ...{ args: ['migrate', 'up', '--json'], env, view, ask },
    check: async () => {
      const steps: { applied: boolean }[] = await ask('migrate', 'status')
      expect(steps.filter(({ applied }) => !applied)).to.deep.equal([])
    },
    end: async () => {
      await view.close()
      await database.drop()
    },
  }
}

const migrate: CommandScenario = {
  name: 'migrate an empty database',
  prepare: async (engine) => migrating(await emptyDatabase(engine)),
}

/** With rows, so that a backup is made before. */
const upgrade: CommandScenario = {
  name: 'migrate a database that is behind',
  isThinned: true,
  prepare: async (engine) => {
    const database = await migratedDatabase(engine)
    const command = migrating(database)
    await command.ask('accounts', 'create', '--name', 'Panadería')
    await command.ask('migrate', 'down', '--to', MIGRATIONS.at(-3)?.name ?? '')
    return {
      ...command,
      check: async () => {
        await command.check()
        expect(await command.ask('accounts', 'list')).to.have.length(1)
        const files = readdirSync(database.folder, { recursive: true, encoding: 'utf8' })
        expect(files.filter((name) => name.endsWith('.backup'))).to.not.be.empty
        expect(files.filter((name) => /partial|backup-check/.test(name))).to.deep.equal([])
      },
    }
  },
}

const sites = new Map<Engine, Promise<Site>>()

/** One server of an engine for them all, that runs while its connections are changed. */
function running(engine: Engine): Promise<Site> {
  const site = sites.get(engine) ?? Site.start(engine)
  sites.set(engine, site)
  return site
}

export async function stopRunning(): Promise<void> {
  for (const site of sites.values()) await (await site).stop()
  sites.clear()
}

/** Run while the server runs, which keeps running and sees the change. */
function onConnections(name: string, argsOf: (inUse: string | undefined) => string[], count: number): CommandScenario {
  return {
    name,
    prepare: async (engine) => {
      const server = await running(engine)
      const { env } = server.server
      const inUse = async () =>
        ((await server.api('GET', '/v1/connections')).body.data as { id: string; provider: string; status: string }[])
          .filter(({ provider, status }) => provider === 'provider_a' && status !== 'disconnected')
          .map(({ id }) => id)
      if (count === 0 && (await inUse()).length === 0) {
        await runBesideOthers(['connections', 'connect', 'provider_a', '--mode', 'test', '--sandbox'], env)
      }
      const [current] = await inUse()
      return {
        args: argsOf(current),
        env,
        view: server.view,
        check: async () => {
          expect(await inUse()).to.have.length(count)
          if (count === 1) await server.openCheckout(await server.createLink())
        },
        end: () => Promise.resolve(),
      }
    },
  }
}

export const COMMANDS: readonly CommandScenario[] = [
  migrate,
  upgrade,
  onConnections(
    'connect a provider while the server runs',
    () => ['connections', 'connect', 'provider_a', '--mode', 'test', '--sandbox'],
    1,
  ),
  onConnections(
    'disconnect a provider while the server runs',
    (inUse) => ['connections', 'disconnect', inUse ?? 'none'],
    0,
  ),
  ...copyCommands(running),
  eraseCommand(running),
]

/** A command's syscalls on one run that ends. */
export async function callsOfCommand(command: CommandScenario, engine: Engine): Promise<Call[]> {
  const { args, env, check, end } = await command.prepare(engine)
  const process = WaitingCommand.spawn(args, env)
  const strace = await Strace.attach(await process.waiting(), undefined, { threads: true })
  try {
    expect(await process.run()).to.deep.equal({ code: 0, signal: null })
    await strace.detach()
    await check()
    return strace.calls()
  } finally {
    await strace.detach()
    strace.remove()
    await end()
  }
}

/** Kills a command at the point, gives it again, and looks at what has come of it. Was it killed? */
export async function killCommandAt(command: CommandScenario, engine: Engine, point: Point): Promise<boolean> {
  const { args, env, view, check, end } = await command.prepare(engine)
  const process = WaitingCommand.spawn(args, env)
  const strace = await Strace.attach(await process.waiting(), point, { threads: true })
  try {
    const { signal } = await process.run()
    const wasKilled = signal === 'SIGKILL'
    if (wasKilled) {
      const again = await runBesideOthers(args, env)
      const isDone = again.code === 0 || command.doneBefore?.test(again.stderr)
      if (!isDone) throw new Error(`the repeated command failed: ${again.stderr}`)
    }
    await check()
    const unsound = await unsoundness(view)
    if (unsound.length > 0) throw new Error(unsound.join('\n'))
    return wasKilled
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`${command.name}, killed at ${point.syscall} number ${point.count}: ${why}`, { cause })
  } finally {
    await strace.detach()
    strace.remove()
    await end()
  }
}
