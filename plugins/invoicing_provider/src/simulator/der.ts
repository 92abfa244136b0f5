/** The subset of DER that a certificate needs. */

const SEQUENCE = 0x30
const SET = 0x31

function der(tag: number, content: Uint8Array): Buffer {
  const { length } = content
  if (length < 128) return Buffer.concat([Buffer.from([tag, length]), content])
  const bytes = Buffer.from(length.toString(16).padStart(length < 256 ? 2 : 4, '0'), 'hex')
  return Buffer.concat([Buffer.from([tag, 0x80 | bytes.length]), bytes, content])
}

export const sequence = (...parts: Uint8Array[]): Buffer => der(SEQUENCE, Buffer.concat(parts))
export const set = (...parts: Uint8Array[]): Buffer => der(SET, Buffer.concat(parts))
export const explicit = (number: number, content: Uint8Array): Buffer => der(0xa0 | number, content)
export const integer = (bytes: Uint8Array): Buffer => der(0x02, bytes)
export const utf8 = (text: string): Buffer => der(0x0c, Buffer.from(text))
export const bitString = (bytes: Uint8Array): Buffer => der(0x03, Buffer.concat([Buffer.from([0]), bytes]))
export const NULL = der(0x05, Buffer.alloc(0))

/** @param hex the encoded object identifier */
export const objectId = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'))

/** The year has two digits before 2050, and four from then on. */
export function moment(date: Date): Buffer {
  const digits = date.toISOString().replace(/[-:T]|\.\d+/g, '')
  return date.getUTCFullYear() < 2050 ? der(0x17, Buffer.from(digits.slice(2))) : der(0x18, Buffer.from(digits))
}
