export type Row = readonly string[]

/** Written for tables and paragraphs alike: one line, without what would end a cell. */
export const inLine = (text: string): string => text.replace(/\s+/g, ' ').replaceAll('|', '\\|').trim()

export const code = (text: string): string => `\`${text}\``

export function table(head: Row, rows: readonly Row[]): string {
  if (rows.length === 0) return ''
  const lines = [head, head.map(() => '---'), ...rows.map((row) => row.map(inLine))]
  return `${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`
}

/** Of parts that are separated by an empty line; those that are empty are left out. */
export const page = (...parts: readonly string[]): string =>
  `${parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('\n\n')}\n`

export const json = (value: unknown): string => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``
