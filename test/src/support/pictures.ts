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

/** A grey JPEG of 8 × 8 pixels. */
export const JPEG_LOGO = Buffer.from(
  'ffd8ffe000104a46494600010100000100010000ffdb004300' +
    '08060607060508070707090908' +
    '0a0c140d0c0b0b0c1912130f141d1a1f1e1d1a1c1c20242e2720222c231c1c2837292c30313434341f27393d38323c2e333432' +
    'ffc0000b080008000801011100ffc4001f0000010501010101010100000000000000000102030405060708090a0bffc400b5100002010303020403050504040000017d01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282090a161718191a25262728292a3435363738393a434445464748494a535455565758595a636465666768696a737475767778797a838485868788898a92939495969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9faffda0008010100003f00fbd3ffd9',
  'hex',
)
