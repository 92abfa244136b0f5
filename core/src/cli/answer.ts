import { printable, printableJson } from './printable.js'

/** Prints the result of a command: as JSON, or as a table for people. */
export function answer(options: { json?: boolean }, value: unknown): void {
  process.stdout.write(options.json ? `${printableJson(value)}\n` : `${formatForPeople(value)}\n`)
}

function formatForPeople(value: unknown): string {
  if (!Array.isArray(value)) return typeof value === 'object' && value !== null ? card(value) : cell(value)
  if (value.length === 0) return '(none)'
  return table(value as object[])
}

function card(value: object): string {
  const entries = Object.entries(value)
  const width = Math.max(...entries.map(([name]) => name.length))
  return entries.map(([name, content]) => `${name.padEnd(width)}  ${cell(content)}`).join('\n')
}

function table(rows: object[]): string {
  const names = Object.keys(rows[0] ?? {})
  const cells = rows.map((row) => names.map((name) => cell((row as Record<string, unknown>)[name])))
  const widths = names.map((name, at) => Math.max(name.length, ...cells.map((line) => line[at]?.length ?? 0)))
  return [names, ...cells]
    .map((line) =>
      line
        .map((text, at) => text.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '-'
  return typeof value === 'string' ? printable(value) : printableJson(value)
}
