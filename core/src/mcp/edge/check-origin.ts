import type { Request } from 'express'
import { Problem } from '../../kernel/problem.js'

/** A page of an attacker cannot send these: a browser puts the attacker's own name there. */
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Keeps web pages of others from sending requests by a browser, also by DNS rebinding, as MCP requires. Programs send no
 * `Origin`.
 *
 * @param own the address of this installation
 * @throws Problem `forbidden`
 */
export function checkOrigin(request: Request, own: Pick<URL, 'origin' | 'host' | 'hostname'>): void {
  const { origin } = request.headers
  if (origin !== undefined && origin !== own.origin) {
    throw new Problem('forbidden', { detail: 'Web pages of other sites may not call this address.' })
  }
  // As a trusted proxy received it.
  const host = request.hostname.toLowerCase()
  if (host === own.hostname || LOOPBACK.has(host)) return
  throw new Problem('forbidden', { detail: `This address is served as ${own.host}, not as the host of this request.` })
}
