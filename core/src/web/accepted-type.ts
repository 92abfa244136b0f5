import type { Request } from 'express'

/** The API, the tools of agents and the notification endpoints: errors there are JSON whatever the client accepts. */
const MACHINE_ADDRESS = /^\/(v1|mcp|hooks)(\/|\?|$)/i

export const isMachineAddress = (request: Request): boolean => MACHINE_ADDRESS.test(request.originalUrl)

/** The client prefers HTML to JSON, as browsers do. A client that accepts anything, or sends no `Accept`, is a program. */
export function prefersPage(request: Request): boolean {
  return !isMachineAddress(request) && request.accepts(['json', 'html']) === 'html'
}

/** Payer pages default to HTML: JSON only for a client that asks for it, and names HTML with a lower weight or not at all. */
export function prefersJson(request: Request): boolean {
  const accept = request.headers.accept ?? ''
  const html = weightOf('text/html', accept)
  if (html === undefined) return request.accepts(['html', 'json']) === 'json'
  return (weightOf('application/json', accept) ?? 0) > html
}

/** The `q` of a type that `Accept` names; undefined: it does not name it. */
function weightOf(type: string, accept: string): number | undefined {
  for (const range of accept.toLowerCase().split(',')) {
    const [name, ...parameters] = range.split(';').map((part) => part.trim())
    if (name === type) return Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1)
  }
  return undefined
}
