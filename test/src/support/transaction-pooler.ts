import { type AddressInfo, createServer, type Server, Socket } from 'node:net'

/** What PgBouncer accepts in the first message of a connection. */
const ACCEPTED = /^(user|database|application_name|client_encoding|TimeZone|DateStyle|standard_conforming_strings)$/
const STARTUP_HEADER = 8
const TYPE_AND_LENGTH = 5
const QUERY = 'Q'
const PARSE = 'P'
const READY = 'Z'
const IDLE = 'I'

/**
 * Behaves as PgBouncer in transaction mode does: it refuses unknown parameters of a connection, and after each
 * transaction the session has lost what it was given: settings, prepared statements, locks and LISTEN.
 */
export class TransactionPooler {
  private readonly sockets = new Set<Socket>()

  private constructor(
    private readonly server: Server,
    private readonly target: URL,
  ) {
    server.on('connection', (client) => this.serve(client))
  }

  static async before(databaseUrl: string): Promise<TransactionPooler> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return new TransactionPooler(server, new URL(databaseUrl))
  }

  get url(): string {
    const url = new URL(this.target)
    url.port = String((this.server.address() as AddressInfo).port)
    return url.href
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy()
    await new Promise((resolve) => this.server.close(resolve))
  }

  private serve(client: Socket): void {
    const postgres = new Socket().connect(Number(this.target.port), this.target.hostname)
    for (const [socket, other] of [
      [client, postgres],
      [postgres, client],
    ] as const) {
      this.sockets.add(socket)
      socket.setNoDelay()
      socket.on('error', () => undefined)
      socket.on('close', () => {
        this.sockets.delete(socket)
        other.destroy()
      })
    }
    const session = new Session(client, postgres)
    client.on('data', (bytes) => session.fromClient(bytes))
    postgres.on('data', (bytes) => session.fromPostgres(bytes))
  }
}

class Session {
  private fromClientRest = Buffer.alloc(0)
  private fromPostgresRest = Buffer.alloc(0)
  private hasStarted = false
  private isDiscarding = false
  private waiting: Buffer[] = []

  constructor(
    private readonly client: Socket,
    private readonly postgres: Socket,
  ) {}

  fromClient(bytes: Buffer): void {
    this.fromClientRest = Buffer.concat([this.fromClientRest, bytes])
    for (;;) {
      const header = this.hasStarted ? 1 : 0
      const rest = this.fromClientRest
      if (rest.length < header + 4) return
      const length = header + rest.readUInt32BE(header)
      if (rest.length < length) return
      this.fromClientRest = rest.subarray(length)
      this.take(rest.subarray(0, length))
    }
  }

  fromPostgres(bytes: Buffer): void {
    this.fromPostgresRest = Buffer.concat([this.fromPostgresRest, bytes])
    for (;;) {
      const rest = this.fromPostgresRest
      if (rest.length < TYPE_AND_LENGTH) return
      const length = 1 + rest.readUInt32BE(1)
      if (rest.length < length) return
      this.fromPostgresRest = rest.subarray(length)
      this.giveBack(rest.subarray(0, length))
    }
  }

  private take(message: Buffer): void {
    if (!this.hasStarted) return this.start(message)
    const type = String.fromCharCode(message[0] ?? 0)
    if (type === PARSE && message[TYPE_AND_LENGTH] !== 0) return this.refuse('prepared statement already exists')
    if (this.isDiscarding) {
      this.waiting.push(message)
      return
    }
    this.postgres.write(message)
  }

  private start(message: Buffer): void {
    const words = message.subarray(STARTUP_HEADER).toString().split('\0')
    const unknown = words.find((word, index) => index % 2 === 0 && word !== '' && !ACCEPTED.test(word))
    if (unknown !== undefined) return this.refuse(`unsupported startup parameter: ${unknown}`)
    this.hasStarted = true
    this.postgres.write(message)
  }

  private giveBack(message: Buffer): void {
    const isReady = String.fromCharCode(message[0] ?? 0) === READY
    const isFree = isReady && String.fromCharCode(message[TYPE_AND_LENGTH] ?? 0) === IDLE
    if (this.isDiscarding) {
      if (!isReady) return
      this.isDiscarding = false
      for (const kept of this.waiting.splice(0)) this.take(kept)
      return
    }
    this.client.write(message)
    if (!isFree) return
    this.isDiscarding = true
    const text = Buffer.from('discard all\0')
    const header = Buffer.alloc(TYPE_AND_LENGTH)
    header.write(QUERY)
    header.writeUInt32BE(text.length + 4, 1)
    this.postgres.write(Buffer.concat([header, text]))
  }

  private refuse(reason: string): void {
    const body = Buffer.from(`SFATAL\0C08P01\0M${reason}\0\0`)
    const header = Buffer.alloc(TYPE_AND_LENGTH)
    header.write('E')
    header.writeUInt32BE(body.length + 4, 1)
    this.client.end(Buffer.concat([header, body]))
  }
}
