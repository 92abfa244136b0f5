import type { Command } from 'commander'
import { answer } from './answer.js'
import { answering, UsageError } from './options.js'

const KINDS = ['provider', 'invoicing', 'email'] as const
type Kind = (typeof KINDS)[number]

interface Options {
  kind: Kind
  json?: boolean
}

export function pluginsNewCommand(): Command {
  return answering('new', 'a package for a plugin of your own, complete and working')
    .argument('<name>', 'lower-case letters, digits and hyphens; its id in the API follows from it')
    .requiredOption('--kind <kind>', KINDS.join(', '), (text: string): Kind => {
      const kind = KINDS.find((one) => one === text)
      if (!kind) throw new UsageError(`--kind is ${KINDS.join(', ')}, not ${text}`)
      return kind
    })
    .action(async (name: string, options: Options) => {
      if (!/^[a-z][a-z0-9]*([-_][a-z0-9]+)*$/.test(name) || name.length > 32 || name.length < 2 || name === 'manual') {
        throw new UsageError(`<name> is 2 to 32 lower-case letters, digits and hyphens, and not manual; not ${name}`)
      }
      if (options.kind !== 'provider') {
        throw new Error(
          `There is no contract for plugins of the kind ${options.kind} in this version, only for provider.`,
        )
      }
      const { writePlugin } = await import('./write-plugin.js')
      answer(options, writePlugin(name, process.cwd()))
    })
}
