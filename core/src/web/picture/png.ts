import { promisify } from 'node:util'
import { crc32, deflate } from 'node:zlib'
import type { Rgb } from '../contrast.js'

const START = Buffer.from('89504e470d0a1a0a', 'hex')
const BITS = 8
const INDEXED = 3

const pack = promisify(deflate)

/** A PNG whose pixels name colours of a palette of at most 256. Compressed off the event loop. */
export async function encodePng(
  { width, height, pixels }: { width: number; height: number; pixels: Uint8Array },
  palette: readonly Rgb[],
): Promise<Buffer> {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([BITS, INDEXED], 8)
  // Each row begins with its filter type: none.
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++) rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1)
  return Buffer.concat([
    START,
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', await pack(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
