import { readFileSync } from 'node:fs'
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'

/** What it does with a connection; `asked` comes true when a whole request has been read. */
export type Manner = (socket: Socket, asked: Promise<void>) => void

interface Whereabouts {
  host?: string
  isTls?: boolean
}

const fixture = (name: string): Buffer => readFileSync(new URL(`../../fixtures/self-signed/${name}`, import.meta.url))

/** A server that need not speak HTTP, nor keep to any other custom. */
export class RudeReceiver {
  /** Connections that came, and those that are over. */
  came = 0
  over = 0
  /** That were read to their end. */
  requests = 0
  /** That left here, on all connections that are over. */
  bytesWritten = 0
  private readonly sockets = new Set<Socket>()

  private constructor(
    private readonly server: Server,
    private readonly scheme: string,
    private readonly host: string,
  ) {}

  static async start(manner: Manner, { host = '127.0.0.1', isTls = false }: Whereabouts = {}): Promise<RudeReceiver> {
    const server = isTls ? createTlsServer({ key: fixture('key.pem'), cert: fixture('cert.pem') }) : createTcpServer()
    const receiver = new RudeReceiver(server, isTls ? 'https' : 'http', host)
    server.on(isTls ? 'secureConnection' : 'connection', (socket: Socket) => receiver.take(socket, manner))
    server.on('tlsClientError', () => undefined)
    await new Promise<void>((resolve) => server.listen(0, host, resolve))
    return receiver
  }

  get url(): string {
    const host = this.host.includes(':') ? `[${this.host}]` : this.host
    return `${this.scheme}://${host}:${(this.server.address() as AddressInfo).port}/hook`
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy()
    await new Promise((resolve) => this.server.close(resolve))
  }

  private take(socket: Socket, manner: Manner): void {
    this.came++
    this.sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => {
      this.over++
      this.bytesWritten += socket.bytesWritten
      this.sockets.delete(socket)
    })
    const asked = wholeRequest(socket)
    void asked.then(() => this.requests++)
    manner(socket, asked)
  }
}

/** Never, if none comes. */
function wholeRequest(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      const end = text.indexOf('\r\n\r\n')
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0)
      if (end >= 0 && text.length >= end + 4 + length) resolve()
    })
  })
}
