import { expect } from 'chai'
import type { Engine } from '@paylink/core/database/engine'
import { runCommand } from '../support/command.js'
import { DatabaseView } from '../support/database-view.js'
import { emptyDatabase } from '../support/databases.js'
import { commandLine } from '../support/server-process.js'
import { Site } from '../support/site.js'
import { copyCommands } from './copy-commands.js'
import { eraseCommand } from './erase-command.js'
import { unsoundness } from './soundness.js'
import { type Point, Strace } from './strace.js'

/** A command that is killed on its way, and then given again. */
export interface CommandScenario {
  readonly name: string
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

const migrate: CommandScenario = {
  name: 'migrate an empty database',
  prepare: async (engine) => {
    const database = await emptyDatabase(engine)
    const env = {
      PATH: process.env['PATH'],
      PAYLINK_DATABASE_URL: database.url,
      PAYLINK_DATA_DIR: database.folder,
    }
    const view = new DatabaseView(database.url)
    return {
      args: ['migrate', 'up', '--json'],
      env,
      view,
      check: async () => {
        const { stdout } = await runCommand(['migrate', 'status', '--json'], env)
        expect(JSON.stringify(JSON.parse(stdout))).not.to.match(/pending":true|"applied":(false|null)/)
      },
      end: async () => {
        await view.close()
        await database.drop()
      },
    }
  },
}

let site: Promise<Site> | undefined

/** One server for them all, that runs while its connections are changed. */
function running(engine: Engine): Promise<Site> {
  site ??= Site.start(engine)
  return site
}

export async function stopRunning(): Promise<void> {
  await (await site)?.stop()
  site = undefined
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
        await runCommand(['connections', 'connect', 'provider_a', '--mode', 'test', '--sandbox'], env)
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

/** Counts a command's syscalls on one run that ends. */
export async function countCommandPoints(command: CommandScenario, engine: Engine): Promise<Map<string, number>> {
  const { args, env, check, end } = await command.prepare(engine)
  const strace = Strace.run([process.execPath, ...commandLine(args)], env)
  try {
    expect((await strace.ended()).code).to.equal(0)
    await check()
    return strace.counts()
  } finally {
    strace.remove()
    await end()
  }
}

/** Kills a command at the point, gives it again, and looks at what has come of it. Was it killed? */
export async function killCommandAt(command: CommandScenario, engine: Engine, point: Point): Promise<boolean> {
  const { args, env, view, check, end } = await command.prepare(engine)
  const strace = Strace.run([process.execPath, ...commandLine(args)], env, point)
  try {
    const { wasKilled } = await strace.ended()
    if (wasKilled) {
      const again = await runCommand(args, env)
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
    strace.remove()
    await end()
  }
}
