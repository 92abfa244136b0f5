import { type AddressInfo, createServer, type Server, Socket } from 'node:net'

/** A proxy before Postgres that can fall silent as a broken network does: nothing is closed or refused. */
export class DatabaseProxy {
  private readonly pairs = new Set<{ from: Socket; to: Socket }>()
  private isSilent = false
  /** How many connections were made through it. */
  made = 0

  private constructor(
    private readonly server: Server,
    private readonly target: URL,
  ) {
    server.on('connection', (from) => this.join(from))
  }

  static async before(databaseUrl: string): Promise<DatabaseProxy> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return new DatabaseProxy(server, new URL(databaseUrl))
  }

  get url(): string {
    const url = new URL(this.target)
    url.hostname = '127.0.0.1'
    url.port = String((this.server.address() as AddressInfo).port)
    return url.href
  }

  /** The connections there are go silent for good, as when a firewall has forgotten them. New ones are fine. */
  forgetConnections(): number {
    for (const { from, to } of this.pairs) {
      from.unpipe(to)
      to.unpipe(from)
      from.resume()
      to.destroy()
    }
    return this.pairs.size
  }

  /** Nothing passes, on old connections or new ones. */
  fallSilent(): void {
    this.isSilent = true
    for (const { from, to } of this.pairs) {
      from.unpipe(to)
      to.unpipe(from)
      from.pause()
      to.pause()
    }
  }

  /** Forwards what was held back. */
  speak(): void {
    this.isSilent = false
    for (const { from, to } of this.pairs) {
      from.pipe(to)
      to.pipe(from)
    }
  }

  async close(): Promise<void> {
    for (const { from, to } of this.pairs) {
      from.destroy()
      to.destroy()
    }
    await new Promise((resolve) => this.server.close(resolve))
  }

  private join(from: Socket): void {
    this.made++
    const to = new Socket().connect(Number(this.target.port), this.target.hostname)
    const pair = { from, to }
    this.pairs.add(pair)
    from.on('error', () => undefined)
    to.on('error', () => undefined)
    from.on('close', () => {
      this.pairs.delete(pair)
      to.destroy()
    })
    to.on('end', () => from.end())
    if (this.isSilent) return
    from.pipe(to)
    to.pipe(from)
  }
}
