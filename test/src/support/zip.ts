import { crc32, inflateRawSync } from 'node:zlib'

const END = Buffer.from('PK\x05\x06', 'latin1')
const ENTRY = Buffer.from('PK\x01\x02', 'latin1')
const LOCAL = Buffer.from('PK\x03\x04', 'latin1')

/**
 * The files of a ZIP archive by name, in its order, read with no code of the writer's and checked as `unzip -t` does.
 *
 * @throws Error it is not whole: the directory stands at its end
 */
export function zipEntries(zip: Buffer): Map<string, Buffer> {
  const end = zip.length - 22
  if (end < 0 || !zip.subarray(end, end + 4).equals(END)) throw new Error('the archive has no end')
  const entries = new Map<string, Buffer>()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    if (!zip.subarray(at, at + 4).equals(ENTRY)) throw new Error(`no entry at ${at}`)
    const [method, sum, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 20)]
    const nameLength = zip.readUInt16LE(at + 28)
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    const local = zip.readUInt32LE(at + 42)
    if (!zip.subarray(local, local + 4).equals(LOCAL)) throw new Error(`${name} is not at ${local}`)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const bytes = zip.subarray(start, start + size)
    const content = method === 0 ? bytes : inflateRawSync(bytes)
    if (crc32(content) !== sum) throw new Error(`${name} is damaged`)
    if (entries.has(name)) throw new Error(`${name} is there twice`)
    entries.set(name, content)
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  if (at !== end) throw new Error('the directory does not end where the archive does')
  return entries
}
