import { readFileSync } from 'node:fs'
import { VARIABLES } from '@paylink/config'
import { parse } from 'yaml'
import { code, page, table } from './markdown.js'

const DEFAULTS = readFileSync(new URL('../../../config/defaults.yaml', import.meta.url), 'utf8')

interface Group {
  about: string
  keys: string[]
}

/** Settings that share a comment. The first block is about the file. */
export function settingGroups(): Group[] {
  const groups: Group[] = []
  let comment: string[] = []
  for (const line of DEFAULTS.split('\n').slice(DEFAULTS.split('\n').indexOf(''))) {
    const [, key] = /^(\w+):/.exec(line) ?? []
    if (line.startsWith('#')) comment.push(line.replace(/^# ?/, ''))
    else if (key !== undefined && comment.length > 0) {
      groups.push({ about: comment.join(' '), keys: [key] })
      comment = []
    } else if (key !== undefined) groups.at(-1)?.keys.push(key)
  }
  return groups
}

/** Of `config/defaults.yaml`, which is what the service reads. */
export function settingsPage(): string {
  const defaults = parse(DEFAULTS) as Record<string, string | number | boolean | null | []>
  const variableOf = (key: string) => Object.keys(VARIABLES).find((name) => VARIABLES[name] === key) ?? ''
  const shown = (value: (typeof defaults)[string] | undefined) =>
    value === null || typeof value === 'object' ? 'none' : code(String(value))
  return page(
    '# Settings',
    `Each has an environment variable, and a key in an optional \`paylink.yaml\` in the data directory; the variable wins. How to use
     them: [operate](../operate.md#settings).`,
    ...settingGroups().flatMap(({ about, keys }) => [
      `## ${keys.join(', ')}`,
      about.replace(/PAYLINK_\w+/g, code).replaceAll('<', '\\<'),
      table(
        ['variable', 'key', 'default'],
        keys.map((key) => [code(variableOf(key)), code(key), shown(defaults[key])]),
      ),
    ]),
  )
}
