import type { Evidence } from './canaries.js'

/** Parts of a path that are another one for each row. */
const NAMES: readonly [RegExp, string][] = [
  [/(?<=\/(?:setup|invitation|reset|email-change)\/)[^/]{20,}/g, ':token'],
  [/(?<=\/p\/)[^/]+/g, ':slug'],
  [/(?<=\/mail\/)[^/]+/g, ':token'],
  [/\b[a-z]+_[0-9a-z]{12,}/g, ':id'],
  [/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id'],
  [/(?<=\/)[\w-]{20,}(?=\/|$)/g, ':id'],
]

/** The route of a path, nearly. */
export const named = (path: string): string => NAMES.reduce((name, [part, by]) => name.replace(part, by), path)

/** Keeps every answer of one server that this process fetches. */
export class RecordedAnswers {
  readonly evidence: Evidence[] = []
  private readonly fetch = globalThis.fetch

  constructor(origin: string) {
    globalThis.fetch = async (input, init) => {
      const response = await this.fetch(input, init)
      const url = new URL(input instanceof Request ? input.url : input)
      if (url.origin === origin) await this.keep(response.clone(), init?.method ?? 'GET', url.pathname)
      return response
    }
  }

  stop(): void {
    globalThis.fetch = this.fetch
  }

  private async keep(response: Response, method: string, path: string): Promise<void> {
    const request = `${method} ${named(path)}`
    let headers = ''
    response.headers.forEach((value, name) => (headers += `${name}: ${value}\n`))
    this.evidence.push({ place: `the headers of ${request}`, bytes: Buffer.from(headers) })
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
    if (!isStream)
      this.evidence.push({ place: `the answer of ${request}`, bytes: Buffer.from(await response.arrayBuffer()) })
  }
}
