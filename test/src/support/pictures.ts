import { crc32, deflateSync } from 'node:zlib'

/** A PNG of one colour, half of it transparent: a logo as small as they come. */
export function pngLogo(width = 96, height = 32, [red, green, blue] = [180, 40, 90]): Buffer {
  const row = Buffer.alloc(1 + width * 4)
  for (let x = 0; x < width; x++) row.set([red ?? 0, green ?? 0, blue ?? 0, x < width / 2 ? 255 : 128], 1 + x * 4)
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 6], 8)
  const rows = Buffer.concat(Array.from({ length: height }, () => row))
  return pngOf(['IHDR', head], ['IDAT', deflateSync(rows)], ['IEND', Buffer.alloc(0)])
}

/** A PNG of these chunks, each with its checksum. */
export function pngOf(...chunks: [type: string, data: Buffer][]): Buffer {
  const start = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([start, ...chunks.map(([type, data]) => chunkOf(type, data))])
}

function chunkOf(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A JPEG of 8 × 8 pixels. */
export const JPEG_LOGO = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAP//////////////////////////////////////////////////////////////////' +
    '////////////////////2wBDAf//////////////////////////////////////////////////////////////////////////' +
    '////////////wAARCAAIAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAH/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QA' +
    'FQEBAQAAAAAAAAAAAAAAAAAAAAL/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCACn//2Q==',
  'base64',
)
