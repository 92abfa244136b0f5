import type { IncomingMessage, OutgoingHttpHeaders, RequestListener, ServerResponse } from 'node:http'
import { OUTAGE_RETRY_AFTER_SECONDS } from '../database/outage.js'
import type { Ids } from '../kernel/ids.js'
import { Problem } from '../kernel/problem.js'
import { baseHeaders } from './base-headers.js'
import { LIVENESS } from './liveness.js'
import { toProblemView } from './problem-view.js'

/** What the process does before it can serve. */
export type StartState =
  { reason: 'starting' } | { reason: 'migrating'; detail: { migration: string; step: number; of: number } }

interface Parts {
  ids: Ids
  baseUrl: string
  state: () => StartState
  /** Keeps a request for the application, which will be there in a moment. False: it won't. */
  hold: (path: string, request: IncomingMessage, response: ServerResponse) => boolean
}

const DOING: Record<StartState['reason'], string> = {
  starting: 'starting',
  migrating: 'being upgraded to a new version',
}
const RETRY_AFTER = { 'Retry-After': OUTAGE_RETRY_AFTER_SECONDS }
const DATA = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' }

/**
 * Answers probes from the first moment, and asks everyone else to come back unless they can be kept until the application
 * is there. Needs neither it nor the database.
 */
export function answerWhileStarting({ ids, baseUrl, state, hold }: Parts): RequestListener {
  return (request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? ''
    if (hold(path, request, response)) return
    const headers = baseHeaders(ids.uuid(), baseUrl)
    if (path === '/healthz') return send(response, 200, { ...headers, ...DATA }, JSON.stringify(LIVENESS))
    if (path === '/readyz') {
      const body = JSON.stringify({ status: 'not ready', ...state() })
      return send(response, 503, { ...headers, ...DATA, ...RETRY_AFTER }, body)
    }
    if (prefersPage(request)) return void sendPage(request, response, headers)
    const problem = new Problem('service_unavailable', {
      detail: `The service is ${DOING[state().reason]}. Retry shortly, with the same Idempotency-Key.`,
    })
    const type = { 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store' }
    send(response, 503, { ...headers, ...type, ...RETRY_AFTER }, JSON.stringify(toProblemView(problem, baseUrl)))
  }
}

function send(response: ServerResponse, status: number, headers: OutgoingHttpHeaders, body: string): void {
  response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) }).end(body)
}

/** As browsers do. Programs name JSON, or anything. */
const prefersPage = ({ headers, url }: IncomingMessage): boolean =>
  /^text\/html/.test(headers.accept ?? '') && !/^\/(v1|mcp|hooks)\b/.test(url ?? '')

/** Loaded with the first browser: probes do not wait for it. */
async function sendPage(request: IncomingMessage, response: ServerResponse, headers: OutgoingHttpHeaders) {
  const { startingPage } = await import('./starting-page.js')
  const page = startingPage(request.headers['accept-language'])
  // Only what was opened may be opened again by itself.
  const again = request.method === 'GET' ? { Refresh: OUTAGE_RETRY_AFTER_SECONDS } : {}
  send(response, 503, { ...headers, ...page.headers, ...RETRY_AFTER, ...again }, page.html)
}
