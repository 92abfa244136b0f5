import { request } from 'node:http'

interface Look {
  second: number
  path: string
  /** Null: no answer. */
  status: number | null
  ms: number
}

const PATHS = ['/healthz', '/readyz', '/docs'] as const
const MAX_WAIT_MS = 10_000

/** A client that does nothing wrong. It connects anew each time, as a payer does. */
export class Healthy {
  private readonly looks: Look[] = []

  constructor(private readonly url: string) {}

  async look(second: number): Promise<void> {
    for (const path of PATHS) {
      const began = performance.now()
      const status = await this.statusOf(path)
      this.looks.push({ second, path, status, ms: performance.now() - began })
    }
  }

  isWithin(from: number, to: number, maxMs: number): boolean {
    return this.between(from, to).every(({ status, ms }) => status === 200 && ms <= maxMs)
  }

  summary(from: number, to: number): string {
    const looks = this.between(from, to)
    const good = looks.filter(({ status }) => status === 200).length
    const times = looks.map(({ ms }) => ms).sort((a, b) => a - b)
    const p99 = times[Math.floor(times.length * 0.99)] ?? Number.NaN
    return `${good} of ${looks.length} healthy requests got 200, p99 ${p99.toFixed(0)} ms, at most ${times.at(-1)?.toFixed(0)} ms`
  }

  private between(from: number, to: number): Look[] {
    return this.looks.filter(({ second }) => second >= from && second <= to)
  }

  private statusOf(path: string): Promise<number | null> {
    return new Promise((resolve) => {
      const sent = request(this.url + path, { agent: false, timeout: MAX_WAIT_MS }, (response) => {
        response.resume().on('error', () => resolve(null))
        response.on('end', () => resolve(response.statusCode ?? null))
      })
      sent.on('timeout', () => sent.destroy())
      sent.on('error', () => resolve(null))
      sent.end()
    })
  }
}
