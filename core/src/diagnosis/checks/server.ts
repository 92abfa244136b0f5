import type { Settings } from '@paylink/config'
import { connect } from 'node:net'
import { SECOND_MS } from '../../kernel/clock.js'
import type { Check } from '../check.js'
import { hidden, kind } from '../finding.js'

export const MAX_ANSWER_MS = 2.5 * SECOND_MS
const MAX_BYTES = 64 * 1024

// A server that shows a page is running: these are for the command alone.

/** No server runs here. */
export const ABSENT = 'server.absent'

const isAbsent = kind<object, { port: number }>({
  code: ABSENT,
  severity: 'fine',
  operator: ({ port }) => `not running on port ${port}`,
})

const isReady = kind<object, { port: number }>({
  code: 'server.ready',
  severity: 'fine',
  operator: ({ port }) => `PayLink is ready on port ${port}`,
})

const isOther = kind<object, { port: number }>({
  code: 'server.port_taken',
  severity: 'critical',
  operator: ({ port }) =>
    `port ${port} is used by another program: stop it (ss -ltnp 'sport = :${port}' names it), or set PAYLINK_PORT`,
})

const isNotReady = kind<object, { port: number; reason: string }>({
  code: 'server.not_ready',
  severity: 'critical',
  operator: ({ port, reason }) => `the server on port ${port} is not ready (${reason}): see its log`,
})

/** Asks the server of these settings, if it runs here. */
export const serverCheck = ({ host, port }: Settings): Check => ({
  name: 'server',
  subject: { 'es-MX': 'el servidor', en: 'the server' },
  look: async () => {
    const answer = await ask(reachable(host), port, '/readyz')
    if (answer === null) return [isAbsent('server', hidden({ port }))]
    const found = readStatus(answer)
    if (found === null) return [isOther('server', hidden({ port }))]
    if (found.status === 'ready') return [isReady('server', hidden({ port }))]
    return [isNotReady('server', hidden({ port, reason: reasonOf(found) }))]
  },
})

const reachable = (host: string): string => (host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host)

interface ServerStatus {
  status: 'ready' | 'not ready'
  reason?: string
  detail?: string | { step?: number; of?: number }
}

function reasonOf({ reason = 'no reason given', detail }: ServerStatus): string {
  if (typeof detail === 'string') return detail
  return detail?.step === undefined ? reason : `${reason}, step ${detail.step} of ${detail.of}`
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
