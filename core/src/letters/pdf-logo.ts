import { crc32, inflateSync } from 'node:zlib'
import type { PDFDocument, PDFImage } from 'pdf-lib'
import type { Logo } from '../accounts/logo.js'

/** A little over 1024 × 1024. Decoding a larger one would block the process for most of a second. */
const MAX_PIXELS = 1_100_000
/** Four channels of 16 bits per pixel, and a byte per row. */
const MAX_PIXEL_BYTES = MAX_PIXELS * 9

/** Undefined: a format that PDF does not support (WebP), or a damaged image. */
export async function embedLogo(pdf: PDFDocument, { type, bytes }: Logo): Promise<PDFImage | undefined> {
  try {
    const image = await embed(pdf, type, Buffer.from(bytes))
    return image && image.width > 0 && image.height > 0 ? image : undefined
  } catch {
    // A receipt without a logo is still a receipt.
    return undefined
  }
}

async function embed(pdf: PDFDocument, type: string, bytes: Buffer): Promise<PDFImage | undefined> {
  if (type === 'image/png') return pdf.embedPng(pixelsOnly(bytes))
  // A copy: pdf-lib reads from the start of the underlying buffer.
  if (type === 'image/jpeg') return pdf.embedJpg(new Uint8Array(wholeJpeg(bytes)))
  return undefined
}

function wholeJpeg(jpeg: Buffer): Buffer {
  if (jpeg.readUInt16BE(jpeg.length - 2) !== 0xffd9) throw new Error('truncated JPEG')
  return jpeg
}

const PNG_START = Buffer.from('89504e470d0a1a0a', 'hex')
/** The chunks that an image needs to be displayed. */
const NEEDED = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])
const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/**
 * The image without ancillary chunks, after checking that it is complete: pdf-lib checks nothing, and loops forever on a
 * truncated one.
 */
function pixelsOnly(png: Buffer): Buffer {
  if (!png.subarray(0, 8).equals(PNG_START)) throw new Error('not a PNG')
  const chunks: Chunk[] = []
  for (let at = 8; chunks.at(-1)?.type !== 'IEND'; at += chunks.at(-1)?.whole.length ?? 0) chunks.push(chunkAt(png, at))
  const needed = chunks.filter(({ type }) => NEEDED.has(type))
  const packed = Buffer.concat(needed.filter(({ type }) => type === 'IDAT').map(({ data }) => data))
  const pixelBytes = inflateSync(packed, { maxOutputLength: MAX_PIXEL_BYTES }).length
  if (pixelBytes < minPixelBytes(chunks[0]!)) throw new Error('the PNG lacks rows')
  return Buffer.concat([PNG_START, ...needed.map(({ whole }) => whole)])
}

interface Chunk {
  type: string
  data: Buffer
  whole: Buffer
}

function chunkAt(png: Buffer, at: number): Chunk {
  const end = at + 8 + png.readUInt32BE(at)
  if (crc32(png.subarray(at + 4, end)) !== png.readUInt32BE(end)) throw new Error('damaged PNG: wrong checksum')
  return {
    type: png.toString('latin1', at + 4, at + 8),
    data: png.subarray(at + 8, end),
    whole: png.subarray(at, end + 4),
  }
}

/** Size of all rows, according to the header. */
function minPixelBytes({ type, data }: Chunk): number {
  if (type !== 'IHDR') throw new Error('the PNG has no header')
  const [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)]
  const channels = CHANNELS[data.readUInt8(9)]
  if (width === 0 || height === 0 || width * height > MAX_PIXELS || channels === undefined) {
    throw new Error('unsupported size or colour type')
  }
  return Math.ceil((width * channels * data.readUInt8(8)) / 8) * height
}
