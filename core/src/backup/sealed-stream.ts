import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import { Transform, type TransformCallback } from 'node:stream'

const CHUNK_BYTES = 64 * 1024
const TAG_BYTES = 16
const NONCE_BYTES = 12
const ALGORITHM = 'aes-256-gcm'

/** The file was changed or cut short, or is none of ours. */
export class DamagedBackupError extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(`The backup is damaged: ${reason}.`, options)
    this.name = 'DamagedBackupError'
  }
}

/** The key of one file. `header`: its first line, which the key binds, so that no change of it goes unnoticed. */
export const fileKey = (key: Uint8Array, header: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', key, header, 'paylink backup', 32))

/**
 * Encrypts a stream in chunks of 64 KiB with AES-256-GCM. The nonce of a chunk is its number and whether it is the last,
 * so that none can be left out, doubled, moved or cut off (the STREAM construction, as in age).
 */
export class SealStream extends Transform {
  private readonly chunks = new Chunks(CHUNK_BYTES)

  constructor(private readonly key: Uint8Array) {
    super()
  }

  override _transform(data: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    for (const chunk of this.chunks.add(data)) this.push(this.seal(chunk, false))
    done()
  }

  override _flush(done: TransformCallback): void {
    this.push(this.seal(this.chunks.rest(), true))
    done()
  }

  private seal(chunk: Buffer, isLast: boolean): Buffer {
    const cipher = createCipheriv(ALGORITHM, this.key, this.chunks.nextNonce(isLast))
    return Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
  }
}

export class OpenStream extends Transform {
  private readonly chunks = new Chunks(CHUNK_BYTES + TAG_BYTES)

  constructor(private readonly key: Uint8Array) {
    super()
  }

  override _transform(data: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    try {
      for (const chunk of this.chunks.add(data)) this.push(this.open(chunk, false))
      done()
    } catch (error) {
      done(error as Error)
    }
  }

  override _flush(done: TransformCallback): void {
    try {
      this.push(this.open(this.chunks.rest(), true))
      done()
    } catch (error) {
      done(error as Error)
    }
  }

  private open(chunk: Buffer, isLast: boolean): Buffer {
    if (chunk.length < TAG_BYTES) throw new DamagedBackupError('its end is missing')
    const decipher = createDecipheriv(ALGORITHM, this.key, this.chunks.nextNonce(isLast))
    decipher.setAuthTag(chunk.subarray(-TAG_BYTES))
    try {
      return Buffer.concat([decipher.update(chunk.subarray(0, -TAG_BYTES)), decipher.final()])
    } catch (error) {
      const reason = isLast ? 'its end is missing, or its content was changed' : 'its content was changed'
      throw new DamagedBackupError(reason, { cause: error })
    }
  }
}

/** Cuts a stream into chunks of one size. The last one, which may be shorter, is what `rest` returns. */
class Chunks {
  private waiting: Buffer[] = []
  private bytes = 0
  private count = 0

  constructor(private readonly size: number) {}

  /** The chunks that are complete and not the last. */
  *add(data: Buffer): Generator<Buffer> {
    this.waiting.push(data)
    this.bytes += data.length
    if (this.bytes <= this.size) return
    let all = this.rest()
    while (all.length > this.size) {
      yield all.subarray(0, this.size)
      all = all.subarray(this.size)
    }
    this.waiting = [all]
    this.bytes = all.length
  }

  rest(): Buffer {
    const all = Buffer.concat(this.waiting)
    this.waiting = []
    this.bytes = 0
    return all
  }

  nextNonce(isLast: boolean): Buffer {
    const nonce = Buffer.alloc(NONCE_BYTES)
    nonce.writeBigUInt64BE(BigInt(this.count++))
    nonce.writeUInt8(isLast ? 1 : 0, NONCE_BYTES - 1)
    return nonce
  }
}
