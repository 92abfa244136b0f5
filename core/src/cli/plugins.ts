import { Command } from 'commander'
import { answer } from './answer.js'
import { answering } from './options.js'
import { withService } from './with-service.js'

export function pluginsCommand(): Command {
  return new Command('plugins').description('providers that are installed').addCommand(
    answering('list', 'all plugins found, and why one is not used').action((options: { json?: boolean }) =>
      withService(async ({ container }) => {
        const { ProviderRegistry } = await import('../plugin-host/registry.js')
        answer(options, container.get(ProviderRegistry).list())
      }),
    ),
  )
}
