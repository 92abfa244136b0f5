import { Command } from 'commander'
import type { AccessLine } from '../access-log/access-line.js'
import type { Composition } from '../composition/compose.js'
import { answer } from './answer.js'
import { answering } from './options.js'
import { withBooks } from './with-service.js'

export function requestsCommand(): Command {
  const command = new Command('requests').description('what was asked of the service, kept for 7 days')
  command.addCommand(
    answering('show', 'one request, by the X-Request-Id of its answer')
      .argument('<id>')
      .action((id: string, options: { json?: boolean }) =>
        withBooks(async (service) => {
          const { stayAlive } = await import('../kernel/timer.js')
          const letGo = stayAlive()
          const line = await find(service, id).finally(letGo)
          if (!line) throw new Error(`no request ${id} is kept: lines are kept for 7 days, and not all in a flood`)
          const { livemode, ...rest } = line
          const { modeOf } = await import('../kernel/mode.js')
          answer(options, { ...rest, mode: livemode === null ? null : modeOf(livemode) })
        }),
      ),
  )
  return command
}

const TRIES = 6
const BETWEEN_TRIES_MS = 400

/** A server stores its lines about once a second: a request that was answered just now may not be there yet. */
async function find({ container, ports }: Composition, id: string): Promise<AccessLine | undefined> {
  const { AccessLines } = await import('../access-log/access-lines.repository.js')
  const lines = container.get(AccessLines)
  for (let tries = 1; ; tries++) {
    const line = await lines.find(id)
    if (line || tries === TRIES || !isFresh(id, ports.clock.now())) return line
    await ports.timer.sleep(BETWEEN_TRIES_MS)
  }
}

/** Ids begin with their time in milliseconds, in hexadecimal digits. */
function isFresh(id: string, now: Date): boolean {
  const age = now.getTime() - Number.parseInt(id.replace('-', '').slice(0, 12), 16)
  return age < TRIES * BETWEEN_TRIES_MS
}
