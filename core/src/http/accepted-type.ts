import type { Request } from 'express'

/** The API and what only programs call: there a failure is JSON, whatever the client accepts. */
const MACHINE_ADDRESS = /^\/(v1|hooks)(\/|\?|$)/i

export const isForPrograms = (request: Request): boolean => MACHINE_ADDRESS.test(request.originalUrl)

/** The client asks for HTML before JSON, as browsers do. An `Accept` of anything, or none at all, is a program. */
export function prefersPage(request: Request): boolean {
  return !isForPrograms(request) && request.accepts(['json', 'html']) === 'html'
}

/** On a payer's page it is the other way round: JSON only for a client that asks for it and does not name HTML. */
export function prefersJson(request: Request): boolean {
  return request.accepts(['html', 'json']) === 'json' && !/\btext\/html\b/i.test(request.headers.accept ?? '')
}
