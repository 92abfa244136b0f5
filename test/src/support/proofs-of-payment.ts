import { crc32 } from 'node:zlib'

const base64 = (text: string): Buffer => Buffer.from(text, 'base64')

/** A small whole file of each kind that may be a proof of payment. */
export const PROOFS = {
  'image/png': base64(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  ),
  'image/jpeg': Buffer.from('ffd8ffe000104a46494600010100000100010000fffe00054142430affd9', 'hex'),
  'image/webp': base64('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA'),
  'application/pdf': Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'),
} as const

export type ProofType = keyof typeof PROOFS

export const dataUrl = (type: string, content: Uint8Array): string =>
  `data:${type};base64,${Buffer.from(content).toString('base64')}`

/** A whole PNG of exactly `size` bytes: the filling is a chunk of text. */
export function pngOf(size: number): Buffer {
  const png = PROOFS['image/png']
  const end = png.subarray(-12)
  const filling = Buffer.alloc(size - png.length - 12, 'x')
  const typed = Buffer.concat([Buffer.from('tEXt'), filling])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(filling.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(typed))
  return Buffer.concat([png.subarray(0, -12), length, typed, sum, end])
}
