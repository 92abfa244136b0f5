import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const FILES = { plain: 'DejaVuSansCondensed.ttf', bold: 'DejaVuSansCondensed-Bold.ttf' } as const

const read = new Map<keyof typeof FILES, Buffer>()

/** DejaVu Sans: Latin with Vietnamese, Greek, Cyrillic and more. 0.7 MB each, read on first use. */
export function fontFile(weight: keyof typeof FILES): Buffer {
  let bytes = read.get(weight)
  if (!bytes) {
    bytes = readFileSync(require.resolve(`dejavu-fonts-ttf/ttf/${FILES[weight]}`))
    read.set(weight, bytes)
  }
  return bytes
}
