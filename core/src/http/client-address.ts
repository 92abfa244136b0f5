import { isIP } from 'node:net'
import type { Request } from 'express'

/**
 * The address of the client, for limits and logs: of the connection, or, where that is a trusted proxy's, the one which
 * the proxy names. Some proxies add a port (`203.0.113.7:4711`, `[2001:db8::1]:4711`).
 */
export function clientAddress(request: Request): string {
  const connected = request.socket.remoteAddress ?? ''
  if (request.headers['x-forwarded-for'] === undefined) return connected
  const named = request.ip ?? connected
  if (named === connected) return withoutMapping(connected)
  const [, bracketed, withPort] = /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(named) ?? []
  const address = bracketed ?? withPort ?? named
  return withoutMapping(isIP(address) > 0 ? address : connected)
}

/** A server that listens on IPv6 sees clients of IPv4 as `::ffff:203.0.113.7`. */
const withoutMapping = (address: string): string =>
  /^::ffff:[\d.]+$/i.test(address) ? address.slice('::ffff:'.length) : address
