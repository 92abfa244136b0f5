import { isIP } from 'node:net'
import { isSafeIp } from './safe-ip.js'

/** The URL must not be called. The message is for the user who gave it. */
export class UnsafeAddressError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'UnsafeAddressError'
  }
}

/** Metadata services, matched with their subdomains. */
const METADATA_NAMES = [
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'metadata.azure.internal',
  'instance-data',
  'instance-data.ec2.internal',
  'metadata.tencentyun.com',
  'metadata.platformequinix.com',
  'metadata.packet.net',
]
/** Not in public DNS, which must not learn what private names are looked up. */
const PRIVATE_ZONES = ['localhost', 'local', 'localdomain', 'internal', 'home.arpa']
const HTTPS_PORT = 443
const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/

/** Parses a URL; http only where private addresses are allowed. @throws UnsafeAddressError */
export function readUrl(text: string, isPrivateAllowed: (origin: string) => boolean): URL {
  // URL parsers disagree on these characters, and another parser may read the URL later.
  if (/^\s|\s$|[\\\p{Cc}]/u.test(text))
    throw new UnsafeAddressError('The URL contains characters that are not allowed in a URL.')
  if (!URL.canParse(text)) throw new UnsafeAddressError('This is not a valid URL.')
  const url = new URL(text)
  const isHttpAllowed = url.protocol === 'http:' && isPrivateAllowed(url.origin)
  if (url.protocol !== 'https:' && !isHttpAllowed) throw new UnsafeAddressError('The URL must begin with https://.')
  if (url.username !== '' || url.password !== '') {
    throw new UnsafeAddressError('The URL must not contain a user name or password.')
  }
  if (text.includes('#'))
    throw new UnsafeAddressError('The URL must not contain a fragment: it is never sent to the server.')
  return url
}

/** The host of a URL, without the brackets of an IPv6 address. */
export const bareHost = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

/** Refuses hosts that can be judged without a DNS lookup. @throws UnsafeAddressError */
export function assertSafeHost(host: string, allowPrivate: boolean): void {
  if (isIP(host) !== 0) {
    if (!isSafeIp(host, allowPrivate)) throw new UnsafeAddressError(`${host} is not a public address.`)
    return
  }
  const name = host.toLowerCase().replace(/\.$/, '')
  const isIn = (zone: string): boolean => name === zone || name.endsWith(`.${zone}`)
  if (name.length > 253 || !name.split('.').every((label) => LABEL.test(label))) {
    throw new UnsafeAddressError('The URL has an invalid host name.')
  }
  if (METADATA_NAMES.some(isIn)) throw new UnsafeAddressError(`${host} is a cloud metadata service.`)
  if (!allowPrivate && (!name.includes('.') || PRIVATE_ZONES.some(isIn))) {
    throw new UnsafeAddressError(`${host} is a private host name.`)
  }
}

/** Other ports belong to other protocols: port 25 could read a request as mail. @throws UnsafeAddressError */
export function assertSafePort(url: URL, allowed: readonly number[]): void {
  const port = url.port === '' ? HTTPS_PORT : Number(url.port)
  if (!allowed.includes(port)) throw new UnsafeAddressError(`The port of the URL must be ${allowed.join(' or ')}.`)
}

/** All must be safe: a private address among public ones is suspicious. @throws UnsafeAddressError */
export function assertSafeAddresses(host: string, addresses: readonly string[], allowPrivate: boolean): void {
  if (addresses.every((address) => isSafeIp(address, allowPrivate))) return
  throw new UnsafeAddressError(`${host} resolves to an address that is not public.`)
}
