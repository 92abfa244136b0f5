import type { Request } from 'express'

/** The API, the tools of agents and the notification endpoints: errors there are JSON whatever the client accepts. */
const MACHINE_ADDRESS = /^\/(v1|mcp|hooks)(\/|\?|$)/i

export const isMachineAddress = (request: Request): boolean => MACHINE_ADDRESS.test(request.originalUrl)

/** The client prefers HTML to JSON, as browsers do. A client that accepts anything, or sends no `Accept`, is a program. */
export function prefersPage(request: Request): boolean {
  return !isMachineAddress(request) && request.accepts(['json', 'html']) === 'html'
}

/** Payer pages default to HTML: JSON only for a client that asks for it and does not name HTML. */
export function prefersJson(request: Request): boolean {
  return request.accepts(['html', 'json']) === 'json' && !/\btext\/html\b/i.test(request.headers.accept ?? '')
}
