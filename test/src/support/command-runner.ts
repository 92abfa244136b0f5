import { getPriority } from 'node:os'
import { run } from '@paylink/core/cli/main'
import { END, type Ended, type Request } from './command-host.js'

/** Less than any timeout that would close what a command forgot to. */
const MAX_ENDING_MS = 8000
const LOOK_EVERY_MS = 5

/** Opened before the first command is: they stay. */
const streams = [process.stdout, process.stderr]
const priority = getPriority()

process.on('message', (request: Request) => void answer(request))

async function answer({ args, env }: Request): Promise<void> {
  for (const name of Object.keys(process.env)) if (name.startsWith('PAYLINK_')) delete process.env[name]
  for (const [name, value] of Object.entries(env)) if (value !== undefined) process.env[name] = value
  const before = process.getActiveResourcesInfo()
  process.exitCode = 0
  await run([...args])
  const open = await leftOpen(before)
  process.stdout.removeAllListeners('error')
  for (const stream of streams) stream.write(END)
  // A process may be forbidden to raise the priority again that a backup lowers.
  const ended: Ended = { code: Number(process.exitCode), open, isReusable: getPriority() === priority }
  process.send?.(ended)
}

/** What would keep a process of its own from ending. */
async function leftOpen(before: readonly string[]): Promise<string[]> {
  for (const until = Date.now() + MAX_ENDING_MS; ;) {
    const open = process.getActiveResourcesInfo()
    for (const known of before) {
      const at = open.indexOf(known)
      if (at >= 0) open.splice(at, 1)
    }
    if (open.length === 0 || Date.now() > until) return open
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}
