/** Width and height of a PNG or JPEG, from its header. Null: neither, or without a header. */
export function pictureSize(bytes: Uint8Array): { width: number; height: number } | null {
  const picture = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (picture.length >= 24 && picture.toString('latin1', 12, 16) === 'IHDR') {
    return { width: picture.readUInt32BE(16), height: picture.readUInt32BE(20) }
  }
  return picture.length >= 4 && picture.readUInt16BE(0) === 0xffd8 ? jpegSize(picture) : null
}

/** A JPEG is a list of segments; those of kinds C0 to CF, except three, begin with the size of the picture. */
function jpegSize(jpeg: Buffer): { width: number; height: number } | null {
  let at = 2
  while (at + 9 <= jpeg.length && jpeg[at] === 0xff) {
    const kind = jpeg.readUInt8(at + 1)
    const isFrame = kind >= 0xc0 && kind <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(kind)
    if (isFrame) return { width: jpeg.readUInt16BE(at + 7), height: jpeg.readUInt16BE(at + 5) }
    at += 2 + jpeg.readUInt16BE(at + 2)
  }
  return null
}
