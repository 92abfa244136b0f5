import { crc32, inflateSync } from 'node:zlib'
import { checkSize, MAX_LOGO_PIXELS, type PictureSize, RefusedPicture } from './picture-fault.js'

/** Four channels of 16 bits per pixel, and a byte per row. */
const MAX_PIXEL_BYTES = MAX_LOGO_PIXELS * 9

const PNG_START = Buffer.from('89504e470d0a1a0a', 'hex')
/** The chunks that an image needs to be displayed. */
const NEEDED = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])
const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

export interface PngHeader extends PictureSize {
  isGrey: boolean
  bitsPerPixel: number
}

/** Reads the first chunk alone. @throws RefusedPicture, RangeError */
export function pngHeader(png: Buffer): PngHeader {
  if (!png.subarray(0, 8).equals(PNG_START)) throw new RefusedPicture('damaged')
  const { type, data } = chunkAt(png, 8)
  if (type !== 'IHDR') throw new RefusedPicture('damaged')
  const size = { width: data.readUInt32BE(0), height: data.readUInt32BE(4) }
  const colorType = data.readUInt8(9)
  const channels = CHANNELS[colorType]
  if (channels === undefined) throw new RefusedPicture('damaged')
  checkSize(size)
  return { ...size, isGrey: colorType === 0 || colorType === 4, bitsPerPixel: channels * data.readUInt8(8) }
}

/**
 * The image without ancillary chunks and what follows it, after checking that it is complete and does not decompress to
 * more than its size: libraries check neither, and some loop forever on one that is cut off.
 *
 * @throws RefusedPicture, RangeError, or what zlib throws
 */
export function pixelsOnly(png: Buffer): Buffer {
  const { width, height, bitsPerPixel } = pngHeader(png)
  const chunks: Chunk[] = []
  for (let at = 8; chunks.at(-1)?.type !== 'IEND'; at += chunks.at(-1)?.whole.length ?? 0) chunks.push(chunkAt(png, at))
  const needed = chunks.filter(({ type }) => NEEDED.has(type))
  const packed = Buffer.concat(needed.filter(({ type }) => type === 'IDAT').map(({ data }) => data))
  const pixelBytes = inflateSync(packed, { maxOutputLength: MAX_PIXEL_BYTES }).length
  if (pixelBytes < Math.ceil((width * bitsPerPixel) / 8) * height) throw new RefusedPicture('damaged')
  return Buffer.concat([PNG_START, ...needed.map(({ whole }) => whole)])
}

interface Chunk {
  type: string
  data: Buffer
  whole: Buffer
}

function chunkAt(png: Buffer, at: number): Chunk {
  const end = at + 8 + png.readUInt32BE(at)
  if (crc32(png.subarray(at + 4, end)) !== png.readUInt32BE(end)) throw new RefusedPicture('damaged')
  return {
    type: png.toString('latin1', at + 4, at + 8),
    data: png.subarray(at + 8, end),
    whole: png.subarray(at, end + 4),
  }
}
