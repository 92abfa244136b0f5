import { isOutage, OUTAGE_RETRY_AFTER_SECONDS } from '../database/outage.js'
import { Problem } from '../kernel/problem.js'

/** An error in the form that OAuth gives it (RFC 6749, RFC 7591). */
export class OAuthProblem extends Error {
  constructor(
    readonly status: number,
    readonly error: string,
    readonly description: string,
    readonly headers: Record<string, string> = {},
    options?: ErrorOptions,
  ) {
    super(description, options)
    this.name = 'OAuthProblem'
  }
}

export const invalidRequest = (description: string, status = 400): OAuthProblem =>
  new OAuthProblem(status, 'invalid_request', description)

/** Any error, for a client of the authorization server. */
export function toOAuthProblem(error: unknown): OAuthProblem {
  if (error instanceof OAuthProblem) return error
  if (isOutage(error)) {
    const headers = { 'Retry-After': OUTAGE_RETRY_AFTER_SECONDS }
    return new OAuthProblem(503, 'temporarily_unavailable', 'The database is unavailable.', headers, { cause: error })
  }
  if (error instanceof Problem && error.status < 500) {
    const code = error.code === 'rate_limited' ? 'temporarily_unavailable' : 'invalid_request'
    return new OAuthProblem(error.status, code, error.message, error.headers)
  }
  const status = error instanceof Error && 'status' in error ? error.status : undefined
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return invalidRequest(status === 413 ? 'The body is too large.' : 'The body cannot be read.', status)
  }
  return new OAuthProblem(500, 'server_error', 'Something went wrong on our side.', {}, { cause: error })
}
