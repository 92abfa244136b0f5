import { Readable } from 'node:stream'

const CHUNK = 16 * 1024

/**
 * The bytes of one mail, which are handed out once. `haveBegun`: the first one was.
 *
 * nodemailer pipes the stream into the connection only after the server's 354: until a byte was read, no server can have
 * the mail. Its pool may open several streams of one mail as it moves to a new connection; once one stream has been read,
 * the others fail.
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
          stream.destroy(new Error('the mail was sent on another connection, or aborted'))
          return
        }
        this.reader = stream
        stream.push(at < this.bytes.length ? this.bytes.subarray(at, (at += CHUNK)) : null)
      },
    })
    return stream
  }

  /** Stops: a server that has answered must not receive the rest of the mail. */
  end(): void {
    this.isOver = true
    this.reader?.destroy()
  }
}
