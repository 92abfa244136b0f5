import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline as chain, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { StringDecoder } from 'node:string_decoder'
import { createGunzip, gzipSync } from 'node:zlib'
import { DamagedBackupError, fileKey, OpenStream, SealStream } from './sealed-stream.js'

/** What can be read of a backup without its key. */
export interface ArchiveHeader {
  format: 'paylink-backup-1'
  /** Of the secret key that it is encrypted with. */
  keyId: string
  createdAt: string
  /** Random: the key of no other file is the same. */
  salt: string
}

const FORMAT = 'paylink-backup-1'
const MAX_HEADER_BYTES = 1024
/** Rows compress to about a tenth at any level; the first is four times as fast as the usual one. */
const LEVEL = 1

/** What is compressed as one part at most: enough to find repetitions in, little enough for memory. */
const PART_LINES = 1000
const PART_LENGTH = 4 * 1024 ** 2

const FLUSH_BYTES = 1024 ** 2

/** Writes a file with these lines, durably. Returns its SHA-256. */
export async function writeArchive(
  path: string,
  header: Omit<ArchiveHeader, 'format'>,
  key: Uint8Array,
  lines: AsyncIterable<readonly string[]>,
): Promise<string> {
  const firstLine = JSON.stringify({ format: FORMAT, ...header } satisfies ArchiveHeader)
  const digest = createHash('sha256')
  const file = await open(path, 'w', 0o600)
  let refusal: Error | undefined
  let unwritten = 0
  const append = async (chunk: Buffer): Promise<void> => {
    await file.appendFile(chunk)
    unwritten += chunk.length
    if (unwritten < FLUSH_BYTES) return
    // The system would write all of it at once later, and the commits of a server on that disk would wait.
    await file.datasync()
    unwritten = 0
  }
  try {
    await file.write(`${firstLine}\n`)
    digest.update(`${firstLine}\n`)
    await pipeline(
      Readable.from(compressed(lines)),
      new SealStream(fileKey(key, firstLine)),
      // No stream over its descriptor: one that fails closes it, and it would be closed twice.
      async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of chunks) {
          digest.update(chunk)
          await append(chunk).catch((error: unknown) => {
            refusal = error as Error
            throw error
          })
        }
      },
    )
    await file.sync()
  } catch (error) {
    // The pipeline reports only that it was aborted.
    throw refusal ?? error
  } finally {
    await file.close()
  }
  return digest.digest('hex')
}

/**
 * Parts that are compressed one by one, which is valid gzip, on this thread: those that `createGzip` uses have the priority
 * of the server, and requests wait for them.
 */
async function* compressed(lines: AsyncIterable<readonly string[]>): AsyncGenerator<Buffer> {
  const compress = (part: readonly string[]): Buffer => gzipSync(`${part.join('\n')}\n`, { level: LEVEL })
  let waiting: string[] = []
  let length = 0
  for await (const batch of lines) {
    for (const line of batch) {
      waiting.push(line)
      length += line.length
      if (waiting.length < PART_LINES && length < PART_LENGTH) continue
      yield compress(waiting)
      waiting = []
      length = 0
    }
  }
  if (waiting.length > 0) yield compress(waiting)
}

/** An archive that is read: its header, and how long that is. */
export interface OpenedArchive extends ArchiveHeader {
  path: string
  firstLine: string
}

/** @throws DamagedBackupError it is not a backup of PayLink */
export async function openArchive(path: string): Promise<OpenedArchive> {
  if (!existsSync(path)) throw new Error(`there is no file ${path}`)
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_HEADER_BYTES), 0, MAX_HEADER_BYTES, 0)
    const text = buffer.subarray(0, bytesRead).toString('latin1')
    const [firstLine = ''] = text.split('\n', 1)
    return { ...parseHeader(firstLine), path, firstLine }
  } finally {
    await file.close()
  }
}

function parseHeader(line: string): ArchiveHeader {
  let header: Partial<ArchiveHeader> = {}
  try {
    header = JSON.parse(line) as Partial<ArchiveHeader>
  } catch {
    throw new DamagedBackupError('it does not begin as a backup of PayLink does')
  }
  const { format, keyId, createdAt, salt } = header
  if (format !== FORMAT || typeof keyId !== 'string' || typeof createdAt !== 'string' || typeof salt !== 'string')
    throw new DamagedBackupError('it does not begin as a backup of PayLink does')
  return { format, keyId, createdAt, salt }
}

/**
 * The lines of an archive, in batches.
 *
 * @throws DamagedBackupError it was changed or cut short, or has another key
 */
export async function* readArchive(archive: OpenedArchive, key: Uint8Array): AsyncGenerator<string[]> {
  const plain = chain(
    createReadStream(archive.path, { start: archive.firstLine.length + 1 }),
    new OpenStream(fileKey(key, archive.firstLine)),
    createGunzip(),
    // An error ends the last stream, which is read below.
    () => undefined,
  )
  const decoder = new StringDecoder('utf8')
  let rest = ''
  for await (const chunk of plain as AsyncIterable<Buffer>) {
    const lines = (rest + decoder.write(chunk)).split('\n')
    rest = lines.pop() ?? ''
    if (lines.length > 0) yield lines
  }
  if (rest !== '') throw new DamagedBackupError('its last line is not complete')
}

/** SHA-256 of a whole file, in hex. */
export async function hashFile(path: string): Promise<string> {
  const digest = createHash('sha256')
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) digest.update(chunk)
  return digest.digest('hex')
}
