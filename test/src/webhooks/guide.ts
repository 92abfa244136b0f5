import { readFileSync } from 'node:fs'

const GUIDE = readFileSync(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8')

/** The block of docs/webhooks.md whose first comment is `name`, as it is printed. */
export function guideCode(name: string): string {
  const blocks = [...GUIDE.matchAll(/^```\w+\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code)
  const found = blocks.filter(
    (code) =>
      code
        .replace('<?php\n', '')
        .split('\n')[0]
        ?.replace(/^(#|\/\/) /, '') === name,
  )
  if (found.length !== 1) throw new Error(`docs/webhooks.md has ${found.length} blocks named ${name}`)
  return found[0] ?? ''
}

/** The event that docs/webhooks.md shows. */
export function guideEvent(): any {
  const [, text = ''] = /^```json\n([\s\S]*?)^```$/m.exec(GUIDE) ?? []
  return JSON.parse(text)
}

/** A value of the test vectors in docs/webhooks.md. */
export function guideValue(label: string): string {
  const table = GUIDE.slice(GUIDE.indexOf('Test vectors:'))
  const row = table.split('\n').find((line) => line.startsWith(`| ${label} `))
  const value = /`([^`]+)`\s*\|$/.exec(row ?? '')?.[1]
  if (value === undefined) throw new Error(`docs/webhooks.md has no value for ${label}`)
  return value
}
