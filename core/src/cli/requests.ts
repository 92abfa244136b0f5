import { Command } from 'commander'
import type { AccessLine } from '../access-log/access-line.js'
import type { Composition } from '../composition/compose.js'
import { answer } from './answer.js'
import { jsonCommand } from './options.js'
import { withoutPlugins } from './with-service.js'

export function requestsCommand(): Command {
  const command = new Command('requests').description('show logged API requests, kept for 7 days')
  command.addCommand(
    jsonCommand('show', 'show one request, by the X-Request-Id of its response')
      .argument('<id>')
      .action((id: string, options: { json?: boolean }) =>
        withoutPlugins(async (service) => {
          const { stayAlive } = await import('../kernel/timer.js')
          const release = stayAlive()
          const line = await find(service, id).finally(release)
          if (!line)
            throw new Error(
              `there is no request ${id}: requests are kept for 7 days, and not all of them under heavy load`,
            )
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

/** A server stores its lines about once a second, so a recent request may not be there yet. */
async function find({ container, ports }: Composition, id: string): Promise<AccessLine | undefined> {
  const { AccessLines } = await import('../access-log/access-lines.repository.js')
  const lines = container.get(AccessLines)
  for (let tries = 1; ; tries++) {
    const line = await lines.find(id)
    if (line || tries === TRIES || !isRecent(id, ports.clock.now())) return line
    await ports.timer.sleep(BETWEEN_TRIES_MS)
  }
}

/** Ids begin with their time in milliseconds, in hexadecimal. */
function isRecent(id: string, now: Date): boolean {
  const age = now.getTime() - Number.parseInt(id.replace('-', '').slice(0, 12), 16)
  return age < TRIES * BETWEEN_TRIES_MS
}
