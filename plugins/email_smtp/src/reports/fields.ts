/** A field of a header or of a report; both have the same syntax. */
export interface Field {
  /** In lower case. */
  name: string
  /** Unfolded. */
  value: string
}

const MAX_BYTES = 64 * 1024
const MAX_FIELDS = 500
const MAX_VALUE_LENGTH = 2000

/** Blocks of fields, separated by empty lines; other lines are skipped. The first block of a message is its header. */
export function blocksOf(content: Uint8Array): Field[][] {
  const lines = Buffer.from(content.buffer, content.byteOffset, Math.min(content.byteLength, MAX_BYTES))
    .toString('utf8')
    .trimStart()
    .split(/\r?\n/)
  const blocks: Field[][] = []
  let block: Field[] = []
  for (const line of lines.slice(0, MAX_FIELDS)) {
    if (line.trim() === '') block = []
    else if (/^[ \t]/.test(line)) continueField(block, line)
    else addField(block, line)
    if (block.length === 1 && blocks.at(-1) !== block) blocks.push(block)
  }
  return blocks
}

function addField(block: Field[], line: string): void {
  const [, name, value = ''] = /^([!-9;-~]{1,100}):(.*)$/.exec(line.slice(0, MAX_VALUE_LENGTH)) ?? []
  if (name) block.push({ name: name.toLowerCase(), value: value.trim() })
}

function continueField(block: Field[], line: string): void {
  const last = block.at(-1)
  if (last && last.value.length < MAX_VALUE_LENGTH) last.value += ` ${line.slice(0, MAX_VALUE_LENGTH).trim()}`
}

export function valuesOf(fields: readonly Field[], ...names: string[]): string[] {
  return fields.filter(({ name }) => names.includes(name)).map(({ value }) => value.slice(0, MAX_VALUE_LENGTH))
}

/** Everything in the text that looks like an address. */
export function addressesIn(text: string): string[] {
  return text
    .slice(0, MAX_VALUE_LENGTH)
    .split(/[\s<>"(),:;[\]]+/)
    .filter((word) => word.length <= 320 && /^[^@]+@[^@]+$/.test(word))
}

export function messageIdsIn(text: string): string[] {
  return [...text.slice(0, MAX_VALUE_LENGTH).matchAll(/<([^<>\s]{3,300})>/g)].flatMap(([, id]) => (id ? [id] : []))
}
