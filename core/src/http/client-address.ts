import { isIP } from 'node:net'
import type { Request } from 'express'

/**
 * The client's address, for rate limits and logs: the peer address, or the one that a trusted proxy forwards. Some
 * proxies add a port (`203.0.113.7:4711`, `[2001:db8::1]:4711`).
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

/** A server that listens on IPv6 sees IPv4 clients as `::ffff:203.0.113.7`. */
const withoutMapping = (address: string): string =>
  /^::ffff:[\d.]+$/i.test(address) ? address.slice('::ffff:'.length) : address
