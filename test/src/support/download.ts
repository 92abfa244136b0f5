import { connect, type Socket } from 'node:net'

/** A download as a client without any library sees it. */
export class Download {
  private readonly chunks: Buffer[] = []
  /** The code of the connection's error, such as `ECONNRESET`; null: it was closed in the ordinary way. */
  error: string | null = null
  private readonly closed: Promise<void>
  private onData: () => void = () => undefined

  private constructor(private readonly socket: Socket) {
    socket.on('data', (chunk) => {
      this.chunks.push(chunk)
      this.onData()
    })
    socket.on('error', (error: NodeJS.ErrnoException) => (this.error = error.code ?? error.message))
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()))
  }

  static begin(url: string, path: string, cookie: string, version: '1.0' | '1.1' = '1.1'): Download {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), '127.0.0.1')
    const lines = [`GET ${path} HTTP/${version}`, `Host: ${hostname}:${port}`, `Cookie: ${cookie}`, 'Accept: text/html']
    socket.write(`${lines.join('\r\n')}\r\n${version === '1.1' ? 'Connection: close\r\n' : ''}\r\n`)
    return new Download(socket)
  }

  /** Waits for the first part of the file. */
  async begun(): Promise<this> {
    await new Promise<void>((resolve) => {
      this.onData = () => {
        if (this.body.length > 0) resolve()
      }
      this.onData()
    })
    return this
  }

  /** Reads nothing more, as a client whose network is slow. */
  stall(): void {
    this.socket.pause()
  }

  /** Goes away. */
  leave(): void {
    this.socket.destroy()
  }

  /** Reads until the connection ends. */
  async end(): Promise<this> {
    this.socket.resume()
    await this.closed
    return this
  }

  get head(): string {
    return this.all.slice(0, Math.max(0, this.all.indexOf('\r\n\r\n')))
  }

  /** As it came, with the sizes of chunks. */
  get body(): string {
    const start = this.all.indexOf('\r\n\r\n')
    return start < 0 ? '' : this.all.slice(start + 4)
  }

  private get all(): string {
    return Buffer.concat(this.chunks).toString('latin1')
  }
}
