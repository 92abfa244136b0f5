import type { Command } from 'commander'
import { answer } from './answer.js'
import { jsonCommand, UsageError, type Options } from './options.js'

export function pluginsNewCommand(): Command {
  return jsonCommand('new', 'create a complete, working plugin package')
    .argument('<name>', 'lower-case letters, digits and hyphens; the id in the API is derived from it')
    .requiredOption('--kind <kind>', 'provider', (text: string): string => {
      if (text === 'provider') return text
      throw new UsageError(`--kind must be provider, not ${text}: there is no template for other kinds yet`)
    })
    .action(async (name: string, options: Options) => {
      if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) || name.length > 32 || name.length < 2 || name === 'manual') {
        throw new UsageError(
          `<name> must be 2 to 32 lower-case letters, digits and hyphens, and not “manual”; got ${name}`,
        )
      }
      const { writePlugin } = await import('./write-plugin.js')
      answer(options, await writePlugin(name, process.cwd()))
    })
}
