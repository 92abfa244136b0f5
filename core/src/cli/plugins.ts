import { Command } from 'commander'
import { OPERATOR } from '../kernel/principal.js'
import { answer } from './answer.js'
import { jsonCommand, type Options } from './options.js'
import { pluginsCheckCommand } from './plugins-check.js'
import { pluginsNewCommand } from './plugins-new.js'
import { withService } from './with-service.js'

export function pluginsCommand(): Command {
  const command = new Command('plugins').description('manage plugins and create new ones')
  command.addCommand(
    jsonCommand('list', 'list plugins and why any are not in use').action((options: Options) =>
      withService(async ({ container }) => {
        const { ReadPlugins } = await import('../plugin-host/read-plugins.js')
        answer(options, await container.get(ReadPlugins).list())
      }),
    ),
  )
  command.addCommand(
    jsonCommand('enable', 're-enable a plugin that was disabled')
      .argument('<id>')
      .action((id: string, options: Options) =>
        withService(async ({ container }) => {
          const { PluginHealth } = await import('../plugin-host/plugin-health.js')
          await container.get(PluginHealth).enable(id, OPERATOR)
          answer(options, { id, status: 'active' })
        }),
      ),
  )
  return command.addCommand(pluginsNewCommand()).addCommand(pluginsCheckCommand())
}
