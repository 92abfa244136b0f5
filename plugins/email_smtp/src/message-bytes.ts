import { Readable } from 'node:stream'

const CHUNK = 16 * 1024

/**
 * The bytes of one mail, handed out once, and whether that has begun.
 *
 * nodemailer pipes the stream into the connection in the act of reading the server's 354, never before: as long as
 * nobody has asked for a byte, no server can have the mail. Its pool may open several streams of one mail, one after
 * another, as it moves to a new connection; whoever comes after the first byte was handed out gets none.
 */
export class MessageBytes {
  private reader: Readable | null = null
  private isOver = false

  constructor(private readonly bytes: Buffer) {}

  get haveBegun(): boolean {
    return this.reader !== null
  }

  open(): Readable {
    let at = 0
    const stream: Readable = new Readable({
      highWaterMark: CHUNK,
      read: () => {
        if (this.isOver || (this.reader ?? stream) !== stream) {
          stream.destroy(new Error('the mail was given to another connection, or given up'))
          return
        }
        this.reader = stream
        stream.push(at < this.bytes.length ? this.bytes.subarray(at, (at += CHUNK)) : null)
      },
    })
    return stream
  }

  /** No more bytes: a server that has answered already must not come by the end of the mail afterwards. */
  end(): void {
    this.isOver = true
    this.reader?.destroy()
  }
}
