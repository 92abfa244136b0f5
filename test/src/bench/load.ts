import autocannon, { type Result } from 'autocannon'

export interface Request {
  url: string
  method?: string
  headers?: Record<string, string>
  body?: string
  /** Answers other than these are a mistake of the bench. */
  expect: number[]
}

export interface Load {
  perSecond: number
  p50Ms: number
  p99Ms: number
}

/** Put into a header or a body: another one for each request. */
export const NEW_ID = '[<id>]'

let ids = 0
const run = Date.now()
const newId = (): string => `${run}-${ids++}`

/** Asks as fast as the answers come, on so many connections. */
export async function load(request: Request, connections: number, seconds: number): Promise<Load> {
  const { url, method = 'GET', headers = {}, body, expect } = request
  const times: number[] = []
  const begun = performance.now()
  let last = begun
  const result = await new Promise<Result>((resolve, reject) => {
    const running = autocannon(
      {
        url,
        method,
        headers,
        body,
        connections,
        duration: seconds,
        sampleInt: 100,
        idReplacement: JSON.stringify(headers).includes(NEW_ID),
        // autocannon's own ids differ in length, and so would the body from its announced length.
        ...(body?.includes(NEW_ID) && {
          requests: [{ setupRequest: (one: object) => ({ ...one, body: body.replace(NEW_ID, newId()) }) }],
        }),
      },
      (error, done) => (error ? reject(error) : resolve(done)),
    )
    running.on('response', (_client: unknown, _status: number, _bytes: number, ms: number) => {
      times.push(ms)
      last = performance.now()
    })
  })
  const statuses = Object.keys(result.statusCodeStats).map(Number)
  const wrong = statuses.filter((status) => !expect.includes(status))
  if (wrong.length > 0 || result.errors > 0 || times.length === 0) {
    throw new Error(`${method} ${url}: ${result.errors} errors, statuses ${statuses.join(', ')}`)
  }
  times.sort((a, b) => a - b)
  const quantile = (part: number): number => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0
  return { perSecond: times.length / ((last - begun) / 1000), p50Ms: quantile(0.5), p99Ms: quantile(0.99) }
}

/** Asks until the answer is 200. */
export async function answers(url: string, patienceMs = 30_000): Promise<void> {
  const until = performance.now() + patienceMs
  for (;;) {
    try {
      const response = await fetch(url)
      await response.arrayBuffer()
      if (response.status === 200) return
    } catch {
      // Not there yet.
    }
    if (performance.now() > until) throw new Error(`${url} did not answer`)
    await pause(5)
  }
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
