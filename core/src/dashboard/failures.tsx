import type { VNode } from 'preact'
import { isOutage, OUTAGE_RETRY_AFTER_SECONDS } from '../database/outage.js'
import type { Log } from '../kernel/log.js'
import { Problem } from '../kernel/problem.js'
import { prefersJson } from '../web/accepted-type.js'
import { loggedPath } from '../web/logged-path.js'
import { Notice } from '../web/notice.js'
import { showPage } from './answer.js'
import { ForeignFormProblem } from '../web/csrf-guard.js'
import { problemWords } from './problem-words.js'
import type { ProblemText } from './problem-words.es-mx.js'
import type { Visit } from './visit.js'

/** The form belongs to a session of the same person that has ended. */
export class StaleFormProblem extends Problem {
  /** @param formPath the address of the form, which shows again what was typed */
  constructor(readonly formPath: string) {
    super('forbidden', { detail: 'This form belongs to a session that has ended. Load it again.' })
    this.name = 'StaleFormProblem'
  }
}

/** Answers a failed request in the frame of the dashboard. @throws the error, for a client that wants JSON */
export async function showFailure(visit: Visit, error: unknown, log: Log): Promise<void> {
  const { request, response } = visit
  if (response.headersSent || prefersJson(request)) throw error
  const status = statusOf(error)
  if (status >= 500) log.error({ err: error, path: loggedPath(request), requestId: request.requestId }, 'a page failed')
  if (isOutage(error)) response.setHeader('Retry-After', OUTAGE_RETRY_AFTER_SECONDS)
  if (error instanceof Problem) {
    for (const [name, value] of Object.entries(error.headers)) response.setHeader(name, value)
  }
  const { title, text } = textOf(visit, error)
  const content = (
    <Notice tone={status === 404 ? 'plain' : status >= 500 ? 'wrong' : 'attention'}>
      <h1>{title}</h1>
      <p>{text}</p>
      <p>{wayOn(visit, error)}</p>
    </Notice>
  )
  // Without facts that need the database, which may be what failed.
  const frameFacts = () => Promise.resolve({ reviews: 0, needsAttention: false, canGoLive: false, missing: null })
  await showPage(status >= 500 ? { ...visit, frameFacts } : visit, { title, section: 'home', content }, status)
}

/** Errors of a plain express kind, such as a body that is too large, carry a status. */
function statusOf(error: unknown): number {
  if (isOutage(error)) return 503
  const status = error instanceof Error && 'status' in error ? error.status : null
  return typeof status === 'number' && status >= 400 ? status : 500
}

function textOf({ locale, request }: Visit, error: unknown): ProblemText {
  const words = problemWords(locale)
  const status = statusOf(error)
  if (isOutage(error)) return words.outage
  if (error instanceof ForeignFormProblem) return words.foreignForm
  if (error instanceof StaleFormProblem) return words.staleForm
  if (status === 404) return words.missing
  if (status === 403) return words.role
  if (error instanceof Problem && words.codes[error.code]) return words.codes[error.code] ?? words.refused
  if (status === 413) return words.codes.payload_too_large ?? words.refused
  return status >= 500 ? words.broken(request.requestId) : words.refused
}

function wayOn({ locale, base, otherBase, principal, request, address }: Visit, error: unknown): VNode {
  const words = problemWords(locale)
  if (error instanceof StaleFormProblem) return <a href={error.formPath}>{words.staleForm.toForm}</a>
  if (statusOf(error) !== 404) return <a href={request.method === 'GET' ? base : address}>{words.back}</a>
  const other = principal.livemode ? 'test' : 'live'
  return <a href={otherBase}>{words.missing.otherMode[other]}</a>
}
