import { Command } from 'commander'
import { OPERATOR } from '../kernel/principal.js'
import { answer } from './answer.js'
import { answering } from './options.js'
import { pluginsCheckCommand } from './plugins-check.js'
import { pluginsNewCommand } from './plugins-new.js'
import { withService } from './with-service.js'

interface Options {
  json?: boolean
}

export function pluginsCommand(): Command {
  const command = new Command('plugins').description('manage plugins and create new ones')
  command.addCommand(
    answering('list', 'list plugins and why any are not in use').action((options: Options) =>
      withService(async ({ container }) => {
        const { PluginStates } = await import('../plugin-host/plugin-states.repository.js')
        const { ProviderRegistry } = await import('../plugin-host/registry.js')
        const { EmailPlugins } = await import('../plugin-host/email-plugins.js')
        const { InvoicingPlugins } = await import('../plugin-host/invoicing-plugins.js')
        const providers = container.get(ProviderRegistry).list(await container.get(PluginStates).disabled())
        answer(options, [
          ...providers,
          ...container.get(EmailPlugins).list(),
          ...container.get(InvoicingPlugins).list(),
        ])
      }),
    ),
  )
  command.addCommand(
    answering('enable', 're-enable a plugin that was disabled')
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
