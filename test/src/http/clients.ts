import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A client on a raw TCP connection. */
export class Client {
  received = ''
  isClosed = false
  private readonly closed: Promise<void>

  private constructor(readonly socket: Socket) {
    socket.on('error', () => undefined)
    this.closed = new Promise((resolve) => {
      socket.once('close', () => {
        this.isClosed = true
        resolve()
      })
    })
  }

  static async connect(url: string, { reads = true, localAddress = '127.0.0.1' } = {}): Promise<Client> {
    // Half-open: the client can still send after the server has ended its side.
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port), localAddress, allowHalfOpen: true })
    const client = new Client(socket)
    await once(socket, 'connect')
    if (reads) socket.setEncoding('utf8').on('data', (text: string) => (client.received += text))
    return client
  }

  send(text: string): this {
    if (!this.isClosed) this.socket.write(text)
    return this
  }

  get(path: string, count = 1, headers = ''): this {
    return this.send(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`.repeat(count))
  }

  /** The statuses of the responses received so far. */
  get statuses(): number[] {
    return [...this.received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
  }

  async waitForResponses(count = 1): Promise<void> {
    while (this.statuses.length < count) {
      await Promise.race([once(this.socket, 'data'), this.closed])
      if (this.isClosed && this.statuses.length < count) throw new Error(`closed after: ${this.received}`)
    }
  }

  /** Waits until the server has destroyed the connection: sending to it fails. */
  async waitForClose(): Promise<void> {
    while (!this.isClosed) {
      // Empty lines before a request are ignored.
      this.send('\r\n')
      await Promise.race([this.closed, new Promise((resolve) => setTimeout(resolve, 20))])
    }
  }

  end(): void {
    this.socket.destroy()
  }
}
