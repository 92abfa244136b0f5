import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

const core = (module: string): string => new URL(`../../../core/dist/${module}.js`, import.meta.url).href
/** Everything is loaded before it is watched: loading changes nothing, and under strace it takes most of the time. */
const SCRIPT = `
import { run } from '${core('cli/main')}'
await Promise.all(${JSON.stringify(
  ['composition/compose', 'composition/migrate', 'move/move', 'backup/restore'].map(core),
)}.map((module) => import(module)))
process.stdin.once('data', () => { process.stdin.destroy(); void run(process.argv.slice(1)) })
process.stdout.write('waiting\\n')`

/** A command in a process of its own, which runs when it is told to. */
export class WaitingCommand {
  private said = ''

  private constructor(private readonly child: ChildProcess) {
    child.stdout?.on('data', (text) => (this.said += String(text)))
  }

  static spawn(args: readonly string[], env: NodeJS.ProcessEnv): WaitingCommand {
    const script = ['--input-type=module', '-e', SCRIPT, '--', ...args]
    return new WaitingCommand(spawn(process.execPath, script, { env, stdio: ['pipe', 'pipe', 'ignore'] }))
  }

  /** Returns the id of the process. */
  async waiting(): Promise<number> {
    while (!this.said.includes('waiting')) {
      if (this.child.exitCode !== null) throw new Error(`the command ended before it was told to run`)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    return this.child.pid ?? 0
  }

  async run(): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
    const ended = once(this.child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
    this.child.stdin?.on('error', () => undefined).write('run\n')
    const [code, signal] = await ended
    return { code, signal }
  }
}
