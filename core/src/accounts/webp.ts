import { checkSize, type PictureSize, RefusedPicture } from './picture-fault.js'

const PICTURES = ['VP8 ', 'VP8L']
const KEPT = ['VP8X', 'ALPH', ...PICTURES]
const HAS_ALPHA = 0x10

interface Chunk {
  name: string
  data: Buffer
}

/**
 * The picture without Exif, XMP, color profile and unknown chunks, and without what follows it.
 *
 * @throws RefusedPicture, RangeError
 */
export function cleanWebp(webp: Buffer): Buffer {
  const chunks = chunksOf(webp)
  if (chunks.some(({ name }) => name === 'ANIM' || name === 'ANMF')) throw new RefusedPicture('animated')
  const kept = chunks.filter(({ name }) => KEPT.includes(name))
  const pictures = kept.filter(({ name }) => PICTURES.includes(name))
  if (pictures.length !== 1) throw new RefusedPicture('damaged')
  for (const chunk of kept) if (chunk.name !== 'ALPH') checkSize(sizeOf(chunk))
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...kept.map(written)])
  return Buffer.concat([Buffer.from('RIFF', 'latin1'), lengthOf(body), body])
}

function chunksOf(webp: Buffer): Chunk[] {
  const end = 8 + webp.readUInt32LE(4)
  if (end > webp.length) throw new RefusedPicture('damaged')
  const chunks: Chunk[] = []
  for (let at = 12; at < end;) {
    const dataEnd = at + 8 + webp.readUInt32LE(at + 4)
    if (dataEnd > end) throw new RefusedPicture('damaged')
    chunks.push({ name: webp.toString('latin1', at, at + 4), data: webp.subarray(at + 8, dataEnd) })
    at = dataEnd + (dataEnd % 2)
  }
  return chunks
}

function sizeOf({ name, data }: Chunk): PictureSize {
  if (name === 'VP8X') return { width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 }
  if (name === 'VP8L') {
    const bits = data.readUInt32LE(1)
    if (data.readUInt8(0) !== 0x2f) throw new RefusedPicture('damaged')
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
  }
  const head = data.readUIntLE(0, 3)
  const isKeyFrame = (head & 1) === 0 && data.readUIntBE(3, 3) === 0x9d012a
  // The rest of the picture follows its first part.
  if (!isKeyFrame || 10 + (head >> 5) > data.length) throw new RefusedPicture('damaged')
  return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff }
}

function written({ name, data }: Chunk): Buffer {
  const content = Buffer.from(data)
  if (name === 'VP8X') content.writeUInt8(content.readUInt8(0) & HAS_ALPHA, 0)
  return Buffer.concat([Buffer.from(name, 'latin1'), lengthOf(content), content, Buffer.alloc(content.length % 2)])
}

function lengthOf(content: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(content.length)
  return length
}
