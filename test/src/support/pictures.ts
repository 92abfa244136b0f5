import { crc32, deflateSync } from 'node:zlib'

/** A PNG of one colour, half of it transparent: a logo as small as they come. */
export function pngLogo(width = 96, height = 32, [red, green, blue] = [180, 40, 90]): Buffer {
  const row = Buffer.alloc(1 + width * 4)
  for (let x = 0; x < width; x++) row.set([red ?? 0, green ?? 0, blue ?? 0, x < width / 2 ? 255 : 128], 1 + x * 4)
  const rows = Buffer.concat(Array.from({ length: height }, () => row))
  return pngOf(pngHead(width, height, 6), ['IDAT', deflateSync(rows)], ['IEND', Buffer.alloc(0)])
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

/** The first chunk of a PNG of 8 bits: 0 grey, 2 colors, 3 a palette, 6 with transparency. */
export function pngHead(width: number, height: number, colorType: number): [string, Buffer] {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, colorType], 8)
  return ['IHDR', head]
}

export const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')

/** The JPEG with more segments behind its start; its size can be a lie. */
export function jpegWith(segments: readonly Buffer[], size?: { width: number; height: number }): Buffer {
  const jpeg = Buffer.from(JPEG_LOGO)
  const frame = jpeg.indexOf(Buffer.from('ffc0', 'hex'))
  if (size) {
    jpeg.writeUInt16BE(size.height, frame + 5)
    jpeg.writeUInt16BE(size.width, frame + 7)
  }
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])
}

/** A WebP of one pixel. */
export const WEBP_LOGO = Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64')

export function webpOf(...chunks: [name: string, data: Buffer][]): Buffer {
  const body = Buffer.concat(
    chunks.map(([name, data]) => {
      const head = Buffer.alloc(8)
      head.write(name, 'latin1')
      head.writeUInt32LE(data.length, 4)
      return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
    }),
  )
  const start = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  start.writeUInt32LE(body.length + 4, 4)
  return Buffer.concat([start, body])
}

export const animatedWebp = (): Buffer =>
  webpOf(
    ['VP8X', Buffer.from('02000000000000000000', 'hex')],
    ['ANIM', Buffer.alloc(6)],
    ['ANMF', Buffer.concat([Buffer.alloc(16), WEBP_LOGO.subarray(12)])],
  )
