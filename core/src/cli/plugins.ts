import { Command } from 'commander'
import { answer } from './answer.js'
import { answering } from './options.js'
import { pluginsCheckCommand } from './plugins-check.js'
import { pluginsNewCommand } from './plugins-new.js'
import { withService } from './with-service.js'

export function pluginsCommand(): Command {
  return new Command('plugins')
    .description('providers that are installed, and how to make one')
    .addCommand(
      answering('list', 'all plugins found, and why one is not used').action((options: { json?: boolean }) =>
        withService(async ({ container }) => {
          const { ProviderRegistry } = await import('../plugin-host/registry.js')
          answer(options, container.get(ProviderRegistry).list())
        }),
      ),
    )
    .addCommand(pluginsNewCommand())
    .addCommand(pluginsCheckCommand())
}
