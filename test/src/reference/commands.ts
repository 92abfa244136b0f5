import { paylinkCommand } from '@paylink/core/cli/main'
import type { Command } from 'commander'
import { code, page, table } from './markdown.js'

/** Those that run, with the words before them. */
function leavesOf(command: Command, before: readonly string[] = []): { words: readonly string[]; command: Command }[] {
  const words = [...before, command.name()]
  if (command.commands.length === 0) return [{ words, command }]
  return command.commands.flatMap((child) => leavesOf(child, words))
}

function sectionOf({ words, command }: { words: readonly string[]; command: Command }): string[] {
  const names = command.registeredArguments.map((argument) => {
    const name = `${argument.name()}${argument.variadic ? '…' : ''}`
    return argument.required ? `<${name}>` : `[${name}]`
  })
  const options = command.options.filter(({ hidden }) => !hidden)
  const needed = options.filter(({ mandatory }) => mandatory).map(({ flags }) => flags)
  return [
    `## ${words.join(' ')}`,
    code(['paylink', ...words, ...names, ...needed].join(' ')),
    `${command.description()}.`,
    table(
      ['option', 'meaning'],
      options.map(({ flags, description, mandatory }) => [
        code(flags),
        `${mandatory ? 'required: ' : ''}${description}`,
      ]),
    ),
  ]
}

/** Of the command line itself, as `--help` shows it. */
export const commandsPage = (): string =>
  page(
    '# Commands',
    `What \`bin/paylink\` does. \`--help\` after any command prints the same. Exit code 0: success; 1: failure, with the
     reason on standard error; 2: wrong usage. Pages of the dashboard that do the same: [commands and pages](../commands.md).`,
    ...paylinkCommand()
      .commands.flatMap((command) => leavesOf(command))
      .flatMap(sectionOf),
  )
