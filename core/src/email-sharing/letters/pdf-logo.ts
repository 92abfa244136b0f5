import { crc32, inflateSync } from 'node:zlib'
import type { PDFDocument, PDFImage } from 'pdf-lib'
import type { Logo } from '../../accounts/accounts.repository.js'

/** A little over 1024 × 1024. Larger ones would hold up all else for most of a second while they are taken apart. */
const MOST_PIXELS = 1_100_000
/** Four channels of 16 bits for each pixel, and a byte for each row. */
const MOST_PIXEL_BYTES = MOST_PIXELS * 9

/** Undefined: a kind that PDF does not know (WebP), or a picture that is not whole. */
export async function embedLogo(pdf: PDFDocument, { type, bytes }: Logo): Promise<PDFImage | undefined> {
  try {
    const image = await embed(pdf, type, Buffer.from(bytes))
    return image && image.width > 0 && image.height > 0 ? image : undefined
  } catch {
    // A receipt without the logo is a receipt.
    return undefined
  }
}

async function embed(pdf: PDFDocument, type: string, bytes: Buffer): Promise<PDFImage | undefined> {
  if (type === 'image/png') return pdf.embedPng(pixelsOnly(bytes))
  // A copy: its reader starts at the beginning of the memory that the bytes are part of.
  if (type === 'image/jpeg') return pdf.embedJpg(new Uint8Array(wholeJpeg(bytes)))
  return undefined
}

function wholeJpeg(jpeg: Buffer): Buffer {
  if (jpeg.readUInt16BE(jpeg.length - 2) !== 0xffd9) throw new Error('The JPEG is cut off.')
  return jpeg
}

const PNG_START = Buffer.from('89504e470d0a1a0a', 'hex')
/** What a picture needs to be seen. */
const NEEDED = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])
const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/**
 * The same picture without what else a PNG may carry, once it is known to be whole: its reader checks nothing, and
 * goes round for ever in one that is cut off.
 */
function pixelsOnly(png: Buffer): Buffer {
  if (!png.subarray(0, 8).equals(PNG_START)) throw new Error('It is no PNG.')
  const chunks: Chunk[] = []
  for (let at = 8; chunks.at(-1)?.type !== 'IEND'; at += chunks.at(-1)?.whole.length ?? 0) chunks.push(chunkAt(png, at))
  const needed = chunks.filter(({ type }) => NEEDED.has(type))
  const packed = Buffer.concat(needed.filter(({ type }) => type === 'IDAT').map(({ data }) => data))
  const pixelBytes = inflateSync(packed, { maxOutputLength: MOST_PIXEL_BYTES }).length
  if (pixelBytes < leastBytes(chunks[0]!)) throw new Error('The PNG lacks rows.')
  return Buffer.concat([PNG_START, ...needed.map(({ whole }) => whole)])
}

interface Chunk {
  type: string
  data: Buffer
  whole: Buffer
}

function chunkAt(png: Buffer, at: number): Chunk {
  const end = at + 8 + png.readUInt32BE(at)
  if (crc32(png.subarray(at + 4, end)) !== png.readUInt32BE(end)) throw new Error('The PNG is damaged.')
  return {
    type: png.toString('latin1', at + 4, at + 8),
    data: png.subarray(at + 8, end),
    whole: png.subarray(at, end + 4),
  }
}

/** Of its rows, as its first chunk tells their number and length. */
function leastBytes({ type, data }: Chunk): number {
  if (type !== 'IHDR') throw new Error('The PNG has no head.')
  const [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)]
  const channels = CHANNELS[data.readUInt8(9)]
  if (width === 0 || height === 0 || width * height > MOST_PIXELS || channels === undefined) {
    throw new Error('The PNG has a size or colours that are not drawn.')
  }
  return Math.ceil((width * channels * data.readUInt8(8)) / 8) * height
}
