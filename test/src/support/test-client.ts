export interface Reply<T = any> {
  status: number
  headers: Headers
  body: T
  text: string
}

export interface CallOptions {
  key?: string | null
  idempotencyKey?: string
  headers?: Record<string, string>
  /** Sent as it is, in the place of a JSON body. */
  raw?: string | Uint8Array
}

/** Calls a server with one key. */
export abstract class TestClient {
  abstract readonly url: string
  abstract readonly key: string

  async call(method: string, path: string, body?: unknown, options: CallOptions = {}): Promise<Reply> {
    const { key = this.key, idempotencyKey, headers, raw } = options
    const response = await fetch(this.url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
        ...(body === undefined && raw === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
        ...headers,
      },
      body: (raw as string | undefined) ?? (body === undefined ? undefined : JSON.stringify(body)),
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    const type = (response.headers.get('content-type') ?? '').split(';')[0] ?? ''
    const text = bytes.toString('utf8')
    const parsed: unknown = type.endsWith('json') ? JSON.parse(text) : bytes
    return { status: response.status, headers: response.headers, body: parsed, text }
  }

  get(path: string, options?: CallOptions): Promise<Reply> {
    return this.call('GET', path, undefined, options)
  }

  post(path: string, body?: unknown, options?: CallOptions): Promise<Reply> {
    return this.call('POST', path, body, options)
  }

  /** Posts a form as a browser does. */
  async form(url: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'null', ...headers },
      body: new URLSearchParams(fields),
    })
  }
}
