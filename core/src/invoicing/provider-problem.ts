import { Problem } from '../kernel/problem.js'
import type { Outcome } from '../plugin-host/call-provider.js'

/** The value of a call, or the problem that answers the API's caller. @throws Problem `invoicing_rejected`, `invoicing_unavailable` */
export function valueOrProblem<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value
  const refused = outcome.fault === 'auth' || outcome.fault === 'rejected'
  throw new Problem(refused ? 'invoicing_rejected' : 'invoicing_unavailable', {
    detail: outcome.message,
    cause: outcome.cause,
  })
}

export const invoicingNotConnected = (): Problem =>
  new Problem('not_found', { detail: 'No invoicing provider is connected in this mode.' })

export const invoicingUnavailable = (): Problem =>
  new Problem('invoicing_unavailable', {
    detail: 'The invoicing provider is not available: its plugin is not installed, or the sandbox is off.',
  })
