import { type AddressInfo, createServer, type Server, Socket } from 'node:net'

interface Pair {
  from: Socket
  to: Socket
}

interface Loss {
  when: 'before' | 'after'
  mark: string
  done: () => void
}

const BEGIN = 'BEGIN;'
const COMMIT = 'COMMIT;'

/** A proxy before Postgres that can fall silent as a broken network does: nothing is closed or refused. */
export class DatabaseProxy {
  private readonly pairs = new Set<Pair>()
  private isSilent = false
  private isTurningAway = false
  private lose: Loss | undefined
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

  /** So many of the connections there are go silent for good, as when a firewall has forgotten them. New ones are fine. */
  forgetConnections(count = Infinity): number {
    const forgotten = [...this.pairs].slice(0, count)
    for (const { from, to } of forgotten) {
      from.unpipe(to)
      to.unpipe(from)
      from.resume()
      to.destroy()
    }
    return forgotten.length
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

  /** Closes every connection, and new ones at once: as a balancer that has no server. */
  turnAway(): void {
    this.isTurningAway = true
    for (const { from } of this.pairs) from.end()
  }

  letIn(): void {
    this.isTurningAway = false
  }

  /**
   * What commits the write with `mark` in it is lost on its way, or the answer to it: COMMIT, or the statement itself
   * outside of a transaction. The client is told nothing.
   *
   * @returns when that has happened
   */
  loseWrite(when: Loss['when'], mark: string): Promise<void> {
    return new Promise((done) => (this.lose = { when, mark, done }))
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
    from.on('error', () => undefined)
    if (this.isTurningAway) return void from.resume().end()
    const to = new Socket().connect(Number(this.target.port), this.target.hostname)
    const pair: Pair = { from, to }
    this.pairs.add(pair)
    to.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'ECONNRESET') from.destroy()
    })
    let isMarked = false
    let isInTransaction = false
    from.on('data', (bytes: Buffer) => {
      if (bytes.includes(BEGIN)) isInTransaction = true
      if (bytes.includes(COMMIT)) isInTransaction = false
      if (this.lose && bytes.includes(this.lose.mark)) isMarked = true
      if (isInTransaction) return
      if (this.lose && isMarked) this.loseNow(pair, this.lose)
      isMarked = false
    })
    from.on('close', () => {
      this.pairs.delete(pair)
      to.destroy()
    })
    to.on('end', () => from.end())
    if (this.isSilent) return
    from.pipe(to)
    to.pipe(from)
  }

  /** Called before the bytes are forwarded. */
  private loseNow({ from, to }: Pair, { when, done }: Loss): void {
    this.lose = undefined
    to.unpipe(from)
    if (when === 'after') to.once('data', done).resume()
    else {
      to.destroy()
      done()
    }
  }
}
