import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

const SHELLS = ['sh', 'bash', 'console', 'shell']

/** A fenced block of a page, as a reader would type it: without comments, one command after another. */
export interface ShellBlock {
  page: string
  commands: string[]
}

export function shellBlocks(): ShellBlock[] {
  const docs = readdirSync(`${ROOT}docs`).filter((name) => name.endsWith('.md'))
  return ['README.md', 'SECURITY.md', ...docs.map((name) => `docs/${name}`)].flatMap((page) => {
    const text = readFileSync(ROOT + page, 'utf8')
    // Every block, whatever it is in: the end of one must not be taken for the beginning of the next.
    const blocks = text.matchAll(/^( *)```([^\n]*)\n([^]*?)^\1```$/gm)
    return [...blocks].flatMap(([, indent = '', language = '', indented = '']) => {
      const block = indented.replaceAll(new RegExp(`^${indent}`, 'gm'), '')
      const commands = SHELLS.includes(language) ? commandsIn(block) : promptsIn(block)
      return commands.length === 0 ? [] : [{ page, commands }]
    })
  })
}

/** What was typed after a prompt, in a block that shows the output as well. */
const promptsIn = (block: string): string[] => [...block.matchAll(/^\$ (.*)$/gm)].map(([, command = '']) => command)

/** A script is one. */
function commandsIn(block: string): string[] {
  if (block.startsWith('#!')) return [block]
  const commands: string[] = []
  let text = ''
  for (const line of block.split('\n')) {
    text += `${withoutComment(line, text)}\n`
    if (isOpen(text)) continue
    if (text.trim() !== '') commands.push(text.trim())
    text = ''
  }
  if (text.trim() !== '') throw new Error(`a command does not end: ${text}`)
  return commands
}

/** What a quote is open for, at the end of the text. */
function openQuote(text: string): string {
  let quote = ''
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? ''
    if (letter === '\\' && quote !== "'") at++
    else if (quote === '' && (letter === '"' || letter === "'")) quote = letter
    else if (letter === quote) quote = ''
  }
  return quote
}

/** Goes on in the next line. */
const isOpen = (text: string): boolean =>
  openQuote(text) !== '' || /\\\n$/.test(text) || (/^\{$/m.test(text) && !/^\}/m.test(text))

function withoutComment(line: string, before: string): string {
  for (const { index } of line.matchAll(/(?:^|\s)#/g))
    if (openQuote(before + line.slice(0, index)) === '') return line.slice(0, index)
  return line
}
