import type { NextFunction, Request, Response } from 'express'
import { isOutage, OUTAGE_RETRY_AFTER_SECONDS } from '../database/outage.js'
import type { Log } from '../kernel/log.js'
import { invalid, Problem } from '../kernel/problem.js'
import { breakOff } from './break-off.js'
import { loggedPath } from '../web/logged-path.js'
import { isMachineAddress, prefersPage } from '../web/accepted-type.js'
import { sendFailurePage } from './failure-page.js'
import { toProblemView } from './problem-view.js'

/** The one place where an error becomes a response (R2): a page for browsers, a problem for programs. */
export function errorHandler(baseUrl: string, log: Log) {
  const home = `${new URL(baseUrl).pathname.replace(/\/$/, '')}/`
  return (error: unknown, request: Request, response: Response, _next: NextFunction): void => {
    const problem = toProblem(error)
    request.problemCode = problem.code
    if (problem.status >= 500 && !isExpected(error)) {
      log.error(
        { err: error, request: request.requestId, method: request.method, path: loggedPath(request) },
        'request failed',
      )
    }
    // A part of the response is out.
    if (response.headersSent) return breakOff(response)
    for (const [name, value] of Object.entries(problem.headers)) response.setHeader(name, value)
    if (prefersPage(request)) return sendFailurePage(request, response, problem, home)
    if (!isMachineAddress(request)) response.vary('Accept')
    response
      .status(problem.status)
      .setHeader('Content-Type', 'application/problem+json')
      .end(JSON.stringify(toProblemView(problem, baseUrl)))
  }
}

/** The service itself asks to come back, as in quarantine: the access line has it. */
const isExpected = (error: unknown): boolean => error instanceof Problem && error.code === 'service_unavailable'

const serviceUnavailable = (cause: unknown): Problem =>
  new Problem('service_unavailable', {
    detail: 'The database is unavailable. Retry shortly, with the same Idempotency-Key.',
    headers: { 'Retry-After': OUTAGE_RETRY_AFTER_SECONDS },
    cause,
  })

/** Errors of the body parser and the router, by their `type`. */
const FOREIGN: Record<string, () => Problem> = {
  'entity.too.large': () => new Problem('payload_too_large', { detail: 'The body is too large.' }),
  'encoding.unsupported': () => new Problem('unsupported_media_type', { detail: 'Send the body uncompressed.' }),
  'charset.unsupported': () => new Problem('unsupported_media_type', { detail: 'Send the body in UTF-8.' }),
  'request.size.invalid': () => invalid('body', 'does not have the length that Content-Length gives'),
  'request.aborted': () => invalid('body', 'ended before it was complete'),
}

/** What an error is for the client. An unexpected one is the service's fault, and its text stays here. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (isOutage(error)) return serviceUnavailable(error)
  if (error instanceof Error) {
    const foreign = 'type' in error && typeof error.type === 'string' ? FOREIGN[error.type] : undefined
    if (foreign) return foreign()
    if (error instanceof URIError) return invalid('url', 'has a broken percent-encoding')
  }
  return new Problem('internal_error', { detail: 'Something went wrong on our side.', cause: error })
}
