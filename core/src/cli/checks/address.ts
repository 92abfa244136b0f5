import type { Settings } from '@paylink/config'
import { connect } from 'node:net'
import { SECOND_MS } from '../../kernel/clock.js'

const MAX_ANSWER_MS = 2.5 * SECOND_MS
const MAX_BYTES = 64 * 1024

/** Null: no server runs here. @throws Error another program uses the port, or the server is not ready */
export async function askServer({ host, port }: Settings): Promise<string | null> {
  const answer = await ask(reachable(host), port, '/readyz')
  if (answer === null) return null
  const status = readStatus(answer)
  if (status === null) {
    throw new Error(
      `port ${port} is used by another program: stop it (ss -ltnp 'sport = :${port}' names it), or set PAYLINK_PORT`,
    )
  }
  if (status.status === 'ready') return `PayLink is ready on port ${port}`
  throw new Error(`the server on port ${port} is not ready (${status.detail ?? 'no reason given'}): see its log`)
}

const reachable = (host: string): string => (host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host)

interface ServerStatus {
  status: 'ready' | 'not ready'
  detail?: string
}

/** Null: the answer is not from PayLink. */
function readStatus(answer: string): ServerStatus | null {
  const body = answer.slice(answer.indexOf('\r\n\r\n') + 4)
  try {
    const answered = JSON.parse(body) as ServerStatus
    return answered.status === 'ready' || answered.status === 'not ready' ? answered : null
  } catch {
    return null
  }
}

/** Null: nothing listens. Bypasses the outbound guard: this is our own port. */
function ask(host: string, port: number, path: string): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = connect({ host, port })
    let answer = ''
    socket.setTimeout(MAX_ANSWER_MS, () => socket.destroy())
    socket.once('connect', () => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}:${port}\r\nConnection: close\r\n\r\n`)
    })
    socket.on('data', (bytes) => {
      answer += bytes.toString('utf8')
      if (answer.length > MAX_BYTES) socket.destroy()
    })
    socket.once('error', (error) => {
      if ('code' in error && error.code === 'ECONNREFUSED') resolve(null)
    })
    socket.once('close', () => resolve(answer))
  })
}

const LOOPBACK = /^(localhost|127\.|\[::1\])/

/**
 * Asks the public address as a payer's browser would.
 *
 * @throws Error nothing answers there, or not PayLink
 */
export async function askPublicAddress({ baseUrl }: Settings): Promise<string> {
  const remedy = `set PAYLINK_BASE_URL to the address that payers use for this server, or repair the proxy: curl ${baseUrl}/healthz`
  if (LOOPBACK.test(new URL(baseUrl).host)) return `${baseUrl}: not reachable from other machines`
  const { GuardedClient } = await import('../../outbound/guarded-client.js')
  const client = new GuardedClient({ allowPrivate: true })
  const late = new AbortController()
  const { SystemTimer } = await import('../../kernel/timer.js')
  const cancel = new SystemTimer().after(MAX_ANSWER_MS, () => late.abort())
  try {
    const { status, body } = await client.request({ method: 'GET', url: `${baseUrl}/healthz`, signal: late.signal })
    const text = new TextDecoder().decode(body)
    if (status === 200 && text.includes('"status":"ok"')) return `${baseUrl} reaches this server`
    throw new Error(`${baseUrl} is answered by something other than PayLink (HTTP ${status}): ${remedy}`)
  } catch (error) {
    if (error instanceof Error && error.message.includes(remedy)) throw error
    const reason = late.signal.aborted ? 'no answer' : error instanceof Error ? error.message : String(error)
    throw new Error(`${baseUrl} is not reachable from here (${reason}): ${remedy}`, { cause: error })
  } finally {
    cancel()
    await client.close()
  }
}
