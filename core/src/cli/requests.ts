import { Command } from 'commander'
import { answer } from './answer.js'
import { jsonCommand } from './options.js'
import { withoutPlugins } from './with-service.js'

export function requestsCommand(): Command {
  const command = new Command('requests').description('show logged API requests, kept for 7 days')
  command.addCommand(
    jsonCommand('show', 'show one request, by the X-Request-Id of its response')
      .argument('<id>')
      .action((id: string, options: { json?: boolean }) =>
        withoutPlugins(async ({ container }) => {
          const { FindRequest } = await import('../access-log/find-request.js')
          const { stayAlive } = await import('../kernel/timer.js')
          const release = stayAlive()
          const line = await container.get(FindRequest).run(id).finally(release)
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
