import { checkSize, RefusedPicture } from './picture-fault.js'

const START = Buffer.from('ffd8', 'hex')
const END = Buffer.from('ffd9', 'hex')
const SCAN = 0xda
/** Without it programs guess how the colors are meant; this one has no thumbnail. */
const JFIF = Buffer.from('ffe000104a46494600010100000100010000', 'hex')
/** An Exif segment with one entry, the orientation, whose value is put in. */
const ORIENTATION = Buffer.from(
  'ffe10022457869660000' + '4d4d002a00000008' + '000101120003000000010000000000000000',
  'hex',
)
const ORIENTATION_VALUE_AT = 29

const isFrame = (kind: number): boolean => kind >= 0xc0 && kind <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(kind)

/** Frames, tables of Huffman and arithmetic codes, number of lines, quantization tables, restart interval. */
const isNeeded = (kind: number): boolean => (kind >= 0xc0 && kind <= 0xcf) || [0xdb, 0xdc, 0xdd].includes(kind)

/**
 * The picture without comments, Exif, XMP, color profiles and thumbnails, and without what follows it: a photo tells where
 * it was taken. The orientation stays.
 *
 * @throws RefusedPicture, RangeError
 */
export function cleanJpeg(jpeg: Buffer): Buffer {
  if (!jpeg.subarray(0, 2).equals(START)) throw new RefusedPicture('damaged')
  const kept: Buffer[] = [START]
  let hasFrame = false
  let hasScan = false
  for (let at = 2; ;) {
    if (jpeg.readUInt8(at) !== 0xff) throw new RefusedPicture('damaged')
    const kind = jpeg.readUInt8(at + 1)
    if (kind === 0xff) {
      at++
      continue
    }
    if (kind === 0xd9) break
    const end = at + 2 + jpeg.readUInt16BE(at + 2)
    if (end > jpeg.length) throw new RefusedPicture('damaged')
    const segment = jpeg.subarray(at, end)
    if (isFrame(kind)) {
      checkSize({ height: segment.readUInt16BE(5), width: segment.readUInt16BE(7) })
      hasFrame = true
    }
    if (isNeeded(kind)) kept.push(segment)
    else if (kind >= 0xe0 && kind <= 0xef) kept.push(...keptOf(kind, segment))
    at = end
    if (kind !== SCAN) continue
    at = endOfScan(jpeg, end)
    kept.push(segment, jpeg.subarray(end, at))
    hasScan = true
  }
  if (!hasFrame || !hasScan) throw new RefusedPicture('damaged')
  return Buffer.concat([...kept, END])
}

/** What a segment of an application adds to how the picture looks. */
function keptOf(kind: number, segment: Buffer): Buffer[] {
  const name = segment.toString('latin1', 4, 9)
  if (kind === 0xe0 && name === 'JFIF\0') return [JFIF]
  // Tells which colors there are; it has a fixed size.
  if (kind === 0xee && name === 'Adobe') return segment.length === 16 ? [segment] : []
  if (kind !== 0xe1 || name !== 'Exif\0') return []
  const orientation = orientationIn(segment.subarray(10))
  if (orientation < 2 || orientation > 8) return []
  const exif = Buffer.from(ORIENTATION)
  exif.writeUInt8(orientation, ORIENTATION_VALUE_AT)
  return [exif]
}

/** 1: as it is, also where the segment cannot be read. */
function orientationIn(tiff: Buffer): number {
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number): number => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  try {
    const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
    for (let entry = 0; entry < short(directory); entry++) {
      const at = directory + 2 + entry * 12
      if (short(at) === 0x112) return short(at + 8)
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  return 1
}

/** Where the next segment begins: in the data of a scan, `ff` is followed by `00` or by a restart marker. */
function endOfScan(jpeg: Buffer, start: number): number {
  for (let at = jpeg.indexOf(0xff, start); at !== -1; at = jpeg.indexOf(0xff, at + 1)) {
    const next = jpeg.readUInt8(at + 1)
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  throw new RefusedPicture('damaged')
}
