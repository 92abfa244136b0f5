import type { Child, Children } from './children.js'

const PATIENCE_MS = 60_000

type Said = { ports: number[]; deadPort: number } | { drainedInMs: number } | { id: string; atMs: number }

/** The merchants' servers, in a process of their own: what is sent arrives there. */
export class Receiving {
  private drained: (ms: number) => void = () => undefined
  private readonly awaited = new Map<string, (atMs: number) => void>()

  private constructor(
    private readonly child: Child,
    private readonly ports: number[],
    private readonly deadPort: number,
  ) {
    child.hear((said) => this.take(said as Said))
  }

  static async start(children: Children, count: number): Promise<Receiving> {
    const child = children.start('receiver.js', [String(count)], {})
    const told = new Promise<Said>((resolve) => child.hear((said) => resolve(said as Said)))
    const first = await Promise.race([told, child.failure()])
    if (!('ports' in first)) throw new Error('the receiver began with something else than its ports')
    return new Receiving(child, first.ports, first.deadPort)
  }

  urls(path: '/counted' | '/timed'): string[] {
    return this.ports.map((port) => `http://127.0.0.1:${port}${path}`)
  }

  /** Accepts connections, and never answers. */
  get deadUrl(): string {
    return `http://127.0.0.1:${this.deadPort}/timed`
  }

  /** From now on. Returns the milliseconds from the first of so many arrivals to the last. */
  drain(count: number): Promise<number> {
    this.child.tell({ expect: count })
    return this.soon(`${count} deliveries`, (resolve) => (this.drained = resolve))
  }

  /** When events about an object came, as many as are awaited. */
  async arrivals(id: string, count: number): Promise<number[]> {
    const cameMs: number[] = []
    try {
      return await this.soon(`events of ${id}`, (resolve) => {
        this.awaited.set(id, (atMs) => {
          if (cameMs.push(atMs) === count) resolve(cameMs)
        })
      })
    } finally {
      this.awaited.delete(id)
    }
  }

  private soon<T>(what: string, listen: (resolve: (value: T) => void) => void): Promise<T> {
    let timer: NodeJS.Timeout
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`${what} did not arrive`)), PATIENCE_MS)
    })
    return Promise.race([new Promise<T>(listen), late, this.child.failure()]).finally(() => clearTimeout(timer))
  }

  private take(said: Said): void {
    if ('drainedInMs' in said) this.drained(said.drainedInMs)
    else if ('id' in said) this.awaited.get(said.id)?.(said.atMs)
  }
}
