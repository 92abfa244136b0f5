import type { Command } from 'commander'
import { answer } from './answer.js'
import { answering, UsageError } from './options.js'

interface Options {
  json?: boolean
}

export function pluginsNewCommand(): Command {
  return answering('new', 'a package for a plugin of your own, complete and working')
    .argument('<name>', 'lower-case letters, digits and hyphens; its id in the API follows from it')
    .requiredOption('--kind <kind>', 'provider', (text: string): string => {
      if (text === 'provider') return text
      throw new UsageError(`--kind is provider, not ${text}: there is no template for others yet`)
    })
    .action(async (name: string, options: Options) => {
      if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) || name.length > 32 || name.length < 2 || name === 'manual') {
        throw new UsageError(`<name> is 2 to 32 lower-case letters, digits and hyphens, and not manual; not ${name}`)
      }
      const { writePlugin } = await import('./write-plugin.js')
      answer(options, await writePlugin(name, process.cwd()))
    })
}
