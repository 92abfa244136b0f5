import { Problem } from '../kernel/problem.js'
import type { Outcome } from '../plugin-host/call-provider.js'
import type { ConnectionKind } from './connection.js'

const PROBLEMS = {
  payment: { refused: 'provider_rejected', failed: 'provider_unavailable' },
  invoicing: { refused: 'invoicing_rejected', failed: 'invoicing_unavailable' },
} as const

export const noConnection = (): Problem => new Problem('not_found', { detail: 'There is no such connection.' })

/** The value of a call. @throws Problem of the kind: the provider refused, or could not be asked */
export function valueOrProblem<T>(kind: ConnectionKind, outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value
  const isRefused = outcome.fault === 'auth' || outcome.fault === 'rejected'
  throw isRefused
    ? providerRefused(kind, outcome.message, outcome.cause)
    : providerUnavailable(kind, outcome.message, outcome.cause)
}

export const providerRefused = (kind: ConnectionKind, detail?: string, cause?: unknown): Problem =>
  new Problem(PROBLEMS[kind].refused, { detail, cause })

export const providerUnavailable = (kind: ConnectionKind, detail?: string, cause?: unknown): Problem =>
  new Problem(PROBLEMS[kind].failed, { detail, cause })
