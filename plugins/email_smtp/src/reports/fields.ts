/** A header field, or one of a report: both are written alike. */
export interface Field {
  /** In lower case. */
  name: string
  /** Unfolded. */
  value: string
}

const MOST_BYTES = 64 * 1024
const MOST_FIELDS = 500
const LONGEST_VALUE = 2000

/** Blocks of fields, divided by empty lines; what is no field is left out. Of a whole message, the first is its header. */
export function blocksOf(content: Uint8Array): Field[][] {
  const lines = Buffer.from(content.buffer, content.byteOffset, Math.min(content.byteLength, MOST_BYTES))
    .toString('utf8')
    .trimStart()
    .split(/\r?\n/)
  const blocks: Field[][] = []
  let block: Field[] = []
  for (const line of lines.slice(0, MOST_FIELDS)) {
    if (line.trim() === '') block = []
    else if (/^[ \t]/.test(line)) continueField(block, line)
    else addField(block, line)
    if (block.length === 1 && blocks.at(-1) !== block) blocks.push(block)
  }
  return blocks
}

function addField(block: Field[], line: string): void {
  const [, name, value = ''] = /^([!-9;-~]{1,100}):(.*)$/.exec(line.slice(0, LONGEST_VALUE)) ?? []
  if (name) block.push({ name: name.toLowerCase(), value: value.trim() })
}

function continueField(block: Field[], line: string): void {
  const last = block.at(-1)
  if (last && last.value.length < LONGEST_VALUE) last.value += ` ${line.slice(0, LONGEST_VALUE).trim()}`
}

export function valuesOf(fields: readonly Field[], ...names: string[]): string[] {
  return fields.filter(({ name }) => names.includes(name)).map(({ value }) => value.slice(0, LONGEST_VALUE))
}

/** Whatever looks like an address, from wherever in the text. */
export function addressesIn(text: string): string[] {
  return text
    .slice(0, LONGEST_VALUE)
    .split(/[\s<>"(),:;[\]]+/)
    .filter((word) => word.length <= 320 && /^[^@]+@[^@]+$/.test(word))
}

export function messageIdsIn(text: string): string[] {
  return [...text.slice(0, LONGEST_VALUE).matchAll(/<([^<>\s]{3,300})>/g)].flatMap(([, id]) => (id ? [id] : []))
}
